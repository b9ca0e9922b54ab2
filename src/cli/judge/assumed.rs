//! `shinpan judge --assume`: what an outcome that is open comes to if strings live or die as the user believes. It is no verdict: it is said
//! beside the bounds, with each assumption it rests on.

use super::super::Failure;
use super::super::agreement::{Claimed, Counted, counted, stones};
use super::super::position::Asked;
use super::depends::{in_doubt, record_of};
use crate::board::plain::PlainString;
use crate::law::Outcome;
use crate::law::answer::Answer;

/// What is assumed: the stones of strings that live, and of strings that die.
pub struct Assumed {
    alive: Vec<usize>,
    dead: Vec<usize>,
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
        Ok(Assumed { alive, dead })
    }

    /// Says in a remark what the outcome is under the assumptions, where it is open without them.
    pub fn say(&self, asked: &Asked, answer: &mut Answer) {
        let Outcome::Undecided { .. } = answer.outcome() else { return };
        let grid = asked.position.grid();
        let name = |string: &PlainString| grid.name(string.stones[0]);
        let (open, known_dead) = in_doubt(answer);
        let of = |assumed: &[usize]| -> Vec<&PlainString> {
            open.iter().filter(|string| assumed.contains(&string.stones[0])).collect()
        };
        let (alive, dead) = (of(&self.alive), of(&self.dead));
        let rest: Vec<String> =
            (open.iter()).filter(|string| !alive.contains(string) && !dead.contains(string)).map(&name).collect();
        if open.is_empty() {
            answer
                .remarks
                .push("no assumption about strings decides this outcome: the text gives none a status".to_string());
            return;
        }
        if !rest.is_empty() {
            answer.remarks.push(format!("the assumptions leave it open: say too whether {} live", rest.join(", ")));
            return;
        }
        let mut all: Vec<usize> = dead.iter().flat_map(|s| s.stones.clone()).chain(known_dead).collect();
        all.sort_unstable();
        let claimed = Claimed { dead: all, seki: Vec::new() };
        let said = match counted(&answer.rules, &record_of(asked), &asked.position, &claimed) {
            Counted::Result { game, clause } => match game.result {
                Some(result) => format!("{} [{clause}]", result.decision),
                None => "without a result".to_string(),
            },
            Counted::Refused(judged) => {
                format!("not counted: the text does not leave it to the players [{}]", judged.clause)
            }
            Counted::Parted { step, .. } => format!("not counted: step {step} of the game is not accepted"),
        };
        let each = |strings: &[&PlainString], life: &str| -> Vec<String> {
            strings.iter().map(|string| format!("{} {life}", name(string))).collect()
        };
        let assumptions = [each(&alive, "alive"), each(&dead, "dead")].concat();
        answer.remarks.push(format!("ASSUMED, not proved ({}): {said}", assumptions.join(", ")));
    }
}
