//! Certificates of values: written, followed, and attacked.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;

use shinpan::atlas::{Silent, Table, WholeBoard};
use shinpan::board::{Colour, Position, diagram};
use shinpan::law::Outcome;
use shinpan::law::play::{Play, Remembered};
use shinpan::proof::check::Fault;
use shinpan::proof::value::{ValueProof, ValueStep, check};
use shinpan::solve::Budget;

use crate::values::{ALL, run, values};

/// Of every value that is decided there is a certificate that is accepted, and none of a value that is another. Those that rest on
/// the history have steps.
#[test]
fn values_have_certificates() {
    certified(&[("1x4", 1, 500, 8), ("1x5", 12, 80, 12), ("2x2", 4, 160, 30), ("2x3", 40, 130, 9)]);
}

#[test]
#[ignore = "minutes"]
fn values_of_more_positions_have_certificates() {
    certified(&[("1x5", 3, 350, 60), ("2x2", 1, 700, 150), ("2x3", 8, 700, 60)]);
}

/// On every so many-th position of a board: the least that are certified, and of these by steps.
fn certified(sizes: &[(&str, usize, usize, usize)]) {
    let stop = AtomicBool::new(false);
    for &(size, step, least, by_steps) in sizes {
        let (board, found) = values(size, ALL);
        let (mut certified, mut stepped) = (0, 0);
        for values in &found {
            let budget = Budget::default();
            for (position, mover) in board.positions().step_by(step).flat_map(|p| Colour::ALL.map(|c| (p, c))) {
                let made = values.certificate(position, mover, budget, &stop);
                if values.value(position, mover).margin().is_none() {
                    assert!(made.is_err());
                    continue;
                }
                let proof = made.unwrap_or_else(|e| panic!("{size} {} {position:?} {mover}: {e}", values.name));
                assert_eq!(
                    proof.black.is_empty(),
                    values.took_history(position, mover) || !proof.black_steps.is_empty()
                );
                certified += 1;
                stepped += usize::from(!proof.black_steps.is_empty());
                check(&proof, budget).unwrap();
                for by in [-1, 1] {
                    let other = ValueProof { value: proof.value + by, ..proof.clone() };
                    assert!(matches!(check(&other, budget), Err(Fault::Rejected(_))));
                }
                // A strategy that forgets what may follow, and one that promises too much.
                let mut short = proof.clone();
                if short.black.len() > 1 {
                    short.black.pop();
                    assert!(matches!(check(&short, budget), Err(Fault::Rejected(_))));
                }
                let mut bold = proof.clone();
                bold.white.iter_mut().for_each(|entry| entry.promise -= 1);
                bold.white_steps.iter_mut().for_each(|step| step.promise -= 1);
                assert!(matches!(check(&bold, budget), Err(Fault::Rejected(_))));
            }
        }
        println!("{size}: {certified} certificates, {stepped} by steps");
        assert!(certified >= least && stepped >= by_steps, "{size}: {certified} {stepped}");
    }
}

/// Steps altered at random are accepted for no value but the right one: another answer, one that is left out, a promise, a number, a state.
#[test]
fn altered_steps_show_no_other_value() {
    let stop = AtomicBool::new(false);
    let budget = Budget::default();
    let mut random = 1u64;
    let mut below = |most: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % most
    };
    let (mut refused, mut accepted) = (0, 0);
    for (size, list) in
        [("1x5", "aj2004 ms-japanese ms-chinese tromp-taylor aga-area"), ("2x2", "aj2004 tromp-taylor aga-area")]
    {
        let (board, found) = values(size, list);
        for values in &found {
            let both = board.positions().flat_map(|p| Colour::ALL.map(|c| (p, c)));
            for (position, mover) in both.filter(|&(p, c)| values.took_history(p, c)).take(12) {
                let proof = values.certificate(position, mover, budget, &stop).unwrap();
                for _ in 0..60 {
                    let mut other = proof.clone();
                    let by = [-1, 1][below(2)];
                    other.value += by;
                    // The player who would have to do better.
                    let steps = if by > 0 { &mut other.black_steps } else { &mut other.white_steps };
                    steps.iter_mut().for_each(|step| step.promise += if below(8) > 0 { by } else { 0 });
                    for _ in 0..1 + below(4) {
                        let many = steps.len();
                        let (at, from) = (below(many), below(many));
                        match below(6) {
                            0 => steps[at].state = steps[from].state.clone(),
                            1 => steps[at].promise += [-1, 1][below(2)],
                            2 => steps[at].after = steps[from].after.clone(),
                            3 if !steps[at].after.is_empty() => {
                                let key = steps[at].after.keys().nth(below(steps[at].after.len())).cloned();
                                steps[at].after.remove(&key.unwrap());
                            }
                            4 => steps[at].after.values_mut().for_each(|to| *to = below(many)),
                            _ if !steps[at].state.ends_with("passing") => {
                                steps[at].state.push_str(" passing");
                                steps[at].after.clear();
                            }
                            _ => {}
                        }
                    }
                    match check(&other, budget) {
                        Ok(_) => accepted += 1,
                        Err(_) => refused += 1,
                    }
                }
            }
        }
    }
    assert!(accepted == 0 && refused > 2500, "{accepted} {refused}");
}

#[test]
fn a_certificate_is_written_and_checked_on_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("value.json");
    let file = file.to_str().unwrap();
    let made = run(&["prove", "2x2", "--value", "--rules", "ms-chinese", "--to-move", "W", "--out", file]);
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let checked = run(&["check-proof", file]);
    assert!(String::from_utf8(checked.stdout).unwrap().starts_with("valid: the value of ../.. with W to move is draw"));
    let text = std::fs::read_to_string(file).unwrap();
    std::fs::write(file, text.replace("\"value\": 0", "\"value\": 1")).unwrap();
    let rejected = run(&["check-proof", file]);
    assert_eq!(rejected.status.code(), Some(1));
    std::fs::write(file, text.replace("draw", "").replace("promise", "promises")).unwrap();
    assert_eq!(run(&["check-proof", file]).status.code(), Some(2));
    let history = ["prove", "2x2", "--value", "--rules", "tromp-taylor"];
    assert!(run(&[&history[..], &["--out", file, "--force"]].concat()).status.success());
    assert!(std::fs::read_to_string(file).unwrap().contains("\"black-steps\": ["));
    let checked = run(&["check-proof", file]);
    assert!(String::from_utf8(checked.stdout).unwrap().starts_with("valid: the value of ../.. with B to move is B+1"));
    let open = run(&[&history[..], &["--budget", "1"]].concat());
    assert_eq!(open.status.code(), Some(2));
    assert_eq!(String::from_utf8(open.stderr).unwrap().lines().count(), 1);
}

/// A prover that forgets by which path it came to a state: what it has found of one it takes for true on every other.
struct Forgetful<'a> {
    board: &'a WholeBoard,
    play: Play,
    ends: &'a Table<Outcome>,
    player: Colour,
    /// It also forgets that its own plays may be refused.
    bold: bool,
    random: u64,
    path: Vec<Mark>,
    known: HashMap<(Place, i32), Option<usize>>,
    steps: Vec<ValueStep>,
}

/// A position, the player to move, and the point on which he may not retake a ko, where pairs are remembered.
type Place = (Position, Colour, Option<usize>);

/// What may not come back: a position, with a player to move, or with the one before it.
type Mark = (Position, Option<Colour>, Option<Position>);

/// A move: its name, the prisoners that it brings, what it leads to and what it leaves.
struct Move {
    name: String,
    gain: i32,
    to: Place,
    mark: Option<Mark>,
}

impl Forgetful<'_> {
    fn pairs(&self) -> bool {
        self.play.remembered == Remembered::Pairs
    }

    fn moves(&self, (position, mover, ban): Place) -> Vec<Move> {
        let (board, next) = (self.board.board(), mover.opponent());
        let of_state =
            |position| (position, Some(next).filter(|_| self.play.remembered == Remembered::Situations), None);
        let stones = self.play.stones(board, position, mover).filter(|stone| ban != Some(stone.point));
        let plays = stones.map(|stone| Move {
            name: board.grid().name(stone.point),
            gain: i32::from(self.play.gain(&stone)),
            to: (stone.after, next, stone.ko.filter(|_| self.pairs())),
            mark: Some(if self.pairs() { (stone.after, None, Some(position)) } else { of_state(stone.after) }),
        });
        let mark = (!self.pairs()).then(|| of_state(position));
        let pass = Move { name: "pass".to_string(), gain: 0, to: (position, next, None), mark };
        plays.chain([pass]).collect()
    }

    /// The number of the step by which the player has as much as he promises himself.
    fn wins(&mut self, place: Place, promise: i32) -> Option<usize> {
        if let Some(&known) = self.known.get(&(place, promise)) {
            return known;
        }
        if self.path.len() > 60 {
            return None;
        }
        let found = self.after(place, promise).map(|after| {
            let grid = self.board.board().grid();
            let ban = place.2.map(|p| format!(" ban {}", grid.name(p))).unwrap_or_default();
            let state = format!("{} {}{ban}", diagram::text(grid, place.0), place.1.letter());
            self.steps.push(ValueStep { state, promise, after });
            self.steps.len() - 1
        });
        self.known.insert((place, promise), found);
        found
    }

    fn after(&mut self, place: Place, promise: i32) -> Option<BTreeMap<String, usize>> {
        let own = place.1 == self.player;
        let Outcome::Margin(margin) = self.board.outcome_of(self.ends, place.0) else { return None };
        let stops = if self.player == Colour::Black { margin >= promise } else { margin <= promise };
        let mut moves = self.moves(place);
        moves.retain(|mv| mv.name != "pass" || stops == own);
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let by = (self.random >> 33) as usize % moves.len().max(1);
        moves.rotate_left(by);
        let mut answers = BTreeMap::new();
        for Move { name, gain, to, mark } in moves {
            let refused = name != "pass" && self.path.iter().any(|left| Some(*left) == mark);
            if refused && !(own && self.bold) {
                continue;
            }
            let gain = if place.1 == Colour::Black { gain } else { -gain };
            self.path.extend(mark);
            let step = self.wins(to, promise - gain);
            self.path.truncate(self.path.len() - usize::from(mark.is_some()));
            match (own, step) {
                (true, Some(step)) => return Some(BTreeMap::from([(name, step)])),
                (true, None) => {}
                (false, step) => drop(answers.insert(name, step?)),
            }
        }
        (!own).then_some(answers)
    }

    /// The steps that the last one rests on.
    fn used(self) -> Vec<ValueStep> {
        let mut used = vec![false; self.steps.len()];
        *used.last_mut().unwrap() = true;
        for at in (0..used.len()).rev() {
            if used[at] {
                self.steps[at].after.values().for_each(|&to| used[to] = true);
            }
        }
        let number: Vec<usize> = used
            .iter()
            .scan(0, |next, used| {
                let number = *next;
                *next += usize::from(*used);
                Some(number)
            })
            .collect();
        let mut steps = self.steps;
        steps.iter_mut().for_each(|step| step.after.values_mut().for_each(|to| *to = number[*to]));
        steps.into_iter().zip(used).filter_map(|(step, used)| used.then_some(step)).collect()
    }
}

/// What a forgetful prover takes for shown is accepted where it is true, and never where it is not.
#[test]
fn steps_that_forget_the_history_show_nothing_false() {
    let (stop, budget) = (AtomicBool::new(false), Budget::default());
    let rules = "tromp-taylor aga-area ms-chinese ms-japanese aj2004";
    // What is accepted, what is not, and how much of either is false; of pairs, and of superko.
    let mut tried = [[0; 3]; 2];
    for (size, step) in [("1x4", 1), ("1x5", 4), ("2x2", 2), ("2x3", 20)] {
        let (board, found) = values(size, rules);
        for values in &found {
            let ends = board.judge::<Outcome>(std::slice::from_ref(&values.rules), budget, &Silent, &stop).unwrap();
            let both = board.positions().flat_map(|p| Colour::ALL.map(|c| (p, c)));
            for (position, mover) in both.filter(|&(p, c)| values.took_history(p, c)).step_by(step) {
                let right = values.certificate(position, mover, budget, &stop).unwrap();
                for player in Colour::ALL {
                    let better = if player == Colour::Black { 1 } else { -1 };
                    for (by, bold, random) in [(0, false, 1), (better, false, 1), (better, false, 2), (better, true, 3)]
                    {
                        let value = right.value + by;
                        let (play, known) = (values.play(), HashMap::new());
                        let (path, steps) = (Vec::new(), Vec::new());
                        let (board, ends) = (&board, &ends[0]);
                        let mut prover = Forgetful { board, play, ends, player, bold, random, path, known, steps };
                        let start = (position, Some(mover).filter(|_| play.remembered == Remembered::Situations), None);
                        prover.path.extend(Some(start).filter(|_| !prover.pairs()));
                        if prover.wins((position, mover, None), value).is_none() {
                            continue;
                        }
                        let pairs = usize::from(prover.pairs());
                        let mut proof = ValueProof { value, ..right.clone() };
                        match player {
                            Colour::Black => proof.black_steps = prover.used(),
                            Colour::White => proof.white_steps = prover.used(),
                        }
                        // The other player's strategy is right, and keeps more than is claimed.
                        let shown = match check(&proof, budget) {
                            Ok(_) => true,
                            Err(why) => {
                                assert!(why.to_string().contains(&format!("{player}'s strategy")), "{why}");
                                false
                            }
                        };
                        assert!(!(shown && by != 0), "{size} {} {position:?} {mover}: {player} {value}", values.name);
                        tried[pairs][usize::from(!shown)] += 1;
                        tried[pairs][2] += usize::from(by != 0);
                    }
                }
            }
        }
    }
    println!("accepted, refused, of these false: by superko {:?}, by pairs {:?}", tried[0], tried[1]);
    assert!(tried[0][0] > 30 && tried[0][2] > 300 && tried[1][0] > 3 && tried[1][2] > 3, "{tried:?}");
}
