//! What each stage of solving a board as a whole takes, and its share of its game: a table. Shares of one run are what it is for;
//! times are those of this machine, now.
//!
//!     cargo bench --bench stages              # 3x4
//!     cargo bench --bench stages -- 3x5 j1989,aj2004

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use shinpan::board::index::Index;
use shinpan::board::{Board, Grid};
use shinpan::law::RuleSet;
use shinpan::solve::progress::Progress;
use shinpan::solve::whole::classes::Classes;
use shinpan::solve::whole::store::{Stages, Subject};

/// When the stages began that have not ended, and what the others took.
#[derive(Default)]
struct Times {
    begun: Mutex<Vec<(String, Instant)>>,
    ended: Mutex<Vec<(String, Duration)>>,
}

impl Progress for Times {
    fn begins(&self, _: &Subject, stage: &str) {
        self.begun.lock().expect("no panic").push((stage.to_string(), Instant::now()));
    }

    fn ends(&self, _: &Subject, stage: &str, read: bool) {
        assert!(!read, "{stage} was to be computed");
        let mut begun = self.begun.lock().expect("no panic");
        let at = begun.iter().position(|(name, _)| name == stage).expect("it has begun");
        let (name, since) = begun.swap_remove(at);
        self.ended.lock().expect("no panic").push((name, since.elapsed()));
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with("--")).collect();
    match table(words.first().map_or("3x4", String::as_str), words.get(1).map(String::as_str)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("stages: {error}");
            ExitCode::from(2)
        }
    }
}

fn table(size: &str, list: Option<&str>) -> Result<(), String> {
    let grid = Grid::parse(size).map_err(|e| e.to_string())?;
    let rules = RuleSet::parse_list(list.unwrap_or("j1989,aj2004,ms-japanese,j1997:first=black"));
    let positions = Index::new(grid).map_err(|e| e.to_string())?.count();
    let begun = Instant::now();
    let board = Board::new(grid).ok_or("the board is too large")?;
    let classes = Arc::new(Classes::new(&board).ok_or("at most 16 points can be solved as a whole")?);
    println!(
        "{grid}: {positions} legal positions, {} up to symmetry, listed in {:.2?}\n",
        classes.len(),
        begun.elapsed()
    );
    println!("| game | stage | seconds | share of the game |\n|---|---|---:|---:|");
    for set in rules.map_err(|e| e.to_string())? {
        let game = set.text.solvable(&set).ok_or_else(|| format!("the game of {set} is not solved as a whole"))?;
        let (times, stop) = (Times::default(), AtomicBool::new(false));
        let begun = Instant::now();
        game.solve(&classes, &Stages { progress: &times, ..Stages::in_memory(&stop) }).map_err(|e| e.to_string())?;
        let all = begun.elapsed().as_secs_f64();
        let mut ended = times.ended.into_inner().expect("no panic");
        // The pieces of a stage are stages within it.
        ended.retain(|(name, _)| game.stages().contains(&name.as_str()));
        assert_eq!(ended.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), game.stages(), "each stage, once");
        let name = game.subject(grid).rules;
        for (stage, time) in &ended {
            println!("| {name} | {stage} | {:.3} | {:.1} % |", time.as_secs_f64(), 100.0 * time.as_secs_f64() / all);
        }
        println!("| {name} | all | {all:.3} | 100 % |");
    }
    Ok(())
}
