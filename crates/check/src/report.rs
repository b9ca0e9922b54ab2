//! What a check has come to, as JSON lines (for programs, `--baseline` and `--resume`), as a table, and as a regression file.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::baseline::Compared;
use super::classes::Class;
use super::findings::{Finding, State};
use super::said::{names, points};
use super::terms::Told;
use super::ways::{CapturesBy, StonesBy};
use super::written::{PROGRAM, disagreement_json, implemented_json, job_json};
use super::{Disagreement, Engine, MoveRecord, Question, ko};
use crate::board::Grid;
use crate::foreign::{self, line, markdown as cell};
use crate::gtp::game::{Move, clause_of, ko_rules};
use crate::gtp::protocol::{colour_name, vertex};
use crate::law::{Refusal, RuleSet};
use crate::record::{self, Act, Action, Setup};

/// The head of a report: what was checked, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    /// The command that starts the engine.
    pub command: String,
    /// Its name, version and protocol version, as it says.
    pub engine: [String; 3],
    /// The rule set as asked for.
    pub rules: String,
    /// What the engine was told of the rules, and what it says of them.
    pub told: Told,
    /// How it was asked, in sentences.
    pub asked: Vec<String>,
    /// Everything else on which the questions depend, in one line.
    pub settings: String,
}

/// The report as JSON lines: `run`, `unchecked`, `implemented`, `job`, `finding`, `end`.
#[must_use]
pub fn json_lines(head: &Head, state: &State, compared: &Compared, complete: bool) -> String {
    let [name, version, protocol] = &head.engine;
    let mut lines = vec![json!({
        "kind": "run", "program": PROGRAM, "command": head.command,
        "name": name, "version": version, "protocol": protocol, "rules": head.rules, "told": head.told.command.is_some(),
        "set": head.told.command, "says": head.told.says, "otherwise": head.told.otherwise, "differs": head.told.differs,
        "asked": head.asked, "settings": head.settings,
    })];
    for (what, why) in &state.unchecked {
        lines.push(json!({ "kind": "unchecked", "what": what, "why": why }));
    }
    if let Some(found) = &state.implemented {
        lines.push(implemented_json(found));
    }
    for (job, done) in &state.jobs {
        lines.push(job_json("job", job, *done));
    }
    for (key, finding) in &state.findings {
        lines.push(finding_json(key, finding, compared));
    }
    lines.extend(compared.mended.iter().map(|cause| json!({ "kind": "mended", "cause": cause })));
    lines.push(json!({ "kind": "end", "complete": complete, "left-large": state.left_large }));
    lines.iter().map(|line| foreign::lines(&format!("{line}\n")).into_owned()).collect()
}

fn finding_json(key: &str, finding: &Finding, compared: &Compared) -> Value {
    let mut line = disagreement_json(finding.suite, &finding.witness);
    line["kind"] = json!("finding");
    line["key"] = json!(key);
    line["class"] = json!(Class::of(finding).name());
    line["about"] = json!(finding.about.name());
    line["count"] = json!(finding.count);
    line["known"] = json!(compared.is_known(key));
    line["new"] = json!(compared.why(key));
    line["found-with-moves"] = json!(finding.found_with);
    line["shapes"] = json!(finding.shapes);
    line
}

/// A text as code within a cell.
fn code(text: &str) -> String {
    format!("`{}`", cell(text).replace('`', "'"))
}

/// The findings in the order of a report: by what they come down to, then the smallest boards first.
fn ordered(state: &State) -> Vec<(&String, &Finding)> {
    let mut findings: Vec<(&String, &Finding)> = state.findings.iter().collect();
    findings.sort_by_key(|(_, finding)| (Class::of(finding), finding.witness.record.grid.len()));
    findings
}

/// The report for people, in Markdown.
#[must_use]
pub fn summary(head: &Head, rules: &RuleSet, state: &State, compared: &Compared, complete: bool) -> String {
    let [name, version, protocol] = &head.engine;
    let mut out = format!("# {} {} against {}\n\n", cell(name), cell(version), cell(&head.rules));
    let command = code(&head.command);
    let (protocol, settings) = (cell(protocol), cell(&head.settings));
    out += &format!("Engine {command}, GTP {protocol}. Settings: {settings}.\n\n");
    for line in told(&head.told).iter().chain(&head.asked) {
        out += &format!("- {}\n", cell(line));
    }
    if !complete {
        out += "\nNot complete: `--resume` goes on.\n";
    }
    out += "\n| suite | board | what | done | of | questions | skipped | declined | disagreements |\n";
    out += "|---|---|---|---:|---:|---:|---:|---:|---:|\n";
    for (job, done) in &state.jobs {
        let board = job.grid.map(|g| g.to_string()).unwrap_or_default();
        out += &format!(
            "| {} | {board} | {} | {} | {} | {} | {} | {} | {} |\n",
            job.suite.name(),
            job.source.name(),
            done.units,
            job.units,
            done.questions,
            done.skipped,
            done.declined,
            done.disagreements
        );
    }
    if let Some(found) = &state.implemented {
        let has = if found.ko.is_empty() {
            "a repetition rule not known here".to_string()
        } else {
            cell(&found.ko.join(" or "))
        };
        let right = ko::of_text(ko_rules(rules));
        out += &format!(
            "\nThe engine implements: {has}; suicide {}. The text has: {right}; suicide {}.\n",
            cell(&found.suicide),
            ko::suicide_of(rules)
        );
        let clause = clause_of(rules, Refusal::GameOver);
        out += &format!(
            "After two passes the text has no play any more [{clause}]; what the engine does then is not held against it.\n"
        );
        for (what, answer) in &found.answers {
            out += &format!("- {}: {}\n", cell(what), cell(answer));
        }
    }
    if !state.unchecked.is_empty() {
        out += "\nNot checked:\n";
        for (what, why) in &state.unchecked {
            out += &format!("- {}: {}\n", cell(what), cell(why));
        }
    }
    if !compared.mended.is_empty() {
        out += "\nMended since the baseline:\n";
        compared.mended.iter().for_each(|cause| out += &format!("- {}\n", cell(cause)));
    }
    if state.findings.is_empty() {
        out += "\nNo disagreement found.\n";
        return out;
    }
    let findings = ordered(state);
    out += "\n| what it comes down to | causes | times |\n|---|---:|---:|\n";
    let mut classes: BTreeMap<Class, (usize, u64)> = BTreeMap::new();
    for (_, finding) in &findings {
        let (causes, times) = classes.entry(Class::of(finding)).or_default();
        (*causes, *times) = (*causes + 1, *times + finding.count);
    }
    for (class, (causes, times)) in classes {
        out += &format!("| {} | {causes} | {times} |\n", class.name());
    }
    out += "\n| | cause | times | board | witness | question | text | clause | engine |\n|---|---|---:|---|---|---|---|---|---|\n";
    for (i, (key, finding)) in findings.into_iter().enumerate() {
        let Disagreement { record, question, expected, clause, got, cause } = &finding.witness;
        let news = if compared.is_known(key) { " (known)" } else { "" };
        out += &format!(
            "| {}{news} | {} | {} | {} | {} | {} | {} | {} | {} |\n",
            i + 1,
            cell(cause),
            finding.count,
            record.grid,
            record.text(),
            code(&question.text(record.grid)),
            cell(expected),
            cell(clause),
            cell(got)
        );
    }
    let news: Vec<String> = state
        .findings
        .iter()
        .filter_map(|(key, finding)| {
            Some(format!("- {}: {}\n", cell(&finding.witness.cause), cell(compared.why(key)?)))
        })
        .collect();
    if !news.is_empty() {
        out += &format!("\nNew, held against the baseline:\n{}", news.concat());
    }
    if state.left_large > 0 {
        out += &format!("\n{} more disagreements that nothing explains were only counted.\n", state.left_large);
    }
    out
}

/// What the engine was told of the rules, in sentences.
fn told(told: &Told) -> Vec<String> {
    let quoted = |text: &str| format!("`{text}`");
    let mut lines = vec![match &told.command {
        Some(command) => format!("rules: set by {}", quoted(command)),
        None if told.refused.is_empty() => "rules: the engine cannot be told any, and plays by its own".to_string(),
        None => {
            let each = told.refused.iter().map(|(command, error)| format!("{} (`{error}`)", quoted(command)));
            format!("rules: the engine refused {}", each.collect::<Vec<_>>().join(" and "))
        }
    }];
    if !told.says.is_empty() {
        lines.push(format!("rules: by `kata-get-rules` they are then {}", quoted(&told.says)));
    }
    lines.extend(told.otherwise.iter().map(|what| format!("rules: not as they were set: {what}")));
    lines.extend(told.differs.iter().map(|what| format!("rules: not expressible: {what}")));
    lines
}

/// The findings as a regression file in the form of GNU Go's, which gogui-regress runs: each witness as GTP commands, the
/// right answer as a pattern. What no pattern can say is left as a comment.
#[must_use]
pub fn regression(engine: &Engine, head: &Head, state: &State) -> String {
    // Whatever an engine says, and whatever a report that was resumed had: a comment is one line, and so is a pattern.
    let comment = |text: &str| format!("# {}\n", line(text));
    let mut out = comment(&format!("{} {}, checked against {}", head.engine[0], head.engine[1], head.rules));
    let mut id = 0;
    for (_, finding) in ordered(state) {
        if Class::of(finding) == Class::NotRepeated {
            // A test that fails now and then tests nothing.
            continue;
        }
        let Disagreement { record, question, clause, cause, got, .. } = &finding.witness;
        let got: String = got.split_whitespace().collect::<Vec<_>>().join(" ");
        out += &format!("\n{}{}", comment(cause), comment(&format!("clause {clause}; the engine said: {got}")));
        for command in fresh_setup(engine, record) {
            out += &format!("{command}\n");
        }
        let (before, tests) = tests(engine, &finding.witness);
        for command in before {
            out += &format!("{command}\n");
        }
        if tests.is_empty() {
            out += &comment(&format!("no pattern can say what is expected of: {}", question.text(record.grid)));
        }
        for (command, pattern) in tests {
            id += 10;
            out += &format!("{id} {command}\n#? [{}]\n", line(&pattern));
        }
    }
    out
}

/// The witnesses as a collection of SGF games: what was asked, expected and said is a comment at the last move.
#[must_use]
pub fn witnesses(head: &Head, state: &State) -> String {
    let games = state.findings.values().map(|finding| {
        let Disagreement { record, question, expected, clause, got, cause } = &finding.witness;
        let mut setup = Setup::new(record.grid);
        setup.info = vec![("GN".to_string(), cause.clone())];
        setup.rules = Some(head.rules.clone());
        let mut game = record::Record::new(setup);
        let act = |m: &Move| m.point.map_or(Act::Pass, Act::Play);
        game.actions = record.moves.iter().map(|m| Action::new(m.player, act(m))).collect();
        let mut comments = vec![String::new(); record.moves.len() + 1];
        if let Some(last) = comments.last_mut() {
            let asked = question.text(record.grid);
            *last = format!("{asked}\n{}: {expected} ({clause})\n{}: {got}", head.rules, head.engine[0]);
        }
        record::sgf::write(&game, &comments)
    });
    games.collect()
}

/// The commands of a record, with the size of the board.
fn fresh_setup(engine: &Engine, record: &MoveRecord) -> Vec<String> {
    let grid = record.grid;
    let mut commands = vec![engine.size_command(grid), "clear_board".to_string(), "komi 0".to_string()];
    let play = |m: &Move| format!("play {} {}", colour_name(m.player), vertex(grid, m.point));
    commands.extend(record.moves.iter().map(play));
    commands
}

/// Commands without a test, then tests: a command and the pattern of its whole answer.
fn tests(engine: &Engine, witness: &Disagreement) -> (Vec<String>, Vec<(String, String)>) {
    let Disagreement { record, question, expected, .. } = witness;
    let grid = record.grid;
    let commands = engine.commands(record, question);
    // None where the expectation is no board: a size that should have been refused, a pass that should not.
    let stones = |text: &str| -> Vec<(String, String)> {
        let Ok(board) = crate::board::diagram::parse(text) else { return Vec::new() };
        let list = |colour| {
            let points: Vec<usize> = (0..grid.len()).filter(|&p| board.at(p) == Some(colour)).collect();
            (format!("list_stones {}", colour_name(colour)), list_pattern(grid, &points))
        };
        if engine.ways.stones != Some(StonesBy::ListStones) {
            // Layouts of boards are no patterns that could be relied on.
            return Vec::new();
        }
        crate::board::Colour::ALL.map(list).to_vec()
    };
    match question {
        Question::Legal(_, p) => match commands.first() {
            Some(c) if c.starts_with("is_legal") => (Vec::new(), vec![(c.clone(), expected.clone())]),
            Some(c) if c.starts_with("all_legal") => {
                let not = if expected == "1" { "" } else { "!" };
                (Vec::new(), vec![(c.clone(), format!("{not}(.*\\s)?{}(\\s.*)?", grid.name(*p)))])
            }
            // A policy is no pattern. An error fails any test: a play that must be refused cannot be one.
            Some(c) if c.starts_with("play") && expected == "1" => (Vec::new(), vec![(c.clone(), String::new())]),
            _ => (commands, Vec::new()),
        },
        Question::Stones => (Vec::new(), stones(expected)),
        Question::Undo(_) => (commands[..2].to_vec(), stones(expected)),
        // The words around them are no pattern that could be relied on.
        Question::Captures if engine.ways.captures != Some(CapturesBy::Captures) => (commands, Vec::new()),
        Question::Captures => {
            let numbers = expected.split_whitespace().filter(|w| w.bytes().all(|b| b.is_ascii_digit()));
            (Vec::new(), commands.iter().cloned().zip(numbers.map(str::to_string)).collect())
        }
        Question::Score => {
            let pattern = match expected.strip_prefix('-') {
                Some(white) => format!("W\\+{white}(\\.0*)?"),
                None if expected == "0" => "0(\\.0*)?".to_string(),
                None => format!("B\\+{expected}(\\.0*)?"),
            };
            (Vec::new(), vec![(commands[0].clone(), pattern)])
        }
        Question::Status(_) => {
            let pattern = points(grid, expected).map_or_else(String::new, |points| list_pattern(grid, &points));
            (Vec::new(), vec![(commands[0].clone(), pattern)])
        }
    }
}

/// As many of these points as there are, in any order.
fn list_pattern(grid: Grid, points: &[usize]) -> String {
    let any = format!("({})", names(grid, points).replace(' ', "|"));
    vec![any; points.len()].join("\\s+")
}
