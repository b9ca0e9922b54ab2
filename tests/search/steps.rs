//! Steps show what is true and nothing else: they are found wherever something is decided, zones and all; and none that are altered, or made
//! up for a claim that is false, are accepted.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Mutex;

use shinpan::board::{Board, Colour, Points, diagram, points_of};
use shinpan::law::{RuleSet, Written, interpreter};
use shinpan::proof::check::check as check_proof;
use shinpan::proof::prove::{How, prove, prove_by};
use shinpan::proof::steps::{ByThresholds, check, steps, steps_told};
use shinpan::proof::{Entry, Proof};
use shinpan::solve::Budget;
use shinpan::solve::arena::Decided;
use shinpan::solve::score::{Score, Scores, Valuation};
use shinpan::solve::search::{OnBoard, Siege, Step, threshold_game};
use shinpan::solve::thresholds::Counted;
use shinpan::texts::aj2004::{self, BlackAnalysis, Weights};
use shinpan::texts::j1997::{self, PlayOut};

use super::{Compared, Extent, board, captures, emptied, for_good, positions, wanted};
use crate::search::What;

impl Compared {
    /// Finds steps for what is known of a state, has them checked, and compares what they show with the truth.
    pub(super) fn steps<G: Siege<State: Written + Send + Sync, Move: Written> + Sync>(
        &mut self,
        game: &G,
        start: &G::State,
        known: bool,
        truth: impl Fn(&G::State) -> Option<bool>,
        with: impl Fn(&G::State, shinpan::board::Position, Points) -> G::State,
        random: &mut fastrand::Rng,
    ) {
        self.shown(game, start, (known, steps(game, start, known, Budget::of(100_000))), truth, with, random);
    }

    /// The same of what is known, and the steps that were found for it.
    fn shown<G: Siege<State: Written + Send + Sync, Move: Written> + Sync>(
        &mut self,
        game: &G,
        start: &G::State,
        (known, found): (bool, Option<Vec<Entry>>),
        truth: impl Fn(&G::State) -> Option<bool>,
        with: impl Fn(&G::State, shinpan::board::Position, Points) -> G::State,
        random: &mut fastrand::Rng,
    ) {
        let text = || format!("{known} {}", start.written(game.board()));
        if let Some(found) = found {
            self.proved += 1;
            match check(game, start, known, &found) {
                Ok(zones) => {
                    let zones: Vec<_> = zones.into_iter().map(|(state, zone)| (state, known, zone)).collect();
                    self.zones(game, &zones, &truth, with, 2, random);
                }
                Err(why) => self.wrong.push(format!("steps: {}: {why}", text())),
            }
            let mut altered = found.clone();
            if !altered.is_empty() {
                alter(game.board(), &mut altered, random);
                self.forged(game, start, !known, &altered);
            }
        }
        for openly in [false, true] {
            let mut forger =
                Forger { game, holds: !known, truth: &truth, openly, seen: HashSet::new(), steps: Vec::new() };
            forger.make_up(start, random);
            self.forged(game, start, !known, &forger.steps);
        }
    }

    /// No steps show what is false.
    fn forged<G: Siege<State: Written, Move: Written>>(
        &mut self,
        game: &G,
        start: &G::State,
        is_false: bool,
        steps: &[Entry],
    ) {
        self.forgeries += 1;
        if check(game, start, is_false, steps).is_ok() {
            self.wrong.push(format!("forged: {is_false} {}: {steps:?}", start.written(game.board())));
        }
    }
}

/// Alters one thing.
fn alter(board: &Board, steps: &mut Vec<Entry>, random: &mut fastrand::Rng) {
    let number = random.usize(0..steps.len());
    let name = |p: usize| board.grid().name(p);
    let other = random.usize(0..board.len());
    match random.u8(0..4) {
        0 => drop(steps.remove(number)),
        1 => steps[number].mv = steps[number].mv.is_none().then(|| name(other)),
        2 => steps.swap(number, 0),
        _ => {
            let points = (0..board.len()).filter(|&p| p != other).map(name);
            steps[number].within = steps[number].within.is_none().then(|| points.collect());
        }
    }
}

/// Makes up steps for a claim that is false, as near to the truth as can be.
struct Forger<'a, G: Siege> {
    game: &'a G,
    holds: bool,
    truth: &'a dyn Fn(&G::State) -> Option<bool>,
    /// All moves are answered, whatever comes of it, and play goes on where it is over. Else those are kept out of sight that have no
    /// answer.
    openly: bool,
    seen: HashSet<G::State>,
    steps: Vec<Entry>,
}

impl<G: Siege<State: Written, Move: Written>> Forger<'_, G> {
    fn make_up(&mut self, state: &G::State, random: &mut fastrand::Rng) {
        let Forger { game, holds, truth, openly, .. } = *self;
        let over = game.known(state).is_some_and(|(won, _)| won == holds || !openly);
        if over || self.seen.len() > 300 || !self.seen.insert(*state) {
            return;
        }
        let board = game.board();
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        random.shuffle(&mut moves);
        let good = |to: &G::State| truth(to) == Some(holds) || game.known(to).is_some_and(|(won, _)| won == holds);
        let mine = (game.mover(state) == game.attacker()) == holds;
        let (mut mv, mut within) = (None, None);
        if mine {
            // Where nothing is good, what leads back.
            let best = moves.iter().find(|(_, to)| good(to)).or(moves.iter().find(|(_, to)| self.seen.contains(to)));
            let Some((best, to)) = best.or(moves.first()) else { return };
            mv = Some(best.written(board));
            self.make_up(to, random);
        } else {
            let mut hidden = 0;
            for (mv, to) in &moves {
                match G::step(mv) {
                    Step::Play(p) if !openly && !good(to) => hidden |= 1 << p,
                    _ => self.make_up(to, random),
                }
            }
            let shown: Points = board.all() & !hidden & (random.u64(..) | random.u64(..) | game.core());
            let shown = if random.bool() { board.all() & !hidden } else { shown };
            if !openly && shown != board.all() {
                within = Some(points_of(shown).map(|p| board.grid().name(p)).collect());
            }
        }
        self.steps.push(Entry { state: state.written(board), mv, within, rank: None, stands: None });
    }
}

fn placed(text: &str) -> (Board, shinpan::board::Position) {
    let diagram = diagram::parse(text).expect("a board");
    (Board::new(diagram.grid()).expect("small"), diagram.to_position().expect("small"))
}

fn with_steps(every: usize) -> Extent {
    Extent { steps: true, ..Extent::of(every, 1) }
}

#[test]
fn steps_show_captures_and_nothing_else() {
    for (size, every) in [("1x5", 1), ("2x3", 1), ("2x4", 21), ("3x3", 91)] {
        let compared = captures(size, with_steps(every));
        compared.none_wrong();
        assert!(
            compared.proved * 10 > compared.answers * 9 && compared.forgeries > compared.proved,
            "{size} {compared:?}"
        );
    }
}

#[test]
fn steps_show_what_is_wanted_in_a_continuation_and_nothing_else() {
    for (size, every) in [("1x5", 1), ("2x3", 1), ("3x3", 148)] {
        for what in [What::Captured, What::Immortal] {
            let compared = wanted(size, what, with_steps(every));
            compared.none_wrong();
            assert!(compared.proved * 10 > compared.answers * 9, "{size} {} {}", compared.proved, compared.answers);
        }
    }
}

#[test]
fn steps_show_captures_for_good_and_nothing_else() {
    for (size, questions, every) in [("1x5", 60, 1), ("2x3", 40, 9), ("3x3", 6, 844)] {
        let compared = for_good(size, questions, with_steps(every));
        compared.none_wrong();
        assert!(compared.proved * 10 > compared.answers * 3, "{size} {} {}", compared.proved, compared.answers);
    }
    for (size, every) in [("1x5", 1), ("2x3", 1), ("3x3", 244)] {
        let compared = emptied(size, with_steps(every));
        compared.none_wrong();
        assert!(compared.proved * 10 > compared.answers * 8, "{size} {} {}", compared.proved, compared.answers);
    }
}

impl Compared {
    /// The steps of what players come to, and do not, in a game that ends in a number: all thresholds from what is forced for one player to
    /// what is for the other. What a list says is by the first value, what is seen at once by the second.
    fn scores<G, C, V>(&mut self, game: &G, counted: &C, [listed, seen]: [V; 2], start: &G::State)
    where
        G: OnBoard<State: Written + Send + Sync, Move: Written + Send> + Sync,
        C: Counted<State = G::State, Move = G::Move> + Sync,
        C::Key: Send,
        V: Valuation<G> + Send,
    {
        let scores = RefCell::new((Scores::default(), listed));
        let seen = Mutex::new(seen);
        let scored = |state: &G::State| {
            let (scores, value) = &mut *scores.borrow_mut();
            let Score { lo, hi } = scores.score(game, value, state, Budget::default());
            [lo, hi].map(|bounds| bounds.decided().expect("the board is small"))
        };
        let mut random = fastrand::Rng::with_seed(1);
        let [lo, hi] = scored(start);
        for maximising in [true, false] {
            for least in lo..=hi + 1 {
                let truth = |state: &G::State| {
                    let [lo, hi] = scored(state);
                    Some(if maximising { lo >= least } else { hi < least })
                };
                let game = threshold_game(game, &seen, maximising, least);
                let known = truth(start).expect("it is scored");
                if game.known(start).is_some() {
                    continue;
                }
                self.answers += 1;
                let budget = Budget::of(100_000);
                let mut teller = ByThresholds::new(counted, maximising, least, budget);
                let found = steps_told(&game, &mut teller, start, known, budget);
                self.shown(&game, start, (known, found), truth, |state, _, _| *state, &mut random);
            }
        }
    }
}

#[test]
fn steps_show_what_players_come_to_and_nothing_else() {
    for (size, every) in [("1x4", 1), ("1x5", 5), ("2x3", 9), ("3x3", 2_911)] {
        let board = board(size);
        let mut compared = Compared::default();
        for name in ["aj2004", "aj2004:score=area"] {
            let rules = &RuleSet::parse(name).expect("a rule set")[0];
            let game = BlackAnalysis::new(rules, &board);
            for &position in positions(&board).iter().step_by(every) {
                let weights = Weights::new(&board, rules, position.stones);
                let worth = aj2004::Worth::<1> { game: &game, weights, facts: None };
                let values = [(), ()].map(|()| aj2004::Value::new(&game, weights));
                compared.scores(&game, &worth, values, &game.start(position));
            }
        }
        assert!(compared.proved * 10 > compared.answers * 9, "{size} {} {}", compared.proved, compared.answers);
        for name in ["j1997", "j1997:ko-stones=prisoners"] {
            let game = PlayOut::new(&RuleSet::parse(name).expect("a rule set")[0], &board);
            let starts =
                positions(&board).into_iter().step_by(5 * every).map(|position| game.start(position, Colour::Black));
            for start in starts.filter(|_| board.len() < 9) {
                let mut conceded = [Decided::default(), Decided::default()];
                let mut values =
                    conceded.each_mut().map(|known| j1997::Value::new(&game, known, None, Budget::default()));
                values[1].concedes = false;
                compared.scores(&game, &j1997::Worth::<2>(&game), values, &start);
            }
        }
        compared.none_wrong();
        println!("{size}: {} of {}, {} forgeries", compared.proved, compared.answers, compared.forgeries);
        assert!(compared.proved * 10 > compared.answers * 8, "{size} {} {}", compared.proved, compared.answers);
    }
}

/// The proofs of a board by searches are accepted, give the verdicts of the interpreter, and are none of any other verdict.
#[test]
fn verdicts_are_proved_by_steps() {
    proved_by_steps(&[("1x5", 3), ("2x3", 4), ("3x3", 1_455)]);
}

#[test]
#[ignore = "minutes"]
fn verdicts_on_larger_boards_are_proved_by_steps() {
    proved_by_steps(&[("1x5", 1), ("2x3", 1), ("3x3", 97), ("3x4", 40_009)]);
}

fn proved_by_steps(sizes: &[(&str, usize)]) {
    for &(size, every) in sizes {
        let board = board(size);
        for rules in [
            "j1989",
            "j1989:enable=local-1",
            "j1989:enable=anywhere",
            "ms-japanese",
            "ms-chinese:dead=opponent-first",
            "aj2004",
            "j1997:first=white",
        ] {
            // Little is seen early of a number on boards so small, and the games are long.
            let (most, every) = match &rules[..2] {
                "aj" => (9, every),
                "j1" if rules.starts_with("j1997") => (6, 11 * every),
                _ => (12, every),
            };
            if board.len() > most {
                continue;
            }
            let rules = &RuleSet::parse(rules).expect("a rule set")[0];
            let mut judge = interpreter(rules, &board, Budget::default());
            let (mut by_steps, mut claims) = (0, 0);
            for &position in positions(&board).iter().step_by(every) {
                let text = diagram::text(board.grid(), position);
                let proof = prove_by(rules, &board, position, Budget::default(), How::Searching, &|_| ());
                let proof = proof.unwrap_or_else(|e| panic!("{rules} on {text}: {e}"));
                let checked = check_proof(&proof).unwrap_or_else(|fault| panic!("{rules} on {text}: {fault}"));
                assert_eq!(checked.outcome, judge.judge(position).outcome, "{rules} on {text}");
                let written = proof.to_json().expect("JSON");
                assert_eq!(Proof::read(&written).expect("as it is written"), proof);
                claims += proof.claims.len();
                by_steps += proof.claims.iter().filter(|claim| claim.steps.is_some()).count();
                for number in 0..proof.claims.len() {
                    let mut turned = proof.clone();
                    turned.claims[number].holds ^= true;
                    assert!(check_proof(&turned).is_err(), "{rules} on {text}: claim {number} turned round");
                }
            }
            assert!(by_steps * 10 > claims * 8, "{rules} on {size}: {by_steps} of {claims}");
        }
    }
}

/// On a board that is too large to be listed steps are what `prove` writes, under every text that is played out.
#[test]
fn verdicts_on_5x5_are_proved_by_steps() {
    let all = ["ms-japanese", "j1989", "aj2004", "j1997:first=black"];
    let mut by_either_term = 0;
    for (text, names) in [
        ("OOXOX/O.X../OOXXX/.O.OO/..XO.", &all[..]),
        ("XXX../...X./XXOOO/.O.OX/XXXX.", &all[..]),
        ("XX.OO/OO.OO/X.XOO/XXX.X/..O.X", &all[..]),
        // What aj2004 says of it rests on a history.
        ("X.XXO/OOO../O.XX./..XOX/XXO.X", &all[..1]),
    ] {
        let (board, position) = placed(text);
        for name in names {
            let rules = &RuleSet::parse(name).expect("a rule set")[0];
            let budget = Budget::of(200_000);
            let proof = prove(rules, &board, position, budget).unwrap_or_else(|e| panic!("{name} {text}: {e}"));
            assert!(proof.claims.iter().all(|claim| claim.steps.is_some()), "{name} {text}");
            let checked = check_proof(&proof).unwrap_or_else(|e| panic!("{name} {text}: {e}"));
            assert_eq!(checked.outcome, interpreter(rules, &board, budget).judge(position).outcome);
            by_either_term += usize::from(proof.verdict.to_string().contains("capturable-1 or capturable-2"));
            // Without the last step, which shows the first state, no claim is shown.
            for number in 0..proof.claims.len() {
                let mut cut = proof.clone();
                if cut.claims[number].steps.as_mut().and_then(Vec::pop).is_some() {
                    assert!(check_proof(&cut).is_err(), "{name} {text}: claim {number}");
                }
            }
        }
    }
    assert!(by_either_term > 0, "by which term a string is alive may be left open");
}
