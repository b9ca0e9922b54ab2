//! `shinpan explore`: a page on this machine on which positions are put together and judged live.
//!
//! The page and what it needs are part of the program. It asks for verdicts at `/judge`, which answers with an event for each rule
//! set as soon as its verdict is known; when the page goes to another position, or is closed, the search ends.

use std::convert::Infallible;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::{Query, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::sse::{Event, Sse};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Router, middleware};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{Semaphore, mpsc};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

use super::deciding::{Answer, Deciding, Question};
use super::output::message;
use super::{BudgetArg, Failure, Found};
use crate::board::{Board, Grid, MAX_POINTS, Position, diagram};
use crate::law::facts::Facts;
use crate::law::{Choice, Life, RuleSet, Text, specs};
use crate::report::board::{claim_lines, names, trace_json};
use crate::report::svg;
use crate::solve::Budget;
use crate::texts;

/// Opens a page in the browser on which positions are put together and judged live.
///
/// Put and remove stones on a board of up to 64 points; all rule sets, and any readings of them, are asked side by side, and each
/// verdict is shown as soon as it is known, with the clauses it rests on and the lines of play that show it. The page is served to
/// this machine only, and nothing is fetched from elsewhere. Ctrl-C ends it.
#[derive(clap::Args)]
pub struct Args {
    /// The port; 0 takes one that is free
    #[arg(long, value_name = "N", default_value_t = 8361)]
    port: u16,
    #[command(flatten)]
    budget: BudgetArg,
}

/// The longest question in bytes, and the most rule sets in it.
const LONGEST: usize = 2000;
const MOST_SETS: usize = 16;
/// The most questions that are answered at a time.
const SEATS: usize = 3;
/// The most time for one question.
const TIME: Duration = Duration::from_secs(120);

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");
/// What the page may do: be shown, run its own script and ask the server it came from.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

#[derive(Clone)]
struct Server {
    seats: Arc<Semaphore>,
    budget: Budget,
    /// The names under which a browser on this machine may call it.
    hosts: Arc<[String; 2]>,
}

pub fn run(args: &Args) -> Result<Found, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_io().enable_time().build()?;
    runtime.block_on(async {
        let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
        let listener = tokio::net::TcpListener::bind(wanted).await.map_err(|error| {
            Failure(format!("cannot listen on {wanted}: {error}; --port 0 takes a port that is free"))
        })?;
        let at = listener.local_addr()?;
        let server = Server {
            seats: Arc::new(Semaphore::new(SEATS)),
            budget: args.budget.budget.unwrap_or_default(),
            hosts: Arc::new([at.to_string(), format!("localhost:{}", at.port())]),
        };
        message(&format!("open http://{at}/ in a browser; Ctrl-C ends it"));
        axum::serve(listener, router(server)).await?;
        Ok(Found::Nothing)
    })
}

fn router(server: Server) -> Router {
    let file =
        |kind: &'static str, text: &'static str| get(move || async move { ([(header::CONTENT_TYPE, kind)], text) });
    Router::new()
        .route("/", file("text/html; charset=utf-8", PAGE))
        .route("/style.css", file("text/css; charset=utf-8", STYLE))
        .route("/script.js", file("text/javascript; charset=utf-8", SCRIPT))
        // Browsers ask for it of their own accord.
        .route("/favicon.ico", get(async || StatusCode::NO_CONTENT))
        .route("/texts", get(async || axum_json(&all_texts())))
        .route("/judge", get(judge))
        .layer(from_fn_with_state(server.clone(), own_page_only))
        .layer(middleware::map_response(guarded))
        .with_state(server)
}

fn axum_json(value: &Value) -> impl IntoResponse + use<> {
    ([(header::CONTENT_TYPE, "application/json")], value.to_string())
}

/// Another page in the same browser may not ask, nor one that has got this machine's address under a name of its own.
async fn own_page_only(State(server): State<Server>, request: Request, next: Next) -> Response {
    let headers = request.headers();
    let said = |name| headers.get(name).and_then(|v: &HeaderValue| v.to_str().ok());
    let host_is_ours = said(header::HOST).is_some_and(|host| server.hosts.iter().any(|ours| ours == host));
    let from_elsewhere =
        matches!(headers.get("sec-fetch-site").map(HeaderValue::as_bytes), Some(b"cross-site" | b"same-site"))
            && request.uri().path() != "/";
    let origin_is_ours = said(header::ORIGIN)
        .is_none_or(|origin| server.hosts.iter().any(|ours| origin.strip_prefix("http://") == Some(ours)));
    if host_is_ours && origin_is_ours && !from_elsewhere {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "only the page itself may ask\n").into_response()
    }
}

async fn guarded(mut response: Response) -> Response {
    let headers: &mut HeaderMap = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    response
}

/// The texts with their choices and what each reading means.
fn all_texts() -> Value {
    let text = |text: &Text| {
        let spec = specs().iter().find(|spec| spec.text == text.prefix());
        let reading = |choice: &Choice| {
            let spec = spec.iter().flat_map(|spec| &spec.readings).find(|r| r.key == choice.key);
            let values: Vec<Value> = spec
                .iter()
                .flat_map(|s| &s.values)
                .map(|v| json!({ "name": v.name, "meaning": v.meaning, "default": v.default }))
                .collect();
            json!({ "key": choice.key, "why": spec.map(|s| s.why.as_str()), "required": choice.required, "values": values })
        };
        json!({ "id": text.id(), "title": spec.map(|spec| spec.title.as_str()), "readings": text.choices().iter().map(reading).collect::<Vec<_>>() })
    };
    texts::ALL.iter().map(text).collect()
}

#[derive(Deserialize)]
struct Asked {
    board: String,
    rules: String,
}

/// What is asked, or why it cannot be.
fn understood(asked: &Asked) -> Result<(Grid, Board, Position, Vec<RuleSet>), String> {
    if asked.board.len() + asked.rules.len() > LONGEST {
        return Err(format!("a question has at most {LONGEST} characters"));
    }
    let position = diagram::parse(&asked.board).map_err(|error| error.to_string())?;
    let grid = position.grid();
    let (board, small) = Board::new(grid)
        .zip(position.to_position())
        .ok_or_else(|| format!("positions are judged on boards of up to {MAX_POINTS} points"))?;
    let rules = RuleSet::parse_list(&asked.rules).map_err(|error| error.to_string())?;
    if rules.len() > MOST_SETS {
        return Err(format!("at most {MOST_SETS} rule sets are asked at a time"));
    }
    Ok((grid, board, small, rules))
}

/// An event for each verdict (`verdict`), one for a question that cannot be answered (`refused`), and one at the end (`done`).
async fn judge(State(server): State<Server>, Query(asked): Query<Asked>) -> Response {
    let (sender, events) = mpsc::channel::<(&'static str, Value)>(MOST_SETS);
    let refuse = |why: String| {
        let refused = tokio_stream::once(("refused", json!({ "why": why })));
        Sse::new(refused.map(written)).into_response()
    };
    let (grid, board, position, rules) = match understood(&asked) {
        Ok(understood) => understood,
        Err(why) => return refuse(why),
    };
    let Ok(seat) = server.seats.clone().try_acquire_owned() else {
        return refuse(
            "as many positions as can be judged at a time are being judged; it will be asked again".to_string(),
        );
    };
    std::thread::spawn(move || {
        // A byte for each question stays: the flag of a search lives as long as the process.
        let stop: &'static AtomicBool = Box::leak(Box::new(AtomicBool::new(false)));
        let budget = Budget { stop: Some(stop), ..server.budget };
        let names: Vec<String> = rules.iter().map(RuleSet::to_string).collect();
        let question = Question { board, position, trace: true, budget };
        let sets = rules.into_iter().map(|rules| (rules, Facts::default())).collect();
        let started = Instant::now();
        let mut deciding = Deciding::begin(sets, &question, stop, true);
        let _ = sender.blocking_send(("begun", json!({ "rules": names })));
        loop {
            match deciding.next(Some(Instant::now() + Duration::from_millis(200))) {
                Ok(Some((n, answer))) => {
                    if sender.blocking_send(("verdict", verdict(n, grid, position, &answer))).is_err() {
                        break;
                    }
                }
                Ok(None) if sender.is_closed() => break,
                Ok(None) if started.elapsed() > TIME => stop.store(true, Ordering::Relaxed),
                Ok(None) => {}
                Err(_) => {
                    let _ = sender.blocking_send(("done", json!({ "open": deciding.open() })));
                    break;
                }
            }
        }
        drop(sender);
        deciding.end();
        drop(seat);
    });
    Sse::new(ReceiverStream::new(events).map(written)).into_response()
}

fn written((kind, data): (&'static str, Value)) -> Result<Event, Infallible> {
    Ok(Event::default().event(kind).data(data.to_string()))
}

/// One rule set's answer.
fn verdict(n: usize, grid: Grid, position: Position, answer: &Answer) -> Value {
    let Answer { rules, verdict, steps } = answer;
    let outcome = verdict.outcome.to_string();
    let text = diagram::text(grid, position);
    let strings = verdict.status.iter().flat_map(|s| &s.strings).map(|s| {
        let life = match s.life {
            Life::Alive => "alive",
            Life::Seki => "in seki",
            Life::Dead => "dead",
            Life::Undecided => "undecided",
        };
        json!({ "stones": names(grid, s.string.stones), "player": s.string.colour.to_string(), "life": life, "by": s.by })
    });
    json!({
        "n": n,
        "rules": rules.to_string(),
        "outcome": outcome,
        "board": svg::element(grid, position, verdict.status.as_ref(), &format!("{text} under {rules}: {outcome}")).into_string(),
        "status": verdict.status.is_some(),
        "strings": strings.collect::<Vec<Value>>(),
        "claims": claim_lines(grid, verdict),
        "steps": trace_json(grid, steps),
    })
}
