//! Steps judged per second on a long record, for each rule set. Each bench asserts what became of the steps.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use shinpan::board::{Colour, Grid};
use shinpan::law::RuleSet;
use shinpan::law::procedure::{Agree, Replay, procedure};
use shinpan::record::{Act, Action, Record, Setup, script};

fn main() {
    divan::main();
}

const STEPS: usize = 20_000;

/// A game of random plays that stand under superko; a player without such a play passes.
fn record(size: &str) -> Record {
    let mut seed = 88_172_645_463_325_252_u64;
    let mut random = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed as usize
    };
    let grid = Grid::parse(size).expect("a size");
    let rules = RuleSet::parse("ms-japanese").expect("a rule set").remove(0);
    let mut record = Record::new(Setup::new(grid));
    let mut game = procedure(&rules, &record.setup, Agree::Recorded);
    let mut player = Colour::Black;
    while record.actions.len() < STEPS {
        let first = random();
        let plays = (0..grid.len()).map(|n| Act::Play((first + n) % grid.len()));
        let act = plays.into_iter().find(|act| game.why(player, act).is_accepted()).unwrap_or(Act::Pass);
        assert!(game.step(player, &act).is_accepted(), "two passes have ended the game");
        record.actions.push(Action::new(player, act));
        player = player.opponent();
    }
    record
}

/// A game of 20,000 steps on 19x19.
#[divan::bench(args = ["j1989", "j1997", "aj2004", "ms-japanese"], sample_count = 5)]
fn steps_of_19x19(bencher: Bencher, rules: &str) {
    let record = record("19x19");
    let rules = RuleSet::parse(rules).expect("a rule set").remove(0);
    bencher.counter(ItemsCount::new(STEPS)).bench(|| {
        let game = Replay::of(&rules, black_box(&record), Agree::Recorded, None);
        // What superko and basic ko allow, fixed-ko allows too.
        assert!(game.rows.iter().all(|row| row.judged.is_accepted()));
    });
}

/// Reading the same game as a script.
#[divan::bench(sample_count = 5)]
fn reading_a_script_of_20000_steps(bencher: Bencher) {
    let text = script::write(&record("19x19"));
    bencher.counter(ItemsCount::new(STEPS)).bench(|| {
        assert_eq!(script::read("f", black_box(&text)).map(|r| r.actions.len()), Ok(STEPS));
    });
}
