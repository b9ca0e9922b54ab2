//! `shinpan explore --export DIR`: pages that any web server, or a disk, serves. In them nothing new is judged.

use std::path::Path;

use maud::html;

use super::super::output::{OutputFolder, message};
use super::super::{Failure, progress};
use super::games::read;
use super::{Server, rule_sets};
use crate::atlas::compare::{Comparison, Options};
use crate::atlas::prisoners::Prisoners;
use crate::atlas::{Silent, WholeBoard};
use crate::board::{Grid, diagram};
use crate::law::RuleSet;
use crate::law::answer::{Answer, Asking};
use crate::law::facts::Facts;
use crate::law::procedure::{Agree, Replay, Session, merged};
use crate::report::divergence::Report;
use crate::report::document::{Own, document};
use crate::report::{answers, game};
use crate::solve::Budget;
use crate::texts::in_words::POSITIONS;

/// Boards of which all pairs of rule sets are compared.
const BOARDS: [&str; 4] = ["2x2", "2x3", "2x4", "3x3"];

/// A page of the folder: the name of its file, its title and itself.
struct Page {
    file: String,
    title: String,
    text: String,
}

/// Writes the folder: an index, a page a position, one a board, and one for the game that the program was started with.
///
/// # Errors
/// One line, if a file is in the way or something cannot be read or written.
pub fn export(dir: &Path, force: bool, server: &Server) -> Result<(), Failure> {
    let mut names = vec!["index.html".to_string()];
    names.extend((1..=POSITIONS.len()).map(|n| format!("position-{n}.html")));
    names.extend(BOARDS.map(|size| format!("divergences-{size}.html")));
    names.extend(server.record.iter().map(|_| "game.html".to_string()));
    let folder = OutputFolder::prepare(dir, force, &names)?;
    let stop = progress::stop_on_interrupt();
    let budget = Budget { stop: Some(stop), ..server.budget };
    let mut pages = Vec::new();
    for (n, (title, board, sets)) in POSITIONS.iter().enumerate() {
        message(&format!("{title}: {board}"));
        pages.push(Page {
            file: format!("position-{}.html", n + 1),
            title: (*title).to_string(),
            text: position(board, sets, budget)?,
        });
    }
    for size in BOARDS {
        message(&format!("all pairs of rule sets on {size}"));
        let title = format!("All positions of {size} on which two rule sets diverge");
        pages.push(Page { file: format!("divergences-{size}.html"), title, text: board(size, budget)? });
    }
    if let Some(record) = &server.record {
        // Where the file is on this machine is of no use to others.
        let name =
            Path::new(&record.0).file_name().map_or(record.0.clone(), |name| name.to_string_lossy().into_owned());
        pages.push(Page {
            file: "game.html".to_string(),
            title: format!("The game {name}"),
            text: replay(&name, &record.1)?,
        });
    }
    if progress::was_interrupted() {
        return Err(Failure("interrupted; nothing is written".to_string()));
    }
    let index = index(&pages);
    let mut files: Vec<(String, String)> = pages.into_iter().map(|page| (page.file, page.text)).collect();
    files.push(("index.html".to_string(), index));
    folder.write(&files)
}

fn position(board: &str, sets: &str, budget: Budget) -> Result<String, Failure> {
    let position = diagram::parse(board)?;
    let rules =
        if sets.is_empty() { RuleSet::defaults() } else { rule_sets(sets).map_err(|refused| Failure(refused.0))? };
    let asking = Asking::of(&position);
    let found: Vec<Answer> = rules.iter().map(|rules| asking.answer(rules, &Facts::default(), budget, true)).collect();
    let command = format!("shinpan judge {board} --rules {} --format html", sets.replace(' ', ","));
    let command = if sets.is_empty() { format!("shinpan judge {board} --format html") } else { command };
    let about = "Results are Black minus White, without komi and without stones captured before the position.";
    Ok(answers::page(&command, about, &found, &[]))
}

fn board(size: &str, budget: Budget) -> Result<String, Failure> {
    let grid = Grid::parse(size)?;
    let (rules, left_out): (Vec<RuleSet>, Vec<RuleSet>) =
        RuleSet::defaults().into_iter().partition(|rules| WholeBoard::practical(grid, rules));
    let whole = WholeBoard::for_rules(grid, &rules)?;
    let stop = progress::stop_on_interrupt();
    let options =
        Options { budget, causes: Some(crate::law::changes::Changes::None), ..Options::under(Prisoners::default()) };
    let comparison = Comparison::run(&whole, &rules, &options, &Silent, stop)?;
    let command = format!("shinpan diverge {size} --changes none --format html");
    Ok(Report { command: &command, comparison: &comparison, left_out: &left_out }.page())
}

fn replay(name: &str, bytes: &[u8]) -> Result<String, Failure> {
    let (record, left_out) = read(name, bytes, None).map_err(|refused| Failure(refused.0))?;
    if left_out > 0 {
        message(&format!("{name}: the last {left_out} steps are left out"));
    }
    let rules = merged(&RuleSet::defaults());
    let games: Vec<Replay> = rules.iter().map(|rules| Replay::of(rules, &record, Agree::Recorded, None)).collect();
    let session = Session::new(&rules, record.setup.clone(), Agree::Recorded);
    Ok(game::page(name, &format!("shinpan replay {name}"), &record, &games, session))
}

fn index(pages: &[Page]) -> String {
    let title = "What the rules of Go say";
    let body = html! {
        header { h1 { (title) } }
        main {
            p {
                "Several rules texts of Go as literal interpreters, clause by clause: positions on which they disagree, all \
                 positions of small boards, and games. These are pages that were made once; nothing new is judged in them."
            }
            ul { @for page in pages { li { a href=(page.file) { (page.title) } } } }
        }
    };
    document(title, Own::default(), &body)
}
