//! `shinpan judge --assume`: what an outcome that is open comes to if strings live or die as the user or an engine believes. It is no verdict: it is
//! said beside the bounds, with each assumption it rests on and who made it. What is proved is not assumed.

use super::super::Failure;
use super::super::agreement::{Claimed, Counted, counted, stones};
use super::super::position::Asked;
use super::depends::{in_doubt, record_of};
use crate::board::plain::PlainString;
use crate::board::points_of;
use crate::check::Status;
use crate::check::guide::Opinion;
use crate::law::answer::{Answer, Found};
use crate::law::{Life, Outcome};

/// What is assumed: the stones of strings that live, of strings that die, and of strings in seki.
pub struct Assumed {
    alive: Vec<usize>,
    dead: Vec<usize>,
    seki: Vec<usize>,
    /// The engine that says so; `None` for the user.
    engine: Option<String>,
}

/// How assumptions are written.
const FORM: &str = "write strings by one of their stones, such as alive:D4,dead:K10,K12";

impl Assumed {
    /// Reads `alive:D4,dead:K10,K12`: a stone without a word of its own is taken with the last word before it.
    ///
    /// # Errors
    /// One line that names what cannot be read, what is no stone, and a string that is to live and die.
    pub fn parse(text: &str, asked: &Asked) -> Result<Assumed, Failure> {
        let (mut alive, mut dead) = (Vec::new(), Vec::new());
        let mut into = None;
        for item in text.split(',').map(str::trim) {
            let stone = match item.split_once(':') {
                Some(("alive", stone)) => {
                    into = Some(&mut alive);
                    stone
                }
                Some(("dead", stone)) => {
                    into = Some(&mut dead);
                    stone
                }
                Some((word, _)) => {
                    return Err(Failure(format!("--assume: `{word}` is neither alive nor dead; {FORM}")));
                }
                None => item,
            };
            let Some(into) = &mut into else {
                return Err(Failure(format!("--assume: is {item} alive or dead? {FORM}")));
            };
            if matches!(stone.trim(), "" | "none") {
                return Err(Failure(format!("--assume: `{item}` names no stone; {FORM}")));
            }
            into.extend(stones("--assume", stone, &asked.position)?);
        }
        if let Some(p) = alive.iter().find(|p| dead.contains(p)) {
            let name = asked.position.grid().name(*p);
            return Err(Failure(format!("--assume: the string of {name} is to live and to die; say one of them")));
        }
        Ok(Assumed { alive, dead, seki: Vec::new(), engine: None })
    }

    /// What an engine believes.
    pub fn of(opinion: Opinion) -> Assumed {
        let stones = |wanted: Status| {
            let of = opinion.strings.iter().filter(|(_, status)| *status == Some(wanted));
            of.flat_map(|(string, _)| string.stones.clone()).collect::<Vec<usize>>()
        };
        let [dead, seki, alive] = Status::ALL.map(stones);
        Assumed { alive, dead, seki, engine: Some(opinion.engine) }
    }

    /// What is assumed of a string, if anything.
    fn about(&self, string: &PlainString) -> Option<Status> {
        let is_in = |stones: &[usize]| stones.contains(&string.stones[0]);
        let sets = [(&self.dead, Status::Dead), (&self.seki, Status::Seki), (&self.alive, Status::Alive)];
        sets.into_iter().find(|(stones, _)| is_in(stones)).map(|(_, status)| status)
    }

    /// Says which assumptions are not used, as the contrary is proved.
    fn refuted(&self, asked: &Asked, answer: &Answer) -> Vec<String> {
        let grid = asked.position.grid();
        let proved = proved(answer);
        let of = |string: &PlainString| {
            let (_, lives) = proved.iter().find(|(stones, _)| stones.contains(&string.stones[0]))?;
            let assumed = self.about(string)?;
            if (assumed != Status::Dead) == *lives {
                return None;
            }
            let (name, is) = (grid.name(string.stones[0]), if *lives { "live" } else { "be dead" });
            Some(match &self.engine {
                Some(engine) => {
                    format!("{engine} calls {name} {}, but it is proved to {is}: that is not used", assumed.name())
                }
                None => format!("{name} is assumed {}, but proved to {is}: that is not used", assumed.name()),
            })
        };
        asked.position.strings().iter().filter_map(of).collect()
    }

    /// Says in a remark what the outcome is under the assumptions, where it is open without them.
    pub fn say(&self, asked: &Asked, answer: &mut Answer) {
        answer.remarks.extend(self.refuted(asked, answer));
        let Outcome::Undecided { .. } = answer.outcome() else { return };
        let name = |string: &PlainString| asked.position.grid().name(string.stones[0]);
        let (open, known_dead) = in_doubt(answer);
        if open.is_empty() {
            answer
                .remarks
                .push("no assumption about strings decides this outcome: the text gives none a status".to_string());
            return;
        }
        let rest: Vec<String> = open.iter().filter(|string| self.about(string).is_none()).map(name).collect();
        if !rest.is_empty() {
            let rest = rest.join(", ");
            answer.remarks.push(match &self.engine {
                Some(engine) => format!("{engine} leaves it open: it does not say whether {rest} live"),
                None => format!("the assumptions leave it open: say too whether {rest} live"),
            });
            return;
        }
        let of = |wanted: Status| -> Vec<&PlainString> {
            open.iter().filter(|string| self.about(string) == Some(wanted)).collect()
        };
        let [dead, seki, alive] = Status::ALL.map(of);
        let stones = |strings: &[&PlainString]| strings.iter().flat_map(|s| s.stones.clone()).collect::<Vec<usize>>();
        let sorted = |mut stones: Vec<usize>| {
            stones.sort_unstable();
            stones
        };
        let claimed = Claimed {
            dead: sorted([stones(&dead), known_dead].concat()),
            seki: sorted([stones(&seki), known_seki(answer)].concat()),
        };
        let said = said(asked, answer, claimed, &seki.iter().map(|s| name(s)).collect::<Vec<_>>());
        let each = |strings: &[&PlainString], life: &str| -> Vec<String> {
            strings.iter().map(|string| format!("{} {life}", name(string))).collect()
        };
        let assumptions = [each(&alive, "alive"), each(&seki, "in seki"), each(&dead, "dead")].concat().join(", ");
        let by = self.engine.as_ref().map(|engine| format!("; {engine} says so")).unwrap_or_default();
        answer.remarks.push(format!("ASSUMED, not proved ({assumptions}{by}): {said}"));
    }
}

/// What the text counts if the players agree like that, with the clause. Where it does not ask them what is in seki, it asks what is dead: then
/// these strings are not.
fn said(asked: &Asked, answer: &Answer, claimed: Claimed, in_seki: &[String]) -> String {
    let record = record_of(asked);
    let count = |claimed: &Claimed| counted(&answer.rules, &record, &asked.position, claimed);
    let (mut found, mut how) = (count(&claimed), String::new());
    if matches!(found, Counted::Refused(_)) && !claimed.seki.is_empty() {
        found = count(&Claimed { seki: Vec::new(), ..claimed });
        if !in_seki.is_empty() {
            how = format!(" (the text asks which strings are dead: {} counted as not dead)", in_seki.join(", "));
        }
    }
    match found {
        Counted::Result { game, clause } => match game.result {
            Some(result) => format!("{} [{clause}]{how}", result.decision),
            None => "without a result".to_string(),
        },
        Counted::Refused(judged) => {
            format!("not counted: the text does not leave it to the players [{}]", judged.clause)
        }
        Counted::Parted { step, .. } => format!("not counted: step {step} of the game is not accepted"),
    }
}

/// The strings whose life is proved, by their stones, with whether they live (in seki or not).
fn proved(answer: &Answer) -> Vec<(Vec<usize>, bool)> {
    match &answer.found {
        Found::Verdict(verdict) => {
            let known = verdict.status.iter().flat_map(|s| &s.strings).filter(|s| s.life != Life::Undecided);
            known.map(|s| (points_of(s.string.stones).collect(), s.life != Life::Dead)).collect()
        }
        Found::Finished(finished) => {
            let strings = finished.strings.iter().flatten();
            strings.map(|(string, life)| (string.stones.clone(), *life != Life::Dead)).collect()
        }
        Found::Unfinished(unfinished) => {
            let known = unfinished.known.strings.iter();
            known.map(|s| (s.string.stones.clone(), s.life != Some(Life::Dead))).collect()
        }
    }
}

/// The stones that are proved to be in seki, where other strings are open.
fn known_seki(answer: &Answer) -> Vec<usize> {
    let strings = answer.verdict().and_then(|verdict| verdict.status.as_ref()).map(|status| &status.strings);
    let seki = strings.into_iter().flatten().filter(|s| s.life == Life::Seki);
    seki.flat_map(|s| points_of(s.string.stones)).collect()
}
