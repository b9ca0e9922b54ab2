//! Whatever an engine believes, the verdicts are those without it, or undecided where a budget ends: with engines that tell the truth, its contrary,
//! nonsense or nothing, that refuse, answer garbage, hang or die.

use std::time::Duration;

use shinpan::board::index::Index;
use shinpan::board::plain::{PlainPosition, PlainString};
use shinpan::board::{Board, Colour, Grid};
use shinpan::check::Status;
use shinpan::check::engine::{Engine, Session};
use shinpan::check::guide::{NoOpinion, Opinion, asked};
use shinpan::gtp::peer::{Answer, Trouble};
use shinpan::law::answer::{Answer as Said, Asking, Found};
use shinpan::law::facts::Facts;
use shinpan::law::{Life, RuleSet};
use shinpan::solve::Budget;

/// What an engine does when it is asked which strings live.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Does {
    TellsTheTruth,
    TellsTheContrary,
    TellsNonsense,
    TellsNothing,
    CallsAllDead,
    Refuses,
    Babbles,
    Hangs,
    Dies,
}

const ALL: [Does; 9] = [
    Does::TellsTheTruth,
    Does::TellsTheContrary,
    Does::TellsNonsense,
    Does::TellsNothing,
    Does::CallsAllDead,
    Does::Refuses,
    Does::Babbles,
    Does::Hangs,
    Does::Dies,
];

/// An engine with an opinion, without a process.
struct Fake {
    does: Does,
    grid: Grid,
    /// The dead stones, and the others.
    lists: [Vec<String>; 2],
}

impl Fake {
    fn answer(&self, command: &str) -> Result<Answer, Trouble> {
        let words: Vec<&str> = command.split_whitespace().collect();
        Ok(match words[..] {
            ["list_commands"] => Ok("boardsize clear_board komi play final_status_list".to_string()),
            ["play", _, vertex] if vertex != "pass" && self.grid.point(vertex).is_err() => Err("outside".to_string()),
            ["final_status_list", status] => self.list(command, status)?,
            _ => Ok(String::new()),
        })
    }

    fn list(&self, command: &str, status: &str) -> Result<Answer, Trouble> {
        let sent = command.to_string();
        match self.does {
            Does::Hangs => Err(Trouble::TimedOut { sent, limit: Duration::from_secs(1), got: String::new() }),
            Does::Dies => Err(Trouble::Died { sent, how: "killed".to_string(), stderr: String::new() }),
            Does::Refuses => Ok(Err("no idea".to_string())),
            Does::Babbles => Ok(Ok("all of them, I think".to_string())),
            _ => {
                let at = ["dead", "alive"].iter().position(|of| *of == status);
                Ok(Ok(at.map(|at| self.lists[at].join(" ")).unwrap_or_default()))
            }
        }
    }
}

impl Session for Fake {
    fn ask_all(&mut self, commands: &[String]) -> Result<Vec<Answer>, Trouble> {
        commands.iter().map(|command| self.answer(command)).collect()
    }

    fn repeats_ids(&self) -> bool {
        true
    }

    fn late(&self) -> usize {
        0
    }

    fn quit(self: Box<Self>) {}
}

/// What such an engine says of a position of which the truth is known.
fn opinion(position: &PlainPosition, does: Does, truth: &Said) -> Result<Opinion, NoOpinion> {
    let dead = dead(truth);
    let is_dead = |string: &PlainString| -> Option<bool> {
        let truly = dead.contains(&string.stones[0]);
        match does {
            Does::TellsTheTruth => Some(truly),
            Does::TellsTheContrary => Some(!truly),
            Does::TellsNonsense => [Some(true), Some(false), None][string.stones[0] % 3],
            Does::CallsAllDead => Some(true),
            _ => None,
        }
    };
    let grid = position.grid();
    let lists = [true, false].map(|wanted| {
        let strings = position.strings().into_iter().filter(|string| is_dead(string) == Some(wanted));
        strings.flat_map(|string| string.stones).map(|p| grid.name(p)).collect::<Vec<String>>()
    });
    let start =
        move || -> Result<Box<dyn Session>, Trouble> { Ok(Box::new(Fake { does, grid, lists: lists.clone() })) };
    let mut engine = Engine::of(Box::new(start))?;
    asked(&mut engine, position)
}

/// The stones that are dead for sure.
fn dead(said: &Said) -> Vec<usize> {
    let strings = lives(said).into_iter();
    strings.filter(|(_, life)| *life == Life::Dead).flat_map(|(stones, _)| stones).collect()
}

/// What is known of strings, by their stones.
fn lives(said: &Said) -> Vec<(Vec<usize>, Life)> {
    match &said.found {
        Found::Verdict(verdict) => {
            let strings = verdict.status.iter().flat_map(|status| &status.strings);
            strings.map(|s| (shinpan::board::points_of(s.string.stones).collect(), s.life)).collect()
        }
        Found::Finished(finished) => {
            finished.strings.iter().flatten().map(|(string, life)| (string.stones.clone(), *life)).collect()
        }
        Found::Unfinished(unfinished) => {
            let known = unfinished.known.strings.iter();
            known.filter_map(|s| Some((s.string.stones.clone(), s.life?))).collect()
        }
    }
}

/// Holds the verdict with a guide against that without one; whether both decide, or one of them alone. An engine without an opinion says nothing
/// that could be followed.
fn compared(position: &PlainPosition, rules: &RuleSet, does: Does, alone: &Said, budget: Budget) -> [bool; 2] {
    let is_useful = !matches!(does, Does::Refuses | Does::Babbles | Does::Hangs | Does::Dies);
    let hints = match opinion(position, does, alone) {
        Ok(opinion) if is_useful => opinion.hints(position),
        Err(_) if !is_useful => return [alone.outcome().margin().is_some(); 2],
        other => panic!("{does:?} {position}: {other:?}"),
    };
    let facts = Facts::default().expecting(Some(hints));
    let guided = Asking::of(position).answer(rules, &facts, budget, false);
    let margins = [alone, &guided].map(|said| said.outcome().margin());
    let text = || format!("{rules} {does:?} {position}: {} alone, {} guided", alone.outcome(), guided.outcome());
    if let [Some(one), Some(other)] = margins {
        assert_eq!(one, other, "{}", text());
    }
    let ((_, lo, hi), (_, guided_lo, guided_hi)) = (alone.outcome().parts(), guided.outcome().parts());
    assert!(lo.max(guided_lo) <= hi.min(guided_hi), "{}", text());
    let found = lives(&guided);
    for (stones, life) in lives(alone).into_iter().filter(|(_, life)| *life != Life::Undecided) {
        let other = found.iter().find(|(others, _)| *others == stones).map_or(Life::Undecided, |(_, life)| *life);
        assert!(other == life || other == Life::Undecided, "{}: {stones:?} {life:?} {other:?}", text());
    }
    margins.map(|margin| margin.is_some())
}

fn sets() -> Vec<RuleSet> {
    ["j1989", "ms-japanese"].iter().flat_map(|name| RuleSet::parse(name).unwrap()).collect()
}

#[test]
fn on_small_boards_the_verdicts_are_the_same_whatever_the_engine_does() {
    for (size, every) in [("1x4", 1), ("2x3", 17), ("3x3", 1601)] {
        let grid = Grid::parse(size).unwrap();
        for position in Index::new(grid).unwrap().iter().step_by(every) {
            let plain = PlainPosition::from_position(grid, position).unwrap();
            for rules in sets() {
                let alone = Asking::of(&plain).answer(&rules, &Facts::default(), Budget::default(), false);
                for does in ALL {
                    assert_eq!(
                        compared(&plain, &rules, does, &alone, Budget::default()),
                        [true; 2],
                        "{does:?} {plain}"
                    );
                }
            }
        }
    }
}

/// Boards on which what is expected is tried first, with few empty points, at random.
fn random_boards(size: &str, many: usize) -> Vec<PlainPosition> {
    let grid = Grid::parse(size).unwrap();
    let board = Board::new(grid).unwrap();
    let mut random = fastrand::Rng::with_seed(grid.len() as u64);
    let mut found = Vec::new();
    while found.len() < many {
        // Halves, one for each player, so that something lives.
        let cells = (0..grid.len()).map(|p| {
            let left = p % grid.cols() < grid.cols() / 2;
            match random.u32(0..10) {
                0..2 => None,
                2 => Some(if left { Colour::White } else { Colour::Black }),
                _ => Some(if left { Colour::Black } else { Colour::White }),
            }
        });
        let plain = PlainPosition::from_cells(grid, cells.collect()).unwrap();
        if plain.to_position().is_some_and(|position| board.is_legal(position)) {
            found.push(plain);
        }
    }
    found
}

#[test]
fn on_larger_boards_no_verdict_differs_whatever_the_engine_does() {
    let finished =
        include_str!("../finished.txt").lines().take(2).chain(include_str!("../left.txt").lines().skip(40).step_by(60));
    let games = finished.filter_map(|line| line.split_whitespace().last());
    let games = games.map(|board| shinpan::board::diagram::parse(board).unwrap());
    let small = ["4x7", "5x6"].into_iter().flat_map(|size| random_boards(size, 1));
    let budget = Budget::of(300);
    let mut decided = [0; 2];
    for plain in games.chain(small) {
        for rules in sets() {
            let alone = Asking::of(&plain).answer(&rules, &Facts::default(), budget, false);
            for does in ALL {
                let both = compared(&plain, &rules, does, &alone, budget);
                decided = [0, 1].map(|i| decided[i] + usize::from(both[i]));
            }
        }
    }
    println!("{decided:?} decided alone, guided");
    assert!(decided.iter().all(|&decided| decided > 10), "{decided:?}");
}

#[test]
fn an_opinion_names_the_engine_and_every_string() {
    let position = shinpan::board::diagram::parse("XX.O/X.OO/XX.O").unwrap();
    let alone = Asking::of(&position).answer(&sets()[0], &Facts::default(), Budget::of(1), false);
    let found = opinion(&position, Does::CallsAllDead, &alone).unwrap();
    assert_eq!(found.engine, "an engine without a name");
    assert_eq!(found.strings.len(), position.strings().len());
    assert!(found.strings.iter().all(|(_, status)| *status == Some(Status::Dead)));
    let silent = opinion(&position, Does::TellsNothing, &alone).unwrap();
    assert!(silent.strings.iter().all(|(_, status)| status.is_none()));
}
