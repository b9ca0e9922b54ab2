//! Games of katago: the twin's, which are lists of states, held equal to those of the procedure and of the protocol.

use rayon::prelude::*;
use shinpan::board::plain::PlainPosition;
use shinpan::board::{Colour, Grid};
use shinpan::gtp::game::{GtpGame, Move};
use shinpan::law::procedure::{Agree, Decision, Procedure, procedure};
use shinpan::law::{Outcome, RuleSet};
use shinpan::record::{Act, Setup};
use shinpan::texts;

use super::katago::{Cells, Facts, Score, is, liberties, regions, sign};

/// A state of a game: the colouring, who has the turn, whether there has been a pass, and blocked points.
#[derive(Clone, PartialEq, Eq, Debug)]
struct State {
    cells: Cells,
    player: Colour,
    passed: bool,
    blocked: Vec<usize>,
}

/// What a player does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Turn {
    Move(usize),
    Pass,
    /// Lifts the block on this stone.
    Lift(usize),
}

/// How a game ended: Black less White in hundredths, or no result.
type End = Option<i32>;

/// A game as the list of its states. Everything is looked up in it.
#[derive(Clone)]
struct Game {
    grid: Grid,
    rules: RuleSet,
    /// The state in which each turn was begun, with the phase and the turn.
    turns: Vec<(State, u8, Turn)>,
    now: State,
    phase: u8,
    /// Points emptied, by colour.
    captures: [i32; 2],
    end: Option<End>,
}

impl Game {
    fn new(grid: Grid, rules: &RuleSet) -> Game {
        let now = State { cells: vec![None; grid.len()], player: Colour::Black, passed: false, blocked: Vec::new() };
        Game { grid, rules: rules.clone(), turns: Vec::new(), now, phase: 0, captures: [0; 2], end: None }
    }

    fn player(&self) -> Colour {
        self.now.player
    }

    fn cells(&self) -> &[Option<Colour>] {
        &self.now.cells
    }

    fn is(&self, key: &str, value: &str) -> bool {
        is(&self.rules, key, value)
    }

    /// The colouring after resolving captures.
    fn resolved(&self, cells: &Cells, colour: Colour) -> Cells {
        let mut after = cells.clone();
        for region in regions(self.grid, |p| cells[p] == Some(colour)) {
            if liberties(self.grid, cells, &region) == 0 {
                region.iter().for_each(|&p| after[p] = None);
            }
        }
        after
    }

    fn pseudolegal(&self, cells: &Cells, player: Colour, p: usize) -> Option<Cells> {
        if cells[p].is_some() {
            return None;
        }
        let mut coloured = cells.clone();
        coloured[p] = Some(player);
        let taken = self.resolved(&coloured, player.opponent());
        let after = self.resolved(&taken, player);
        let allowed = self.is("suicide", "yes") || after == taken;
        (after != *cells && allowed).then_some(after)
    }

    fn is_ko_move(&self, before: &Cells, after: &Cells, player: Colour) -> bool {
        let reply = |p| self.pseudolegal(after, player.opponent(), p);
        (0..self.grid.len()).any(|p| reply(p).is_some_and(|then| then == *before))
    }

    /// What a legal move leads to.
    fn legal(&self, p: usize) -> Option<Cells> {
        let State { cells, player, passed, blocked } = &self.now;
        let after = self.pseudolegal(cells, *player, p)?;
        if self.end.is_some() {
            return None;
        }
        if self.phase > 0 {
            let takes_blocked = blocked.iter().any(|&q| cells[q] == Some(player.opponent()) && after[q].is_none());
            let before = self.turns.iter().any(|(s, phase, turn)| {
                *phase == self.phase && *turn == Turn::Move(p) && s.player == *player && s.cells == *cells
            });
            let legal = !self.is_ko_move(cells, &after, *player) || !(takes_blocked || before);
            return legal.then_some(after);
        }
        let then = State { cells: after.clone(), player: player.opponent(), passed: *passed, blocked: Vec::new() };
        let button = self.is("button", "yes");
        let same = |s: &State| s.cells == then.cells && (!button || s.passed == then.passed);
        let earlier = self.turns.iter().map(|(s, ..)| s).chain([&self.now]);
        let repeats = match self.rules.value("ko").unwrap() {
            "simple" => self.turns.last().is_some_and(|(s, ..)| same(s) && s.player == then.player),
            "spight" => {
                let since = self.turns.iter().rposition(|(.., turn)| *turn == Turn::Pass).map_or(0, |pass| pass + 1);
                earlier.into_iter().skip(since).any(same)
            }
            "situational" => earlier.into_iter().any(|s| same(s) && s.player == then.player),
            _ => earlier.into_iter().any(same),
        };
        (!repeats).then_some(after)
    }

    /// The stones whose block the player may lift.
    fn liftable(&self) -> Vec<usize> {
        let may = |&&q: &&usize| {
            let alone = !self.grid.neighbours(q).any(|n| self.now.cells[n] == self.now.cells[q]);
            let opposing = self.now.cells[q] == Some(self.now.player.opponent());
            opposing && alone && liberties(self.grid, &self.now.cells, &[q]) == 1
        };
        if self.end.is_some() { Vec::new() } else { self.now.blocked.iter().filter(may).copied().collect() }
    }

    /// Makes a legal turn.
    fn make(&mut self, turn: Turn) {
        let before = self.now.clone();
        let player = before.player;
        match turn {
            Turn::Move(p) => {
                let after = self.legal(p).unwrap();
                let ko = self.phase > 0 && self.is_ko_move(&before.cells, &after, player);
                let mut coloured = before.cells.clone();
                coloured[p] = Some(player);
                for (q, cell) in coloured.iter().enumerate() {
                    if let Some(colour) = cell.filter(|_| after[q].is_none()) {
                        self.captures[colour.index()] += 1;
                    }
                }
                self.now.cells = after;
                if ko {
                    self.now.blocked.push(p);
                    self.now.blocked.sort_unstable();
                }
                let cells = &self.now.cells;
                self.now.blocked.retain(|&q| cells[q].is_some());
            }
            Turn::Pass => self.now.passed = true,
            Turn::Lift(q) => self.now.blocked.retain(|&b| b != q),
        }
        self.turns.push((before, self.phase, turn));
        self.now.player = player.opponent();
        if turn == Turn::Pass && self.phase_ends() {
            return self.next_phase();
        }
        let minds = self.phase > 0 || self.is("ko", "simple");
        if self.phase == 0 && self.is("self-play-opts", "yes") && self.is_settled() {
            self.finish(0);
        } else if minds && self.occurred() >= 2 {
            self.end = Some(None);
        }
    }

    /// The turns of the phase.
    fn of_phase(&self) -> Vec<&(State, u8, Turn)> {
        self.turns.iter().filter(|(_, phase, _)| *phase == self.phase).collect()
    }

    /// Whether the pass just made ends the phase.
    fn phase_ends(&self) -> bool {
        let turns = self.of_phase();
        let passes: Vec<usize> = (0..turns.len()).filter(|&i| turns[i].2 == Turn::Pass).collect();
        let ignored = if self.phase == 0 && self.is("button", "yes") { Some(passes[0]) } else { None };
        let two = turns.len() >= 2 && passes.ends_with(&[turns.len() - 2, turns.len() - 1]);
        let two = two && !passes[passes.len() - 2..].iter().any(|&i| Some(i) == ignored);
        let spight = self.phase == 0 && self.is("ko", "spight");
        let minds = self.phase > 0 || spight || self.is("ko", "simple");
        let flag = |s: &State| self.phase == 0 && self.is("button", "yes") && s.passed;
        let last = &turns[turns.len() - 1].0;
        let same = |s: &State| {
            s.cells == last.cells && s.player == last.player && s.blocked == last.blocked && flag(s) == flag(last)
        };
        two && !spight || minds && passes[..passes.len() - 1].iter().any(|&i| same(&turns[i].0))
    }

    /// How often the present state was that of an earlier turn of the phase, since the last pass in it.
    fn occurred(&self) -> usize {
        let turns = self.of_phase();
        let since = turns.iter().rposition(|(.., turn)| *turn == Turn::Pass).map_or(0, |i| i + 1);
        let State { cells, player, blocked, .. } = &self.now;
        let same = |s: &State| s.cells == *cells && s.player == *player && s.blocked == *blocked;
        turns[since..].iter().filter(|(s, ..)| same(s)).count()
    }

    fn is_settled(&self) -> bool {
        let (grid, cells) = (self.grid, &self.now.cells);
        let alive = &self.pass_alive();
        let held = |colour: Colour| {
            let own = |p: usize| cells[p] == Some(colour);
            let fits = |region: &Vec<usize>| {
                let around = |p: usize| grid.neighbours(p).filter(|&q| own(q));
                region.iter().all(|&p| around(p).all(|q| alive[q]))
                    && region.iter().filter(|&&p| around(p).next().is_none()).count() <= 1
            };
            let territory: Vec<usize> = regions(grid, |p| !own(p)).into_iter().filter(fits).flatten().collect();
            let territory = move |p: usize| territory.contains(&p) || own(p) && alive[p];
            (0..grid.len()).map(territory).collect::<Vec<bool>>()
        };
        let [black, white] = Colour::ALL.map(held);
        (0..grid.len()).all(|p| black[p] || white[p])
    }

    fn pass_alive(&self) -> Vec<bool> {
        let mut alive: Vec<bool> = self.now.cells.iter().map(Option::is_some).collect();
        for colour in Colour::ALL {
            let mut seen = vec![self.now.cells.clone()];
            let mut next = 0;
            while next < seen.len() {
                let here = seen[next].clone();
                for p in 0..here.len() {
                    alive[p] &= self.now.cells[p] != Some(colour) || here[p] == Some(colour);
                    if let Some(after) = self.pseudolegal(&here, colour.opponent(), p)
                        && !seen.contains(&after)
                    {
                        seen.push(after);
                    }
                }
                next += 1;
            }
        }
        alive
    }

    fn next_phase(&mut self) {
        if self.phase == 2 || self.is("scoring", "area") {
            let second = self.turns.iter().filter(|(_, phase, turn)| *phase == 2 && matches!(turn, Turn::Move(_)));
            let moves: i32 = second.map(|(s, ..)| sign(s.player)).sum();
            return self.finish(moves);
        }
        self.phase += 1;
        self.now.blocked.clear();
    }

    /// The count; `moves` are Black's moves less White's in the second cleanup phase.
    fn finish(&mut self, moves: i32) {
        let position = PlainPosition::from_cells(self.grid, self.now.cells.clone()).unwrap();
        let alive = self.pass_alive();
        let facts = Facts {
            grid: self.grid,
            cells: self.now.cells.clone(),
            strings: position.strings().into_iter().map(|s| s.stones).collect(),
            alive: [alive.clone(), alive],
        };
        let Outcome::Margin(mut margin) = facts.ruling(&self.rules).outcome else { unreachable!() };
        if self.is("scoring", "territory") {
            margin += moves + self.captures[Colour::White.index()] - self.captures[Colour::Black.index()];
            if let Some((start, ..)) = self.turns.iter().find(|(_, phase, _)| *phase == 2) {
                let mut after = self.now.cells.clone();
                if self.is("self-play-opts", "yes") {
                    for colour in Colour::ALL {
                        for p in facts.territory(colour, self.is("suicide", "yes")) {
                            after[p] = after[p].filter(|stone| *stone == colour);
                        }
                    }
                }
                let score = Score::of(self.grid, &after, &self.rules);
                for (p, cell) in after.iter().enumerate() {
                    if let Some(colour) = cell
                        && start.cells[p] != *cell
                        && !score.independent[colour.index()].contains(&p)
                    {
                        margin -= sign(*colour);
                    }
                }
            }
        }
        let mut hundredths = 100 * margin;
        if self.is("button", "yes") {
            let first = self.turns.iter().find(|(_, phase, turn)| *phase == 0 && *turn == Turn::Pass);
            // A game that is settled is scored as if both had passed from then on.
            hundredths += 50 * sign(first.map_or(self.now.player, |(s, ..)| s.player));
        }
        self.end = Some(Some(hundredths));
    }
}

/// A game of KataGo's, of the text as a procedure, of the twin and, as long as it is in the main phase, of the protocol.
struct Three {
    twin: Game,
    text: Box<dyn Procedure>,
    protocol: Option<GtpGame>,
}

impl Three {
    fn new(grid: Grid, rules: &RuleSet) -> Three {
        let twin = Game::new(grid, rules);
        Three {
            twin,
            text: procedure(rules, &Setup::new(grid), Agree::Recorded),
            protocol: Some(GtpGame::empty(rules, grid)),
        }
    }

    fn copy(&self) -> Three {
        Three { twin: self.twin.clone(), text: self.text.copy(), protocol: self.protocol.clone() }
    }

    fn said(&self, what: &str) -> String {
        format!("{} {} {what}", self.text.rules(), self.text.position())
    }

    /// The legal turns, on which all agree.
    fn turns(&self, grid: Grid) -> Vec<Turn> {
        let player = self.twin.player();
        let mut turns = Vec::new();
        for p in 0..grid.len() {
            let legal = self.twin.legal(p);
            let judged = self.text.why(player, &Act::Play(p));
            assert_eq!(judged.is_accepted(), legal.is_some(), "{}", self.said(&format!("{player} {p}: {judged:?}")));
            if let Some(game) = &self.protocol {
                let after = game.result(player, p).ok().map(|(after, _)| after.cells().to_vec());
                assert_eq!(after, legal, "{}", self.said(&format!("{player} {p}")));
            }
            turns.extend(legal.map(|_| Turn::Move(p)));
        }
        let liftable = self.twin.liftable();
        for p in 0..grid.len() {
            let held = liftable.contains(&p);
            // On an empty point the stone is meant whose only liberty it is.
            if self.twin.cells()[p].is_some() {
                let judged = self.text.why(player, &Act::PassForKo(p));
                assert_eq!(judged.is_accepted(), held, "{}", self.said(&format!("{player} lifts {p}: {judged:?}")));
            }
        }
        turns.extend(liftable.into_iter().map(Turn::Lift));
        turns.push(Turn::Pass);
        turns
    }

    fn make(&mut self, turn: Turn) {
        let player = self.twin.player();
        let act = match turn {
            Turn::Move(p) => Act::Play(p),
            Turn::Pass => Act::Pass,
            Turn::Lift(p) => Act::PassForKo(p),
        };
        self.twin.make(turn);
        assert!(self.text.step(player, &act).is_accepted(), "{}", self.said(&format!("{act:?}")));
        let ended = self.text.result().map(|result| match result.decision {
            Decision::Margin(m) => Some(m),
            Decision::NoResult(None) => None,
            ref other => panic!("{other:?}"),
        });
        assert_eq!(ended, self.twin.end, "{}", self.said(&format!("{player} {act:?}")));
        assert_eq!(self.text.position().cells(), self.twin.cells(), "{}", self.said(&format!("{player} {act:?}")));
        let in_cleanup = self.text.phase().contains("cleanup");
        if let Some(game) = &mut self.protocol {
            let point = if let Act::Play(p) = act { Some(p) } else { None };
            game.make(Move { player, point }).unwrap();
            let [black, white] = self.text.prisoners().map(|taken| taken as i32);
            let counts = self.text.rules().value("scoring") == Some("territory");
            assert!(!counts || game.prisoners() == black - white, "{}", self.said(&format!("{player} {act:?}")));
            assert_eq!(game.is_over(), ended.is_some() || in_cleanup, "{}", self.said(&format!("{player} {act:?}")));
        }
        if in_cleanup {
            self.protocol = None;
        }
    }
}

/// Every combination of what matters to a game; of the tax, which only the count minds, all.
fn katago_games() -> Vec<RuleSet> {
    let all = RuleSet::all_readings(texts::katago::TEXT).into_iter();
    all.filter(|r| {
        let is = |key: &str, value: &str| r.value(key) == Some(value);
        let taxed = !is("tax", "none");
        is("handicap-bonus", "none")
            && is("life-regions", "with-a-stone")
            && (!taxed || is("button", "no") && is("self-play-opts", "no"))
    })
    .collect()
}

fn every_sequence(three: &Three, grid: Grid, depth: usize) -> u64 {
    let turns = three.turns(grid);
    if depth == 0 {
        return 1;
    }
    let after = |turn: Turn| {
        let mut after = three.copy();
        after.make(turn);
        if after.twin.end.is_some() { 1 } else { every_sequence(&after, grid, depth - 1) }
    };
    turns.into_iter().map(after).sum()
}

#[test]
fn every_short_game_of_katago_is_that_of_its_twin_and_of_the_protocol() {
    for (rows, cols, depth) in [(1, 2, 9), (1, 3, 6), (2, 2, 5), (2, 3, 3)] {
        let grid = Grid::new(rows, cols).unwrap();
        let sets = katago_games();
        let sets: Vec<&RuleSet> = sets.iter().filter(|r| r.value("tax") == Some("none")).collect();
        let counted = |rules: &&RuleSet| (rules.to_string(), every_sequence(&Three::new(grid, rules), grid, depth));
        let counts: Vec<(String, u64)> = sets.into_par_iter().map(|rules| counted(&rules)).collect();
        println!("{grid} {depth}: {counts:?}");
        // Nine games of superko on two points: published (J. Tromp), with suicide and without it.
        let of = |name: &str| counts.iter().find(|(rules, _)| rules == name).map(|(_, games)| *games);
        assert!(grid.len() > 2 || [of("katago"), of("katago:suicide=no")] == [Some(9); 2], "{counts:?}");
    }
}

#[test]
fn long_games_of_katago_are_those_of_its_twin_and_of_the_protocol() {
    let ends = katago_games().into_par_iter().map(|rules| {
        let mut random = fastrand::Rng::with_seed(7);
        let mut ends = [0; 3];
        for (rows, cols, games) in [(1, 2, 30), (2, 2, 20), (2, 3, 8), (3, 3, 2)] {
            let grid = Grid::new(rows, cols).unwrap();
            for _ in 0..games {
                let mut three = Three::new(grid, &rules);
                for _ in 0..60 {
                    let mut turns = three.turns(grid);
                    // In three turns of four something else than a pass, if there is anything.
                    let moves = turns.iter().filter(|t| matches!(t, Turn::Move(_))).count();
                    if moves > 0 && random.u8(0..4) > 0 {
                        turns.retain(|t| *t != Turn::Pass);
                    }
                    three.make(random.choice(turns).unwrap());
                    if three.twin.end.is_some() {
                        break;
                    }
                }
                ends[match three.twin.end {
                    None => 0,
                    Some(None) => 1,
                    Some(Some(_)) => 2,
                }] += 1;
            }
        }
        (rules, ends)
    });
    let ends: Vec<(RuleSet, [usize; 3])> = ends.collect();
    let total = |of: &dyn Fn(&RuleSet) -> bool, i: usize| -> usize {
        ends.iter().filter(|(rules, _)| of(rules)).map(|(_, ends)| ends[i]).sum()
    };
    let simple = |r: &RuleSet| r.value("ko") == Some("simple");
    let superko = |r: &RuleSet| !simple(r) && r.value("scoring") == Some("area");
    println!("{:?} {:?}", [0, 1, 2].map(|i| total(&simple, i)), [0, 1, 2].map(|i| total(&|r| !simple(r), i)));
    assert!(total(&simple, 1) > 0 && total(&simple, 2) > 100);
    assert_eq!(total(&superko, 1), 0);
}
