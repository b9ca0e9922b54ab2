//! The search of boards too large to list is held equal to what it stands for, and its zones to what they claim; what is seen at once
//! to what is searched for.

mod alike;
mod at_sight;
mod every;
mod play_out;
mod pursuits;
mod region;
mod shown;
mod stepless;
mod steps;
mod struck;
mod tables;
mod thresholds;

use rustc_hash::FxHashMap;
use shinpan::board::index::Index;
use shinpan::board::{Board, Colour, Grid, Points, Position, diagram, points_of};
use shinpan::law::facts::Facts;
use shinpan::law::{Interpreter, RuleSet, interpreter};
use shinpan::solve::search::zone::Care;
use shinpan::solve::search::{ProofNumberSearch, Siege};
use shinpan::solve::thresholds::{Counted, Thresholds};
use shinpan::solve::{Budget, Game};
use shinpan::texts::aj2004::Aj2004Interpreter;
use shinpan::texts::j1989::answers::{Clearing, Emptying, ForGood, InTurn, Taking};
use shinpan::texts::j1989::{Confirmation, Confirming, J1989Interpreter};
use shinpan::texts::j1997::J1997Interpreter;
use shinpan::texts::mindsports::answers::{Wanting, What};
use shinpan::texts::mindsports::{Continuation, Continuing, MindSportsInterpreter};

fn board(size: &str) -> Board {
    Board::new(Grid::parse(size).expect("a size")).expect("small")
}

/// Entries of a table that forgets most of what is found.
const FEW: usize = 64;

/// Room for entries of the table, if not for all; and threads.
type Way = (Option<usize>, usize);

/// The ways in which searches of thresholds are tried.
const WAYS: [Way; 4] = [(None, 1), (Some(FEW), 1), (None, 3), (Some(FEW), 3)];

/// A search of thresholds in one of these ways, the threads being together from the first state on.
fn searched<G: Counted>(game: &G, states: usize, (entries, threads): Way) -> Thresholds<'_, G> {
    let thresholds = Thresholds::new(game, Budget { threads, ..Budget::of(states) }).together_from(1);
    if let Some(entries) = entries { thresholds.with_room(entries) } else { thresholds }
}

/// The interpreter of a rule set that searches as on boards too large to list.
fn searching(rules: &RuleSet, board: &Board, budget: Budget) -> Box<dyn Interpreter> {
    let (set, board, facts) = (rules.clone(), board.clone(), &Facts::default());
    match rules.text.prefix() {
        "j1989" => Box::new(J1989Interpreter::new(set, board, budget, facts).searching()),
        "j1997" => Box::new(J1997Interpreter::new(set, board, budget, facts).searching()),
        // They list what they ask for, within the budget.
        "aga" => interpreter(rules, &board, budget),
        "aj2004" => Box::new(Aj2004Interpreter::new(set, board, budget, facts).searching()),
        _ => Box::new(MindSportsInterpreter::new(set, board, budget, facts).searching()),
    }
}

fn positions(board: &Board) -> Vec<Position> {
    Index::new(board.grid()).expect("small").iter().collect()
}

fn j1989(board: &Board, owner: Colour) -> Confirmation {
    Confirmation::new(&RuleSet::parse("j1989").expect("a rule set")[0], board, owner)
}

/// All that can follow from some states.
struct Graph<S> {
    numbers: FxHashMap<S, u32>,
    states: Vec<S>,
    starts: Vec<u32>,
    successors: Vec<u32>,
}

impl<S: Copy + Eq + std::hash::Hash + std::fmt::Debug> Graph<S> {
    fn new<G: Game<State = S>>(game: &G, roots: impl Iterator<Item = S>) -> Graph<S> {
        let mut graph =
            Graph { numbers: FxHashMap::default(), states: Vec::new(), starts: vec![0], successors: vec![] };
        roots.for_each(|root| _ = graph.number(root));
        let mut moves = Vec::new();
        let mut at = 0;
        while at < graph.states.len() {
            game.moves(&graph.states[at], &mut moves);
            for (_, to) in moves.drain(..) {
                let to = graph.number(to);
                graph.successors.push(to);
            }
            graph.starts.push(graph.successors.len() as u32);
            at += 1;
        }
        graph
    }

    fn number(&mut self, state: S) -> u32 {
        let next = self.states.len() as u32;
        let number = *self.numbers.entry(state).or_insert(next);
        if number == next {
            self.states.push(state);
        }
        number
    }

    fn after(&self, at: usize) -> impl Iterator<Item = usize> {
        self.successors[self.starts[at] as usize..self.starts[at + 1] as usize].iter().map(|&to| to as usize)
    }

    /// The least sets such that a state has a bit if it is given, or if the attacker can move to one that has, or if the other
    /// has moves and all lead to such.
    fn forced(
        &self,
        attacks: impl Fn(&S) -> bool,
        mut sets: Vec<Points>,
        through: impl Fn(&S, &S, Points) -> Points,
    ) -> Vec<Points> {
        let mut changed = true;
        while changed {
            changed = false;
            for at in (0..self.states.len()).rev() {
                let from = &self.states[at];
                let options = self.after(at).map(|to| through(from, &self.states[to], sets[to]));
                let more = if attacks(from) {
                    options.fold(0, |a, b| a | b)
                } else {
                    options.reduce(|a, b| a & b).unwrap_or(0)
                };
                if more & !sets[at] != 0 {
                    sets[at] |= more;
                    changed = true;
                }
            }
        }
        sets
    }
}

/// A random position that is the same within `zone`; `None` if what came is not legal.
fn refilled(board: &Board, position: Position, zone: Points, random: &mut fastrand::Rng) -> Option<Position> {
    let mut stones = position.stones.map(|s| s & zone);
    for p in points_of(board.all() & !zone) {
        match random.u8(0..3) {
            0 => {}
            colour => stones[usize::from(colour) - 1] |= 1 << p,
        }
    }
    Some(Position { stones }).filter(|&position| board.is_legal(position))
}

/// What was compared.
#[derive(Default, Debug)]
struct Compared {
    /// Questions, and how many of them were answered.
    asked: usize,
    answers: usize,
    states: usize,
    refills: usize,
    /// Answers shown by steps, and steps made up for what is false.
    proved: usize,
    forgeries: usize,
    wrong: Vec<String>,
}

impl Compared {
    /// Compares what a search has decided with the truth, and in `refills` positions the same in the zone, where the truth is known.
    fn search<G: Siege>(
        &mut self,
        game: &G,
        search: &ProofNumberSearch<'_, G>,
        truth: impl Fn(&G::State) -> Option<bool>,
        with: impl Fn(&G::State, Position, Points) -> G::State,
        refills: usize,
        random: &mut fastrand::Rng,
    ) {
        let decided: Vec<_> = search.decided().map(|(state, won, zone)| (*state, won, zone)).collect();
        self.zones(game, &decided, truth, with, refills, random);
    }

    /// The same of states with their winners and zones.
    fn zones<G: Siege>(
        &mut self,
        game: &G,
        decided: &[(G::State, bool, Points)],
        truth: impl Fn(&G::State) -> Option<bool>,
        with: impl Fn(&G::State, Position, Points) -> G::State,
        refills: usize,
        random: &mut fastrand::Rng,
    ) {
        let board = game.board();
        for &(ref state, won, zone) in decided {
            let wrong = |what: &str, of: &G::State| {
                let zone = diagram::text(board.grid(), Position { stones: [zone, 0] });
                let before = diagram::text(board.grid(), game.position(state));
                let now = diagram::text(board.grid(), game.position(of));
                format!("{what}: {before} zone {zone} now {now} core {:b} won {won}: {state:?}", game.core())
            };
            if let Some(truth) = truth(state) {
                self.states += 1;
                if truth != won {
                    self.wrong.push(wrong("state", state));
                }
            }
            if zone == board.all() {
                continue;
            }
            for _ in 0..refills {
                let Some(position) = refilled(board, game.position(state), zone, random) else { continue };
                let state = with(state, position, zone);
                if let Some(truth) = truth(&state) {
                    self.refills += 1;
                    if truth != won {
                        self.wrong.push(wrong("refill", &state));
                    }
                }
            }
        }
    }

    fn answer(&mut self, found: Option<bool>, truth: bool, text: impl Fn() -> String) {
        self.asked += 1;
        self.answers += usize::from(found.is_some());
        if found.is_some_and(|found| found != truth) {
            self.wrong.push(format!("answer {found:?}: {}", text()));
        }
    }

    fn none_wrong(&self) {
        let first: Vec<_> = self.wrong.iter().take(5).collect();
        assert!(
            self.wrong.is_empty(),
            "{} of {} {} {}: {first:#?}",
            self.wrong.len(),
            self.answers,
            self.states,
            self.refills
        );
        assert!(self.answers * 2 >= self.asked, "{} of {} questions answered", self.answers, self.asked);
    }
}

/// How much of it is compared.
#[derive(Clone, Copy)]
struct Extent {
    every: usize,
    refills: usize,
    care: Care,
    budget: usize,
    /// Steps are looked for too.
    steps: bool,
}

impl Extent {
    fn of(every: usize, refills: usize) -> Extent {
        Extent { every, refills, care: Care::default(), budget: 100_000, steps: false }
    }
}

/// Captures in a confirmation, on the whole board.
fn captures(size: &str, extent: Extent) -> Compared {
    let board = board(size);
    let (owner, mut compared, mut random) = (Colour::Black, Compared::default(), fastrand::Rng::with_seed(16));
    let confirmation = j1989(&board, owner);
    let any = Taking { confirmation: &confirmation, point: 0 };
    let all = positions(&board);
    let start = |&p: &Position| [owner, owner.opponent()].map(|mover| confirmation.remembering(p, mover, [0; 3]));
    let graph = Graph::new(&any, all.iter().flat_map(start));
    let truth = graph.forced(
        |s| s.mover != owner,
        vec![0; graph.states.len()],
        |from, to, value| {
            let live = from.position.of(owner);
            live & (!to.position.of(owner) | value)
        },
    );
    for (i, &position) in all.iter().enumerate() {
        if (i + random.usize(0..extent.every)) % extent.every != 0 {
            continue;
        }
        for string in board.components(position.of(owner)) {
            let point = string.trailing_zeros() as usize;
            let game = Taking { confirmation: &confirmation, point };
            let mut search = ProofNumberSearch::new(&game).careless(extent.care);
            let start = confirmation.start(position);
            let of = |state: &_| Some(truth[*graph.numbers.get(state)? as usize] >> point & 1 == 1);
            let found = search.wins(&start, Budget::of(extent.budget));
            let known = of(&start).expect("a root");
            compared.answer(found, known, || format!("{} {point}", diagram::text(board.grid(), position)));
            let with =
                |state: &Confirming, position, zone: Points| state.with(position, state.bans().map(|set| set & zone));
            compared.search(&game, &search, of, with, extent.refills, &mut random);
            if extent.steps {
                compared.steps(&game, &start, known, of, with, &mut random);
            }
        }
    }
    compared
}

/// What is wanted of stones in a continuation.
fn wanted(size: &str, what: What, extent: Extent) -> Compared {
    let board = board(size);
    let (owner, mut compared, mut random) = (Colour::Black, Compared::default(), fastrand::Rng::with_seed(17));
    let continuation = Continuation::new(&board, true);
    let any = Wanting { game: &continuation, owner, point: 0, what };
    let all = positions(&board);
    let start = |&p: &Position| Colour::ALL.map(|mover| continuation.start(p, mover));
    let graph = Graph::new(&any, all.iter().flat_map(start));
    let attacker = any.attacker();
    let given = |s: &Continuing| if what == What::Immortal { board.immortal(s.position, owner) } else { 0 };
    let truth = graph.forced(
        |s| s.mover() == attacker,
        graph.states.iter().map(given).collect(),
        |from, to, value| {
            let live = from.position.of(owner);
            let taken = if what == What::Captured { !to.position.of(owner) } else { 0 };
            live & (taken | value & to.position.of(owner))
        },
    );
    for (i, &position) in all.iter().enumerate() {
        if (i + random.usize(0..extent.every)) % extent.every != 0 {
            continue;
        }
        for (string, first) in board.components(position.of(owner)).flat_map(|s| Colour::ALL.map(|c| (s, c))) {
            let point = string.trailing_zeros() as usize;
            let game = Wanting { game: &continuation, owner, point, what };
            let mut search = ProofNumberSearch::new(&game).careless(extent.care);
            let start = continuation.start(position, first);
            let of = |state: &_| Some(truth[*graph.numbers.get(state)? as usize] >> point & 1 == 1);
            let found = search.wins(&start, Budget::of(extent.budget));
            let known = of(&start).expect("a root");
            compared.answer(found, known, || format!("{} {point} {first}", diagram::text(board.grid(), position)));
            let with = |state: &Continuing, position, _| continuation.start(position, state.mover());
            compared.search(&game, &search, of, with, extent.refills, &mut random);
            if extent.steps {
                compared.steps(&game, &start, known, of, with, &mut random);
            }
        }
    }
    compared
}

/// Captures for good in a confirmation: of so many random strings and areas, from every position with the string.
fn for_good(size: &str, questions: usize, extent: Extent) -> Compared {
    let board = board(size);
    let (owner, mut compared, mut random) = (Colour::Black, Compared::default(), fastrand::Rng::with_seed(18));
    let all = positions(&board);
    for _ in 0..questions {
        let position = all[random.usize(0..all.len())];
        let strings: Vec<Points> = board.components(position.of(owner)).collect();
        let Some(&string) = strings.get(random.usize(0..strings.len().max(1))) else { continue };
        let mut local = string;
        while random.u8(0..3) == 0 {
            local |= board.around(local) & random.u64(..);
        }
        let confirmation = j1989(&board, owner).looking_at(local);
        let asked = ForGood { confirmation: &confirmation, string, endless_defends: false, facts: None };
        let game = Clearing(&asked);
        let with_string: Vec<Position> = all.iter().copied().filter(|p| string & !p.of(owner) == 0).collect();
        let start = |&p: &Position| [owner, owner.opponent()].map(|m| confirmation.remembering(p, m, [0; 3]));
        let graph = Graph::new(&game, with_string.iter().flat_map(start));
        let free = |s: &Confirming| match s.original() & string {
            0 => local & !confirmation.new_stones(s),
            _ => 0,
        };
        let truth = again_and_again(&graph, free, local);
        for (i, &position) in with_string.iter().enumerate() {
            if (i + random.usize(0..extent.every)) % extent.every != 0 {
                continue;
            }
            let mut search = ProofNumberSearch::new(&game).careless(extent.care);
            let start = confirmation.start(position);
            let of = |state: &_| Some(truth[*graph.numbers.get(state)? as usize]);
            let found = search.wins(&start, Budget::of(extent.budget));
            let known = of(&start).expect("a root");
            let text = || format!("{} string {string:b} local {local:b}", diagram::text(board.grid(), position));
            compared.answer(found, known, text);
            compared.answer(asked.searched(&start, Budget::of(extent.budget)), known, text);
            if extent.steps {
                let with = |state: &Confirming, _, _| *state;
                let of = |state: &_| Some(truth[*graph.numbers.get(state)? as usize]);
                compared.steps(&game, &start, known, of, with, &mut random);
                let in_turn = InTurn(&asked);
                compared.steps(&in_turn, &in_turn.start(&start), known, |_| None, |state, _, _| *state, &mut random);
            }
            if found.is_none() {
                continue;
            }
            let with =
                |state: &Confirming, position, zone: Points| state.with(position, state.bans().map(|set| set & zone));
            compared.search(&game, &search, of, with, extent.refills, &mut random);
            if extent.steps {
                compared.steps(&game, &start, known, of, with, &mut random);
            }
        }
    }
    compared
}

/// The generalised Büchi game by its nested fixpoint: again and again a bit is `free`, for every bit of `all`.
fn again_and_again(graph: &Graph<Confirming>, free: impl Fn(&Confirming) -> Points, all: Points) -> Vec<bool> {
    let attacks = |s: &Confirming| s.mover != Colour::Black;
    let mut won = vec![true; graph.states.len()];
    loop {
        let stays: Vec<Points> = (0..graph.states.len())
            .map(|at| {
                let state = &graph.states[at];
                let mut options = graph.after(at).map(|to| won[to]).peekable();
                let ended = options.peek().is_none();
                let stays = if attacks(state) { options.any(|w| w) } else { options.all(|w| w) };
                // A sequence that has ended is won if everything holds.
                let stays = if ended { free(state) == all } else { stays };
                if stays { free(state) } else { 0 }
            })
            .collect();
        let reached = graph.forced(attacks, stays, |_, _, value| value);
        let now: Vec<bool> = reached.iter().zip(&won).map(|(&r, &w)| w && r == all).collect();
        if now == won {
            return won;
        }
        won = now;
    }
}

/// No stone of the owner's at all, again and again.
fn emptied(size: &str, extent: Extent) -> Compared {
    let board = board(size);
    let (owner, mut compared, mut random) = (Colour::Black, Compared::default(), fastrand::Rng::with_seed(19));
    let confirmation = j1989(&board, owner);
    let game = Emptying { confirmation: &confirmation };
    let all = positions(&board);
    let start = |&p: &Position| [owner, owner.opponent()].map(|m| confirmation.remembering(p, m, [0; 3]));
    let graph = Graph::new(&game, all.iter().flat_map(start));
    let truth = again_and_again(&graph, |s| u64::from(s.position.of(owner) == 0), 1);
    for (i, position) in all.iter().enumerate() {
        if (i + random.usize(0..extent.every)) % extent.every != 0 {
            continue;
        }
        let mut search = ProofNumberSearch::new(&game);
        let start = confirmation.start(*position);
        let of = |state: &_| Some(truth[*graph.numbers.get(state)? as usize]);
        let found = search.wins(&start, Budget::of(extent.budget));
        let text = || diagram::text(board.grid(), *position);
        compared.answer(found, of(&start).expect("a root"), text);
        compared.search(&game, &search, of, |state, _, _| *state, 0, &mut random);
        if extent.steps {
            let known = of(&start).expect("a root");
            compared.steps(&game, &start, known, of, |state, _, _| *state, &mut random);
        }
    }
    compared
}

#[test]
fn who_is_emptied_is_so_in_the_infinite_game() {
    for (size, every) in [("2x3", 1), ("2x4", 2), ("3x3", 8)] {
        let compared = emptied(size, Extent::of(every, 0));
        compared.none_wrong();
        println!("{size} {} {}", compared.answers, compared.states);
    }
}

/// A long run, by hand: walls with two eyes beside regions of two and more deep points.
#[test]
#[ignore = "minutes"]
fn who_is_emptied_on_3x4_is_so_in_the_infinite_game() {
    let compared = emptied("3x4", Extent::of(20, 0));
    compared.none_wrong();
    println!("3x4 {} {}", compared.answers, compared.states);
}

/// Eyes along the edge of 2x4 and 2x5 that a play can part.
#[test]
fn what_is_safe_by_answers_is_kept_and_what_it_bars_is_taken() {
    for (size, every) in [("2x4", 1), ("2x5", 9)] {
        let compared = captures(size, Extent::of(every, 1));
        compared.none_wrong();
        println!("{size} {} {} {}", compared.answers, compared.states, compared.refills);
    }
    let board = board("2x5");
    let position = diagram::parse("...../XXXXX").expect("a position").to_position().expect("small");
    assert_eq!(board.immortal(position, Colour::Black), 0);
    assert_eq!(board.safe(position, Colour::Black), position.of(Colour::Black));
    assert_eq!(board.denied(position, Colour::Black), 0);
    assert_eq!(board.barred(position, Colour::Black), board.all());
    // A line of three is parted on one point alone.
    let position = diagram::parse("...XX/XXXXX").expect("a position").to_position().expect("small");
    assert_eq!(board.safe(position, Colour::Black), 0);
    assert_eq!(board.barred(position, Colour::Black), 0);
}

#[test]
fn captures_are_those_that_the_whole_game_gives_and_zones_hold_on_every_position_of_2x3_and_3x3() {
    for (size, every, refills) in [("2x3", 1, 4), ("3x3", 4, 2)] {
        let compared = captures(size, Extent::of(every, refills));
        compared.none_wrong();
        println!("{size} {} {} {}", compared.answers, compared.states, compared.refills);
    }
}

#[test]
fn what_is_wanted_in_a_continuation_is_what_the_whole_game_gives_and_zones_hold() {
    for what in [What::Captured, What::Immortal] {
        for (size, every, refills) in [("2x3", 1, 4), ("3x3", 4, 2)] {
            let compared = wanted(size, what, Extent::of(every, refills));
            compared.none_wrong();
            println!("{size} {what:?} {} {} {}", compared.answers, compared.states, compared.refills);
        }
    }
}

#[test]
fn captures_for_good_are_those_of_the_infinite_game_and_zones_hold() {
    for (size, questions, every, refills) in [("2x3", 10, 1, 4), ("3x3", 6, 48, 2)] {
        let compared = for_good(size, questions, Extent::of(every, refills));
        compared.none_wrong();
        println!("{size} {} {} {}", compared.answers, compared.states, compared.refills);
    }
}

/// The tests above find the harm where a zone leaves something out.
#[test]
fn a_careless_zone_is_found_out() {
    let careful = Care::default();
    let mutants = [
        Care { liberties: false, ..careful },
        Care { contacts: false, ..careful },
        Care { captured: false, ..careful },
        Care { repetitions: false, ..careful },
    ];
    for care in mutants {
        let compared = captures("3x3", Extent { care, ..Extent::of(8, 2) });
        assert!(!compared.wrong.is_empty(), "captures: {care:?}");
    }
}

/// A long run, by hand: the same of zones of captures for good.
#[test]
#[ignore = "minutes"]
fn a_careless_zone_of_captures_for_good_is_found_out() {
    let careful = Care::default();
    let mutants = [
        Care { liberties: false, ..careful },
        Care { contacts: false, ..careful },
        Care { captured: false, ..careful },
        Care { repetitions: false, ..careful },
    ];
    for care in mutants {
        let compared = [("3x3", 30), ("2x5", 12)]
            .map(|(size, questions)| for_good(size, questions, Extent { care, ..Extent::of(6, 10) }));
        let sum = |of: fn(&Compared) -> usize| compared.iter().map(of).sum::<usize>();
        println!("{care:?}: {} wrong of {} refills", sum(|c| c.wrong.len()), sum(|c| c.refills));
        assert!(sum(|c| c.wrong.len()) > 0, "{care:?}");
    }
}

/// A long run, by hand: zones refilled.
#[test]
#[ignore = "minutes"]
fn zones_hold_in_many_refills() {
    let careful = |every, refills| Extent { budget: 300_000, ..Extent::of(every, refills) };
    for (what, compared) in [
        ("captures 3x3", captures("3x3", careful(1, 20))),
        ("captures 2x5", captures("2x5", careful(2, 10))),
        ("continuations 3x3", wanted("3x3", What::Captured, careful(1, 10))),
        ("for good 3x3", for_good("3x3", 60, careful(4, 10))),
        ("for good 2x5", for_good("2x5", 30, careful(4, 10))),
    ] {
        compared.none_wrong();
        println!("{what}: {} answers, {} states, {} refills", compared.answers, compared.states, compared.refills);
    }
}
