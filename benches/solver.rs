//! Speed of what solves a board as a whole, stage by stage, on 3x4. Each bench asserts the count of what it finds.
//!
//! Counts that are no more than constants here are those of the tables of `shinpan solve 3x4 --out DIR --verify`, which finds
//! them right: rows, and bits set in their columns (`specs/tables.md`). The stages of a play-out rest on each other and are not
//! made one by one; `cargo bench --bench stages` says what each takes.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use shinpan::board::index::Index;
use shinpan::board::{Board, Colour, Grid, Position, Symmetry, points_of};
use shinpan::law::RuleSet;
use shinpan::law::facts::Facts;
use shinpan::solve::Predecessors;
use shinpan::solve::whole::classes::Classes;
use shinpan::solve::whole::forced::Whole;
use shinpan::solve::whole::graph::{Extra, Graph, States};
use shinpan::solve::whole::store::Stages;
use shinpan::solve::whole::sweep::Sweeps;
use shinpan::solve::whole::winning::WinningSets;
use shinpan::texts::aj2004::extremes::extremes;
use shinpan::texts::aj2004::{AnalysisFacts, BlackAnalysis, Extreme};
use shinpan::texts::j1989::{Confirmation, ConfirmationFacts};
use shinpan::texts::j1997::plays::Plays;
use shinpan::texts::j1997::{PlayOut, PlayOutFacts};
use shinpan::texts::mindsports::{Continuation, ContinuationFacts};

fn main() {
    divan::main();
}

const SIZE: &str = "3x4";
/// Classes of the legal positions under the four symmetries of the board, counted below in another way.
static CLASSES: LazyLock<Arc<Classes>> = LazyLock::new(|| {
    let classes = Classes::new(&board()).expect("small");
    let index = Index::new(classes.board().grid()).expect("small");
    let symmetries = Symmetry::all(classes.board().grid());
    let is_first = |p: &Position| symmetries.iter().all(|s| index.rank(*p) <= index.rank(s.position(*p)));
    assert_eq!(classes.len(), index.iter().filter(is_first).count());
    Arc::new(classes)
});

fn board() -> Board {
    Board::new(Grid::parse(SIZE).expect("a size")).expect("small")
}

fn rules(name: &str) -> RuleSet {
    RuleSet::parse(name).expect("a rule set").remove(0)
}

fn confirmation() -> Confirmation {
    Confirmation::new(&rules("j1989"), &board(), Colour::Black)
}

fn analysis() -> BlackAnalysis {
    BlackAnalysis::new(&rules("aj2004"), &board())
}

fn continuation() -> Continuation {
    Continuation::new(&board(), true)
}

/// A game with all its states.
struct ListedGame<X> {
    graph: Graph<X>,
    predecessors: Predecessors,
}

impl<X: Extra> ListedGame<X> {
    fn new<S: States<Extra = X>>(game: &S) -> ListedGame<X> {
        let graph = Graph::new(&CLASSES, game, &Sweeps::alone()).expect("nothing stops it");
        let predecessors = graph.predecessors();
        ListedGame { graph, predecessors }
    }

    fn whole(&self) -> Whole<'_, X> {
        Whole { classes: &CLASSES, graph: &self.graph, predecessors: &self.predecessors, sweeping: Sweeps::alone() }
    }
}

/// Bits of the points of the board that are set.
fn bits(sets: &WinningSets) -> u32 {
    let points = CLASSES.board().all() as u16;
    sets.attacker.iter().chain(&sets.owner).map(|l| (l & points).count_ones()).sum()
}

/// The legal positions numbered up to symmetry.
#[divan::bench(sample_count = 10)]
fn classes(bencher: Bencher) {
    let (board, classes) = (board(), CLASSES.len());
    let positions = Index::new(board.grid()).expect("small").count();
    assert_eq!(positions, 321_689);
    bencher.counter(ItemsCount::new(positions)).bench(|| {
        assert_eq!(Classes::new(black_box(&board)).map(|found| found.len()), Some(classes));
    });
}

/// The states of each game that can follow from any position, with their successors and predecessors.
#[divan::bench(args = ["j1989", "aj2004", "ms"], sample_count = 10)]
fn states(bencher: Bencher, game: &str) {
    fn found<S: States>(bencher: Bencher, game: &S, states: usize) {
        LazyLock::force(&CLASSES);
        bencher
            .counter(ItemsCount::new(states))
            .bench(|| assert_eq!(ListedGame::new(black_box(game)).graph.len(), states));
    }
    match game {
        "j1989" => found(bencher, &confirmation(), 123_297),
        "aj2004" => found(bencher, &analysis(), 84_646),
        _ => found(bencher, &continuation(), 135_358),
    }
}

/// One fixpoint over all states of a game.
fn fixpoint<X: Extra>(
    bencher: Bencher,
    found: &ListedGame<X>,
    bits_set: u32,
    solve: impl Fn(&Whole<'_, X>) -> Option<WinningSets> + Sync,
) {
    bencher.counter(ItemsCount::new(found.graph.len())).bench(|| {
        assert_eq!(solve(black_box(&found.whole())).map(|sets| bits(&sets)), Some(bits_set));
    });
}

/// The fixpoints of j1989.
#[divan::bench(args = ["captured", "cleared", "cleared-everywhere"], sample_count = 10)]
fn confirmation_of_j1989(bencher: Bencher, stage: &str) {
    let found = ListedGame::new(&confirmation());
    match stage {
        "captured" => fixpoint(bencher, &found, 2_415_760, |whole| whole.captured()),
        "cleared" => fixpoint(bencher, &found, 1_527_601, |whole| whole.cleared()),
        _ => {
            let cleared = found.whole().cleared().expect("not stopped");
            fixpoint(bencher, &found, 1_304_952, |whole| whole.cleared_everywhere(&cleared));
        }
    }
}

/// The fixpoint of aj2004.
#[divan::bench(sample_count = 10)]
fn extremes_of_aj2004(bencher: Bencher) {
    fixpoint(bencher, &ListedGame::new(&analysis()), 485_639, extremes);
}

/// The fixpoints of the MindSports text.
#[divan::bench(args = ["captured", "made-immortal"], sample_count = 10)]
fn continuation_of_ms(bencher: Bencher, stage: &str) {
    let found = ListedGame::new(&continuation());
    match stage {
        "captured" => fixpoint(bencher, &found, 2_640_617, |whole| whole.captured()),
        _ => fixpoint(bencher, &found, 511_198, |whole| whole.made_immortal()),
    }
}

/// All plays from all classes, on which the tables of a play-out rest.
#[divan::bench(sample_count = 10)]
fn plays_of_j1997(bencher: Bencher) {
    let board = board();
    let legal = |class: usize| {
        let position = CLASSES.representative(class);
        points_of(board.empty(position)).filter(|&p| board.play(position, Colour::Black, p).is_some()).count()
    };
    let legal: usize = (0..CLASSES.len()).map(legal).sum();
    bencher.counter(ItemsCount::new(legal)).bench(|| {
        let plays = Plays::new(black_box(&CLASSES));
        assert_eq!((0..CLASSES.len()).map(|class| plays.of(class).count()).sum::<usize>(), legal);
    });
}

/// A whole game, with all its stages: what it says of every class.
#[divan::bench(args = ["j1989", "aj2004", "ms-japanese", "j1997:first=black"], sample_count = 3)]
fn whole_game(bencher: Bencher, name: &str) {
    let rules = rules(name);
    let game = rules.text.solvable(&rules).expect("it is solved as a whole");
    let analysis = analysis();
    let says = |facts: &Facts, class: usize| -> bool {
        let position = CLASSES.representative(class);
        if let Some(facts) = facts.known::<Arc<dyn ConfirmationFacts>>() {
            return facts.captured(position, Colour::Black) == 0;
        }
        if let Some(facts) = facts.known::<Arc<dyn ContinuationFacts>>() {
            return facts.captured(position, Colour::Black, Colour::White) == 0;
        }
        if let Some(facts) = facts.known::<Arc<dyn AnalysisFacts>>() {
            return facts.extreme(&analysis.start(position)) == Some(Extreme::Nothing);
        }
        let start = PlayOut::new(&rules, CLASSES.board()).start(position, Colour::Black);
        let facts = facts.known::<Arc<dyn PlayOutFacts>>().expect("one of them is there");
        // What both force meets in the value.
        facts.at_least(&start, Colour::Black) == -facts.at_least(&start, Colour::White)
    };
    let expected = match name {
        // White takes no black stone.
        "j1989" => 21_878,
        "ms-japanese" => 21_830,
        // White leaves Black control of nothing.
        "aj2004" => 56_677,
        // Every play-out has a value.
        _ => CLASSES.len(),
    };
    bencher.counter(ItemsCount::new(CLASSES.len())).bench(|| {
        let facts = game.solve(&CLASSES, &Stages::in_memory(&AtomicBool::new(false))).expect("not stopped");
        assert_eq!((0..CLASSES.len()).filter(|&class| says(&facts, class)).count(), expected);
    });
}
