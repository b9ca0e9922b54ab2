//! Rule sets clause by clause: what each does about repetition, suicide, passes, dead stones, seki and the count, shown by the shortest game or the
//! smallest position on which they part.

use crate::atlas::prisoners::counts_stones;
use crate::law::procedure::{Agree, Judgement, Replay};
use crate::law::{ClauseId, KoRule, Life, PlayingRules, PointStatus, RuleSet, Verdict, interpreter};
use crate::record::script;
use crate::solve::Budget;
use shinpan_board::index::Index;
use shinpan_board::plain::PlainPosition;
use shinpan_board::{Board, Grid, Position};

/// What one rule set does about one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// In a few words.
    pub says: String,
    /// The clause that it rests on, if one is needed.
    pub clause: Option<ClauseId>,
}

/// One thing about which rule sets part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Aspect {
    /// What it is.
    pub name: &'static str,
    /// The position or the game that is asked about, as a diagram or a script; `None` of what a rule set declares.
    pub shown: Option<Shown>,
    /// By rule set.
    pub answers: Vec<Answer>,
}

/// What is asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// A final position.
    Position(String),
    /// A game, of which the last step is meant.
    Game(&'static str),
}

/// Games whose last step shows a difference, each the shortest that does on the smallest board; what it is about.
const GAMES: [(&str, &str); 7] = [
    ("A ko of the start retaken at once", "board .XO./X.XO/.XO.\nto-move W\nW B2\nB C2\n"),
    ("A ko that an own move led to, retaken at once", "board .XO./X..O/.XO.\nB C2\nW B2\nB C2\n"),
    ("Two stones sent, one returned (the other player to move than at the start)", "board .X.\nB A1\nW C1\nB B1\n"),
    ("A position back with the same player to move, no ko", "size 1x4\nB B1\nW D1\nB A1\nW C1\nB B1\n"),
    ("Suicide of one stone", "board .O.\nB A1\n"),
    ("Suicide of two stones", "board X.O/OO.\nB B2\n"),
    ("A play after two passes", "size 1x2\nB pass\nW pass\nB A1\n"),
];

/// Boards on which the smallest positions are looked for, those of fewest points first.
const BOARDS: [(usize, usize); 8] = [(1, 1), (1, 2), (1, 3), (1, 4), (2, 2), (1, 5), (1, 6), (2, 3)];

/// What a rule on repetition forbids, in a few words.
fn of_repetition(rule: KoRule) -> &'static str {
    match rule {
        KoRule::None => "nothing",
        KoRule::Basic => "retaking a ko at once",
        KoRule::Situational => "a position with the same player to move",
        KoRule::PositionalSincePass => "a position that has been there since the last pass",
        KoRule::Positional => "a position",
        KoRule::OwnMoves => "a position after an earlier move of the same player",
        KoRule::Fixed => "the same change of position",
        KoRule::Recurring => "a third time without an offer of no result",
        KoRule::Confirmation | KoRule::PlayOut => "a ko before a pass for it",
    }
}

/// What rule sets declare of themselves.
fn declared(rules: &[RuleSet]) -> Vec<Aspect> {
    let aspect = |name, of: &dyn Fn(&RuleSet, PlayingRules) -> Answer| Aspect {
        name,
        shown: None,
        answers: rules.iter().map(|r| of(r, r.text.playing(r))).collect(),
    };
    vec![
        aspect("What may not come back", &|_, playing| Answer {
            says: playing.repetition.iter().map(|rule| of_repetition(*rule)).collect::<Vec<_>>().join("; "),
            clause: playing.repetition_clauses.first().copied(),
        }),
        aspect("Suicide", &|_, playing| {
            let (says, clause) = match (playing.suicide, playing.unchanged) {
                (Some(clause), _) => ("forbidden", clause),
                (None, Some(clause)) => ("of several stones", clause),
                (None, None) if playing.repetition == [KoRule::OwnMoves] => ("of any number of stones", playing.play),
                (None, None) => ("of several stones", playing.play),
            };
            Answer { says: says.to_string(), clause: Some(clause) }
        }),
        aspect("What a pass costs", &|_, playing| {
            let says = if playing.pass_stones.is_some() { "a stone" } else { "nothing" };
            Answer { says: says.to_string(), clause: playing.pass_stones }
        }),
        aspect("What is counted", &|rules, _| {
            let says = if counts_stones(rules) { "stones and territory" } else { "territory and prisoners" };
            Answer { says: says.to_string(), clause: Some(rules.text.score_clause()) }
        }),
    ]
}

/// What each rule set says of the last step of a game.
fn played(rules: &[RuleSet], (name, game): (&'static str, &'static str)) -> Option<Aspect> {
    let record = script::read("game", game).ok()?;
    let answer = |rules: &RuleSet| {
        let replay = Replay::of(rules, &record, Agree::Recorded, None);
        let refused_before = replay.rows.iter().rev().skip(1).any(|row| !row.judged.is_accepted());
        let last = replay.rows.last()?;
        let says = match last.judged.judgement {
            _ if refused_before => "an earlier step does not stand".to_string(),
            Judgement::Accepted => "accepted".to_string(),
            Judgement::Refused(refusal) => format!("refused ({})", refusal.id()),
            Judgement::Outside => "outside the text".to_string(),
        };
        Some(Answer { says, clause: Some(last.judged.clause) })
    };
    let answers = rules.iter().map(answer).collect::<Option<Vec<Answer>>>()?;
    Some(Aspect { name, shown: Some(Shown::Game(game)), answers })
}

/// Something that verdicts say of a position: of each rule set what, or nothing.
type Said = fn(&Verdict) -> Option<&'static str>;

/// What is looked for: the smallest position on which rule sets that say anything part.
const POSITIONS: [(&str, Said); 3] = [
    ("A string that some call dead", |verdict| {
        let strings = &verdict.status.as_ref()?.strings;
        if strings.iter().any(|s| s.life == Life::Undecided) || strings.len() != 1 {
            return None;
        }
        Some(if strings[0].life == Life::Dead { "dead" } else { "not dead" })
    }),
    ("A string that some call in seki", |verdict| {
        let strings = &verdict.status.as_ref()?.strings;
        if strings.iter().any(|s| matches!(s.life, Life::Undecided | Life::Dead)) {
            return None;
        }
        Some(if strings.iter().any(|s| s.life == Life::Seki) { "in seki" } else { "not in seki" })
    }),
    ("Points that living stones surround, and that are not counted", |verdict| {
        let status = verdict.status.as_ref()?;
        if status.strings.iter().any(|s| matches!(s.life, Life::Undecided | Life::Dead)) {
            return None;
        }
        let is = |of: fn(&PointStatus) -> bool| status.points.iter().any(of);
        match (is(|p| matches!(p, PointStatus::EyeInSeki(_))), is(|p| matches!(p, PointStatus::Territory(_)))) {
            (true, _) => Some("not counted"),
            (false, true) => Some("counted"),
            (false, false) => None,
        }
    }),
];

/// The smallest position on which rule sets part in what they say, with what each says.
fn found(rules: &[RuleSet], (name, said): (&'static str, Said)) -> Option<Aspect> {
    for (rows, cols) in BOARDS {
        let grid = Grid::new(rows, cols).ok()?;
        let board = Board::new(grid)?;
        let mut judges: Vec<_> = rules.iter().map(|r| interpreter(r, &board, Budget::default())).collect();
        let mut positions: Vec<Position> = Index::new(grid).ok()?.iter().collect();
        positions.sort_by_key(|position| position.occupied().count_ones());
        for position in positions {
            let verdicts: Vec<Verdict> = judges.iter_mut().map(|judge| judge.judge(position)).collect();
            let all: Vec<Option<&str>> = verdicts.iter().map(said).collect();
            let mut heard = all.iter().flatten();
            let first = heard.next();
            if heard.any(|other| Some(other) != first) {
                let answer = |(verdict, said): (&Verdict, &Option<&str>)| {
                    let what = said.unwrap_or(if verdict.status.is_none() { "no status" } else { "-" });
                    let clause = verdict.status.as_ref().and_then(|s| s.strings.first()).map(|s| s.clause);
                    Answer { says: format!("{what}, {}", verdict.outcome), clause }
                };
                let answers = verdicts.iter().zip(&all).map(answer).collect();
                let text = PlainPosition::from_position(grid, position)?.to_string();
                return Some(Aspect { name, shown: Some(Shown::Position(text)), answers });
            }
        }
    }
    None
}

/// All aspects in which these rule sets part or that they declare.
#[must_use]
pub fn aspects(rules: &[RuleSet]) -> Vec<Aspect> {
    let mut aspects = declared(rules);
    aspects.extend(GAMES.into_iter().filter_map(|game| played(rules, game)));
    aspects.extend(POSITIONS.into_iter().filter_map(|position| found(rules, position)));
    aspects
}
