//! What rule sets say of one position, as a page of HTML that stands by itself: a summary, what they disagree about, and for those
//! that say the same a board with the count. Nothing is fetched, and nothing runs.

use maud::{Markup, html};

use super::board::{Drawn, answer_lines, answer_trace, captioned};
use super::document::{Own, document};
use super::svg;
use crate::law::answer::Answer;
use crate::law::{Life, RuleSet, specs};

/// Characters in a line of a trace.
const WIDTH: usize = 110;

/// Answers of which the outcome and the status of every stone and point are the same.
struct Group<'a> {
    letter: char,
    answers: Vec<&'a Answer>,
    drawn: Drawn,
}

/// The page. `about` says how the position was reached and what is counted; `open` names rule sets that gave no answer.
#[must_use]
pub fn page(command: &str, about: &str, answers: &[Answer], open: &[String]) -> String {
    let groups = grouped(answers);
    let boards: Vec<&Drawn> = groups.iter().map(|group| &group.drawn).collect();
    let differs = svg::differing(&boards);
    let text = answers.first().map(|answer| answer.position.to_string()).unwrap_or_default();
    let title = answers.first().map_or("No rule set answered".to_string(), |answer| {
        format!("What the rule sets say of a position of {}", answer.position.grid())
    });
    let body = html! {
        header { h1 { (title) } p.soft { code { (text) } ". Made by " code { (command) } "." } }
        main {
            p { (about) }
            @for sentence in disagreements(&groups) { p.sentence { (sentence) } }
            div.wide { (summary(&groups, open)) }
            section { h2 { "Boards" } (svg::key()) div.boards { @for group in &groups { (card(group, &differs)) } } }
            section {
                h2 { "By which clauses" }
                @for answer in answers.iter().filter(|answer| !answer.steps.is_empty()) { (reasons(answer)) }
            }
        }
    };
    document(&title, Own::default(), &body)
}

fn grouped(answers: &[Answer]) -> Vec<Group<'_>> {
    let mut groups: Vec<Group> = Vec::new();
    for answer in answers {
        let drawn = Drawn::of(answer);
        let same = |group: &&mut Group| group.drawn == drawn && group.answers[0].outcome() == answer.outcome();
        match groups.iter_mut().find(same) {
            Some(group) => group.answers.push(answer),
            None => {
                let letter = char::from(b'A' + (groups.len() % 26) as u8);
                groups.push(Group { letter, answers: vec![answer], drawn });
            }
        }
    }
    groups
}

/// The title of the text of a rule set, and its name.
fn named(rules: &RuleSet) -> Markup {
    let spec = specs().iter().find(|spec| spec.text == rules.text.prefix());
    html! { @if let Some(spec) = spec { (spec.title) " " } code { (rules) } }
}

fn summary(groups: &[Group], open: &[String]) -> Markup {
    html! {
        table {
            tr { th scope="col" { "Rule set" } th scope="col" { "Result" } th scope="col" { "Board" } }
            @for group in groups {
                @for answer in &group.answers {
                    tr { th scope="row" { (named(&answer.rules)) } td { b { (answer.outcome()) } } td { (group.letter) } }
                }
            }
            @for name in open { tr { th scope="row" { code { (name) } } td { "not decided" } td {} } }
        }
    }
}

/// A sentence for each string of which different things are said.
fn disagreements(groups: &[Group]) -> Vec<String> {
    let told: Vec<&Group> = groups.iter().filter(|group| group.drawn.with_status).collect();
    let Some(first) = told.first() else { return Vec::new() };
    let position = &first.answers[0].position;
    let grid = position.grid();
    let mut sentences = Vec::new();
    for string in position.strings() {
        let at = string.stones[0];
        let mut lives: Vec<(Life, Vec<String>)> = Vec::new();
        for group in &told {
            let Some(life) = group.drawn.cells[at].life.filter(|life| *life != Life::Undecided) else { continue };
            let names = group.answers.iter().map(|answer| answer.rules.to_string());
            match lives.iter_mut().find(|(other, _)| *other == life) {
                Some((_, all)) => all.extend(names),
                None => lives.push((life, names.collect())),
            }
        }
        if lives.len() > 1 {
            let said = lives.iter().map(|(life, names)| format!("{} under {}", word(*life), names.join(", ")));
            let stones: Vec<String> = string.stones.iter().map(|&p| grid.name(p)).collect();
            sentences.push(format!(
                "They disagree about {}'s {}: {}.",
                string.colour,
                stones.join(" "),
                said.collect::<Vec<_>>().join("; ")
            ));
        }
    }
    sentences
}

fn word(life: Life) -> &'static str {
    match life {
        Life::Alive => "alive",
        Life::Seki => "in seki",
        Life::Dead => "dead",
        Life::Undecided => "undecided",
    }
}

fn card(group: &Group, differs: &[usize]) -> Markup {
    let answer = group.answers[0];
    let outcome = answer.outcome();
    let says = format!("{} under {}: {outcome}", answer.position, answer.rules);
    let differs = if group.drawn.with_status { differs } else { &[] };
    html! {
        figure {
            figcaption { b { (group.letter) ": " (outcome) } }
            (svg::compared(&group.drawn, &says, differs))
            figcaption {
                @for answer in &group.answers { div { code { (answer.rules) } } }
                ul { @for line in answer_lines(answer) { li { (captioned(&line)) } } @for remark in &answer.remarks { li { (remark) } } }
            }
        }
    }
}

fn reasons(answer: &Answer) -> Markup {
    html! {
        h3 { (named(&answer.rules)) ": " (answer.outcome()) }
        pre.wide { (answer_trace(answer, WIDTH).join("\n")) }
    }
}
