//! Why an engine answers as it does: causes that say what it answers to every question, so that they can be held against all of its
//! answers.

use super::count::Count;
use super::evidence::{Answers, Asked, Evidence, Matter};
use super::family::Family;
use super::reference::{Reference, counts_prisoners};
use super::variant::{Fault, Repetition, Suicide, Variant};
use super::{Question, Status, ko};
use crate::gtp::game::ko_rules;
use crate::law::KoRule;
use crate::law::{Life, RuleSet};

/// What an engine may do otherwise than the text.
#[derive(Clone, PartialEq, Debug)]
pub enum Hypothesis {
    /// It plays by other rules, or with a fault.
    Plays(Variant),
    /// It counts in another way.
    Counts(Count),
    /// The same, with the captures of an implementation that has this fault.
    CountsAs(Count, Variant),
    /// It calls stones of the first life by the second.
    Calls(Life, Life),
    /// It lists no stones of a status.
    ListsNone(Status),
}

/// A hypothesis with its name.
#[derive(Clone, PartialEq, Debug)]
pub struct Cause {
    /// What the engine does, in words.
    pub name: String,
    /// What follows from it.
    pub what: Hypothesis,
}

/// All causes that are tried, the simpler ones first.
#[must_use]
pub fn all(rules: &RuleSet) -> Vec<Cause> {
    let text = Variant::of(rules);
    let mut causes = Vec::new();
    let mut plays = |name: String, variant: Variant| {
        if variant != text {
            causes.push(Cause { name, what: Hypothesis::Plays(variant) });
        }
    };
    let has = ko::of_text(ko_rules(rules));
    let playing = rules.text.playing(rules);
    let clause = playing.repetition_clauses[0];
    for (name, repetition) in ko::hypotheses() {
        plays(format!("plays by {name}, where the text has {has} [{clause}]"), Variant { repetition, ..text });
    }
    for (name, rule) in [("positional", KoRule::Positional), ("situational", KoRule::Situational)] {
        let variant = Variant { repetition: Repetition::AtCaptures(rule), ..text };
        let name = format!("{name} superko looked at after captures only");
        plays(format!("plays by {name}, where the text has {has} [{clause}]"), variant);
    }
    let point = Variant { repetition: Repetition::Point, ..text };
    plays("refuses every play where one stone has just been taken, also one that takes more".to_string(), point);
    let suicides = match (playing.suicide, playing.unchanged) {
        (Some(clause), _) => vec![
            (format!("allows suicide of several stones [{clause}]"), Suicide::OfSeveral),
            (format!("allows all suicide [{clause}]"), Suicide::Always),
        ],
        (None, unchanged) => {
            let of_one = unchanged.map(|clause| (format!("allows suicide of one stone [{clause}]"), Suicide::Always));
            let of_several = ("refuses suicide of several stones".to_string(), Suicide::Never);
            [of_several].into_iter().chain(of_one).collect()
        }
    };
    for (name, suicide) in suicides {
        plays(name, Variant { suicide, ..text });
    }
    if ko::suicide_of(rules) == "allowed for several stones" && playing.unchanged.is_none() {
        let lone = Variant { fault: Some(Fault::LoneSuicide), ..text };
        plays(format!("allows suicide of one stone [{clause}]"), lone);
    }
    let faults = [
        ("allows plays on occupied points", Fault::Occupied),
        ("refuses a stone without liberty before it looks whether it captures", Fault::LibertyFirst),
        ("refuses plays in one's own eyes", Fault::OwnEye),
        ("leaves captured stones on the board", Fault::KeepsCaptured),
        ("captures single stones only", Fault::SinglesOnly),
        ("never captures a string at the edge", Fault::EdgeIsLiberty),
        ("takes the end of a row for a neighbour of the beginning of the next", Fault::Wraps),
        ("counts a captured string once for each of its stones beside the play", Fault::TouchedTwice),
        ("counts a captured string as one stone", Fault::CountsStrings),
        ("counts as a player's captures those of his own stones", Fault::Exchanged),
        ("counts only the last capture", Fault::LastCapture),
        ("undo takes nothing back", Fault::UndoNothing),
        ("undo does not put captured stones back", Fault::UndoStoneOnly),
    ];
    for (name, fault) in faults {
        plays(name.to_string(), Variant { fault: Some(fault), ..text });
    }
    for order in orders() {
        let name = "removes only one of several strings that a play captures".to_string();
        plays(name, Variant { fault: Some(Fault::OneString(order)), ..text });
    }
    let counts = Count::all(rules).into_iter();
    causes.extend(counts.map(|(name, count)| Cause { name, what: Hypothesis::Counts(count) }));
    let none = |status: Status| (format!("lists no {} stones", status.name()), Hypothesis::ListsNone(status));
    let mut statuses = Status::ALL.map(none).to_vec();
    statuses.extend([
        ("calls dead stones alive".to_string(), Hypothesis::Calls(Life::Dead, Life::Alive)),
        ("calls stones in seki alive".to_string(), Hypothesis::Calls(Life::Seki, Life::Alive)),
        ("calls stones in seki dead".to_string(), Hypothesis::Calls(Life::Seki, Life::Dead)),
        ("calls dead stones stones in seki".to_string(), Hypothesis::Calls(Life::Dead, Life::Seki)),
    ]);
    causes.extend(statuses.into_iter().map(|(name, what)| Cause { name, what }));
    causes
}

/// The ways to count once more, with the captures of an engine that is known to count those wrongly, if one of these names says so: its scores
/// then have two causes at once.
#[must_use]
pub fn with_captures(named: &[Named], causes: &[Cause]) -> Vec<Cause> {
    let of = |named: &Named| match named.what {
        Some(Hypothesis::Plays(variant)) if variant.fault.is_some_and(Fault::is_of_captures) => Some(variant),
        _ => None,
    };
    let Some(variant) = named.iter().find_map(of) else { return Vec::new() };
    let with = |cause: &Cause| match &cause.what {
        Hypothesis::Counts(count) => {
            let name = format!("{}; prisoners are as it counts captures", cause.name);
            Some(Cause { name, what: Hypothesis::CountsAs(count.clone(), variant) })
        }
        _ => None,
    };
    causes.iter().filter_map(with).collect()
}

/// The orders in which four neighbours can be looked at.
fn orders() -> impl Iterator<Item = [usize; 4]> {
    (0..256usize).filter_map(|n| {
        let order = [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6];
        let mut sorted = order;
        sorted.sort_unstable();
        (sorted == [0, 1, 2, 3]).then_some(order)
    })
}

/// The cause of scores that all differ by the same number of points, if they do.
#[must_use]
pub fn offset(evidence: &Evidence) -> Option<Cause> {
    let scores = evidence.matters.iter().filter(|((family, _), _)| *family == Family::Score);
    let mut wrong = scores.flat_map(|(_, answers)| answers.wrong.values()).flat_map(|wrong| &wrong.kept);
    let first = wrong.next()?;
    let points = first.got.parse::<i32>().ok()? - first.expected.parse::<i32>().ok()?;
    let name = format!("final_score is {points} more than the text's for Black, whatever the position");
    Some(Cause { name, what: Hypothesis::Counts(Count::More(points)) })
}

impl Hypothesis {
    /// Whether it has something to say in a family.
    #[must_use]
    fn is_about(&self, family: Family) -> bool {
        match (self, family) {
            (_, Family::Protocol) => false,
            (Hypothesis::Plays(_), Family::Status(_)) => false,
            (Hypothesis::Plays(_), _) => true,
            (Hypothesis::Counts(_) | Hypothesis::CountsAs(..), family) => family == Family::Score,
            (Hypothesis::Calls(..) | Hypothesis::ListsNone(_), family) => matches!(family, Family::Status(_)),
        }
    }

    /// What the engine answers by it; `None` where it says nothing.
    pub fn answer(&self, reference: &mut Reference, asked: &Asked) -> Option<String> {
        let Asked { record, question, expected, .. } = asked;
        match (self, question) {
            (Hypothesis::Plays(variant), Question::Score) => {
                let played = variant.follow(record)?;
                let game = reference.game(record)?;
                let [black, white] = played.captured;
                let rules = reference.rules().clone();
                let right: i32 = expected.parse().ok()?;
                let of_text = if counts_prisoners(&rules) { game.prisoners() } else { 0 };
                let besides = if counts_prisoners(&rules) {
                    // What passes cost is counted as ever.
                    let [ours, theirs] = crate::board::Colour::ALL.map(|c| game.captured_by(c) as i32);
                    black - white + game.prisoners() - (ours - theirs)
                } else {
                    0
                };
                if played.position == *game.position() {
                    return Some((right - of_text + besides).to_string());
                }
                let margin = if played.position.is_legal() {
                    super::count::margin(reference, &rules, &played.position)?
                } else if rules.text.only_counts(&rules) {
                    super::count::all_alive(&played.position, rules.text.counts_stones(&rules))
                } else {
                    return None;
                };
                Some((margin + besides).to_string())
            }
            (Hypothesis::Plays(variant), _) => variant.answer(record, question),
            (Hypothesis::Counts(count), Question::Score) => {
                let game = reference.game(record)?;
                Some(count.score(reference, &game, expected.parse().ok()?, 0)?.to_string())
            }
            (Hypothesis::CountsAs(count, variant), Question::Score) => {
                let [black, white] = variant.follow(record)?.captured;
                let game = reference.game(record)?;
                let [ours, theirs] = crate::board::Colour::ALL.map(|c| game.captured_by(c) as i32);
                let besides = (black - white) - (ours - theirs);
                Some(count.score(reference, &game, expected.parse().ok()?, besides)?.to_string())
            }
            (Hypothesis::Calls(..) | Hypothesis::ListsNone(_), Question::Status(status)) => {
                self.list(reference, asked, *status)
            }
            _ => None,
        }
    }

    fn list(&self, reference: &mut Reference, asked: &Asked, status: Status) -> Option<String> {
        let game = reference.game(&asked.record)?;
        let judgement = reference.referee().judge(&game).ok()?;
        let called = |life: Life| match self {
            Hypothesis::Calls(from, to) if *from == life => *to,
            _ => life,
        };
        let wanted = status.life();
        let lives = [Life::Dead, Life::Seki, Life::Alive].into_iter().filter(|&life| called(life) == wanted);
        let mut points: Vec<usize> = lives.filter_map(|life| judgement.strings(life)).flatten().flatten().collect();
        if *self == Hypothesis::ListsNone(status) {
            points.clear();
        }
        points.sort_unstable();
        Some(super::said::names(asked.record.grid, &points))
    }
}

/// Wrong answers that have one name.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name.
    pub cause: String,
    /// What explains them, if anything does.
    pub what: Option<Hypothesis>,
    /// The matters and kinds of the answers.
    pub of: Vec<(Matter, String)>,
}

/// Causes that explain the same matters equally well, by their numbers in the list.
pub type Tied = Vec<usize>;

/// Whether a cause is another rule on repetition.
fn is_of_repetition(cause: &Cause, rules: &RuleSet) -> bool {
    let text = Variant::of(rules);
    matches!(cause.what, Hypothesis::Plays(variant) if variant.repetition != text.repetition)
}

/// Whether a cause predicts all these wrong answers.
fn explains(cause: &Cause, reference: &mut Reference, answers: &Answers) -> bool {
    answers.wrong.values().flat_map(|wrong| &wrong.kept).all(|found| {
        let asked = Asked::of(found);
        cause.what.answer(reference, &asked).as_ref() == Some(&asked.got)
    })
}

/// Whether a cause predicts all these right answers.
fn allows(cause: &Cause, reference: &mut Reference, answers: &Answers) -> bool {
    answers.right.iter().all(|asked| cause.what.answer(reference, asked).as_ref() == Some(&asked.got))
}

/// Whether no right answer is against a cause, in whatever family. How an engine counts is another matter than how it plays: where it plays
/// with a fault its scores may be right all the same. So is which suicide it has a matter beside its rule on repetition.
fn is_possible(cause: &Cause, reference: &mut Reference, evidence: &Evidence) -> bool {
    let (plays, repetition) = (matches!(cause.what, Hypothesis::Plays(_)), is_of_repetition(cause, reference.rules()));
    let about = |family: Family| {
        let besides = match family {
            Family::Score => plays,
            Family::SuicideOfOne | Family::SuicideOfSeveral => repetition,
            _ => false,
        };
        cause.what.is_about(family) && !besides
    };
    let mut matters = evidence.matters.iter().filter(|((family, _), _)| about(*family));
    matters.all(|(_, answers)| allows(cause, reference, answers))
}

/// The names of all wrong answers: causes that predict all answers of a family, right ones included, those first that explain most
/// families; then causes that do so where a position has what parts the texts; else what the answers are. Also the causes that no
/// answer tells apart.
pub fn names(evidence: &Evidence, causes: &[Cause], reference: &mut Reference) -> (Vec<Named>, Vec<Tied>) {
    let wrong = |answers: &Answers| !answers.wrong.is_empty();
    let mut open: Vec<Family> = evidence.matters.iter().filter(|(_, a)| wrong(a)).map(|(m, _)| m.0).collect();
    open.dedup();
    let mut explained: Vec<(usize, Vec<Family>)> = Vec::new();
    for (at, cause) in causes.iter().enumerate() {
        let mut families = Vec::new();
        for &family in open.iter().filter(|family| cause.what.is_about(**family)) {
            let matters = || evidence.matters.iter().filter(|((of, _), _)| *of == family).map(|(_, answers)| answers);
            // The wrong ones first: most causes fail there at once.
            if matters().all(|answers| explains(cause, reference, answers))
                && matters().all(|answers| allows(cause, reference, answers))
            {
                families.push(family);
            }
        }
        // An engine has one rule on repetition: another one explains nothing, however well it fits elsewhere.
        let is_other = open.contains(&Family::Repetition)
            && !families.contains(&Family::Repetition)
            && is_of_repetition(cause, reference.rules());
        if !families.is_empty() && !is_other && is_possible(cause, reference, evidence) {
            explained.push((at, families));
        }
    }
    let (mut named, mut tied) = (Vec::new(), Vec::new());
    loop {
        let left = |families: &[Family]| families.iter().filter(|f| open.contains(f)).copied().collect::<Vec<_>>();
        let most = explained.iter().map(|(_, families)| left(families).len()).max().unwrap_or(0);
        if most == 0 {
            break;
        }
        let best: Vec<(usize, Vec<Family>)> = explained
            .iter()
            .map(|(at, families)| (*at, left(families)))
            .filter(|(_, families)| families.len() == most)
            .collect();
        let families = best[0].1.clone();
        let equal: Tied = best.iter().filter(|(_, of)| *of == families).map(|(at, _)| *at).collect();
        let of = kinds(evidence, |(family, _)| families.contains(&family));
        named.push(one(causes, &equal, "", of));
        tied.push(equal);
        open.retain(|family| !families.contains(family));
    }
    for (matter, answers) in evidence.matters.iter().filter(|(matter, a)| wrong(a) && open.contains(&matter.0)) {
        let candidates = causes.iter().enumerate().filter(|(_, cause)| cause.what.is_about(matter.0));
        let of_scores = candidates.filter(|_| matter.0 == Family::Score);
        let equal: Tied = of_scores
            .filter(|(_, cause)| explains(cause, reference, answers) && allows(cause, reference, answers))
            .map(|(at, _)| at)
            .collect();
        if equal.is_empty() {
            for kind in answers.wrong.keys() {
                let of = vec![(*matter, kind.clone())];
                named.push(Named { cause: with(kind, matter.1), what: None, of });
            }
        } else {
            let of = kinds(evidence, |of| of == *matter);
            named.push(one(causes, &equal, matter.1, of));
            tied.push(equal);
        }
    }
    tied.retain(|causes| causes.len() > 1);
    (named, tied)
}

fn kinds(evidence: &Evidence, of: impl Fn(Matter) -> bool) -> Vec<(Matter, String)> {
    let matters = evidence.matters.iter().filter(|(matter, _)| of(**matter));
    matters.flat_map(|(matter, answers)| answers.wrong.keys().map(|kind| (*matter, kind.clone()))).collect()
}

fn with(cause: &str, circumstance: &str) -> String {
    if circumstance.is_empty() { cause.to_string() } else { format!("{cause} ({circumstance})") }
}

/// One name for causes that no answer tells apart.
fn one(causes: &[Cause], equal: &[usize], circumstance: &str, of: Vec<(Matter, String)>) -> Named {
    let mut names: Vec<&str> = Vec::new();
    // A plain count that fits is not more of a text that counts so too.
    let is_text =
        |at: usize| matches!(causes[at].what, Hypothesis::Counts(Count::Of(_)) | Hypothesis::CountsAs(Count::Of(_), _));
    for &at in equal.iter().filter(|&&at| !is_text(at) || is_text(equal[0])) {
        let name = causes[at].name.as_str();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let others = names.len().saturating_sub(1);
    let name = match names[..] {
        [first] => first.to_string(),
        [first, second] => format!("{first}; or {second}: no answer tells which"),
        _ => format!("{}, or one of {others} others: no answer tells which", names[0]),
    };
    Named { cause: with(&name, circumstance), what: Some(causes[equal[0]].what.clone()), of }
}
