//! A recorded game under several rule sets as a page of HTML that stands by itself: one step is shown at a time, and links go on. Nothing
//! is fetched, and nothing runs.

use maud::{Markup, html};

use super::board::Drawn;
use super::document::{Own, document};
use super::replay::{parting, result_sentence};
use super::svg;
use crate::law::procedure::{Judged, Judgement, Replay, Session, name_of};
use crate::record::Record;
use shinpan_board::Grid;
use shinpan_board::plain::PlainPosition;

/// One step at a time; the start where none is asked for.
const STEPS: &str = ".step:not(:target) { display: none; } main:not(:has(.step:target)) .step:first-of-type { display: block; } \
                     .step nav a { display: inline-block; padding: .2rem .7rem; border: 1px solid var(--edge); border-radius: .3rem; \
                     text-decoration: none; } @media print { .step, .step:not(:target) { display: block; break-inside: avoid; } }";

/// The page. `session` has the rule sets of `games` and has made no step yet.
#[must_use]
pub fn page(name: &str, command: &str, record: &Record, games: &[Replay], mut session: Session) -> String {
    let grid = record.grid();
    let last = record.actions.len();
    let mut steps = Vec::new();
    for n in 0..=last {
        if n > 0 {
            session.step(record.actions[n - 1].clone());
        }
        let action = if n == 0 { "the start".to_string() } else { record.actions[n - 1].text(grid) };
        let comment = if n == 0 { "" } else { record.actions[n - 1].comment.as_str() };
        let says: Vec<(String, Option<&Judged>)> = games.iter().map(|g| (name_of(&g.rules), judged(g, n))).collect();
        steps.push(html! {
            section.step id=(format!("step-{n}")) {
                h2 { (n) " of " (last) ": " (action) }
                nav aria-label="steps" {
                    @for (text, to) in [("first", 0), ("previous", n.saturating_sub(1)), ("next", (n + 1).min(last)), ("last", last)] {
                        a href=(format!("#step-{to}")) { (text) } " "
                    }
                }
                div.boards { (boards(&session)) }
                @if !comment.is_empty() { p.sentence { (comment) } }
                @if says.iter().any(|(_, judged)| judged.is_some()) { div.wide { (table(&says, grid)) } }
            }
        });
    }
    let body = html! {
        header { h1 { (name) } p.soft { "Made by " code { (command) } "." } p { (parting(games)) "." } }
        main { @for step in &steps { (step) } }
        footer {
            h2 { "Results" }
            table { @for game in games { tr { th scope="row" { (name_of(&game.rules)) } td { (result_sentence(game)) } } } }
        }
    };
    document(name, Own { style: STEPS, script: None }, &body)
}

/// What is said of a step; 0 is the start.
fn judged(game: &Replay, n: usize) -> Option<&Judged> {
    match n {
        0 => game.start.as_ref(),
        n => game.rows.get(n - 1).map(|row| &row.judged),
    }
}

/// The boards under the rule sets, those that are the same once.
fn boards(session: &Session) -> Markup {
    let mut drawn: Vec<(&PlainPosition, Vec<String>)> = Vec::new();
    for procedure in &session.procedures {
        let (position, name) = (procedure.position(), name_of(procedure.rules()));
        match drawn.iter_mut().find(|(other, _)| *other == position) {
            Some((_, names)) => names.push(name),
            None => drawn.push((position, vec![name])),
        }
    }
    let several = drawn.len() > 1;
    html! {
        @for (position, names) in drawn {
            figure {
                (svg::element(&Drawn::plain(position), &position.to_string()))
                @if several { figcaption { (names.join(", ")) } }
            }
        }
    }
}

fn table(says: &[(String, Option<&Judged>)], grid: Grid) -> Markup {
    html! {
        table {
            @for (name, judged) in says {
                tr {
                    th scope="row" { (name) }
                    @if let Some(judged) = judged {
                        td {
                            @match judged.judgement {
                                Judgement::Accepted => "accepted",
                                Judgement::Refused(refusal) => { "refused (" (refusal.id()) ")" },
                                Judgement::Outside => "outside the text",
                            }
                        }
                        td {
                            (judged.fact.text(grid)) " [" (judged.clause) "]"
                            @for c in &judged.consequences { br; "→ " (c.effect.text(grid)) " [" (c.clause) "]" }
                        }
                    }
                }
            }
        }
    }
}
