//! `shinpan explore`: a page on this machine on which positions are put together and judged live, recorded games are gone through
//! and divergences looked at.
//!
//! The page and what it needs are part of the program: its sources are in `web/`, and what is served is compiled from them and kept
//! beside them. Questions are bounded in size and time, a few are answered at a time, and what a page no longer waits for ends.

mod agreed;
mod before;
mod clauses;
mod divergences;
mod export;
mod games;
mod reading;
mod serving;
mod verdicts;

use std::io::IsTerminal;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::output::message;
use super::solve::TablesArg;
use super::{BudgetArg, Exit, Failure};
use crate::atlas::prisoners::Prisoners;
use crate::files;
use crate::law::{Choice, RuleSet, Text, specs};
use crate::solve::Budget;
use crate::texts;

/// Opens a page in the browser: positions, recorded games and divergences, clause by clause.
///
/// Put and remove stones on a board of up to 19x19; all rule sets, and any readings of them, are asked side by side, and each
/// verdict is shown as soon as it is known, with the clauses it rests on and the lines of play that show it. Step through a recorded
/// game and see who accepts and refuses each step; go through all positions of a small board on which two rule sets diverge.
/// The page is served to this machine only, and nothing is fetched from elsewhere. The browser of this machine opens it, if this is
/// run in a terminal. Ctrl-C ends it.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shinpan explore
  shinpan explore --record game.sgf        the page also has this game
  shinpan explore --export site            a folder of pages for others
  shinpan explore --tables tables          and larger boards, as far as `shinpan solve` has kept them there")]
pub struct Args {
    /// The port; 0 takes one that is free
    #[arg(long, value_name = "N", default_value_t = 8361)]
    port: u16,
    /// Print the address and leave the browser alone
    #[arg(long)]
    no_open: bool,
    /// Serve nothing, but write pages to this folder that need no program: positions judged, small boards compared, the game of
    /// --record
    #[arg(long, value_name = "DIR", conflicts_with_all = ["port", "no_open"])]
    export: Option<PathBuf>,
    /// Replace the pages if they exist
    #[arg(long, requires = "export")]
    force: bool,
    /// A recorded game, SGF or a script, that the page shows
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    tables: TablesArg,
    #[command(flatten)]
    budget: BudgetArg,
}

/// The longest question in bytes, and the most rule sets in it.
const LONGEST: usize = 2000;
const MOST_SETS: usize = 16;
/// The most seconds for a question, unless it asks for more.
const USUAL: u64 = 20;
/// The most questions that are answered at a time.
const PERMITS: usize = 3;

/// What is served as it is.
const FILES: [(&str, &str, &str); 20] = [
    ("/", HTML, include_str!("../../../web/page.html")),
    ("/style.css", CSS, include_str!("../../../web/style.css")),
    ("/look.css", CSS, crate::report::svg::STYLE),
    ("/agreed.js", JS, include_str!("../../../web/built/agreed.js")),
    ("/differs.js", JS, include_str!("../../../web/built/differs.js")),
    ("/names.js", JS, include_str!("../../../web/built/names.js")),
    ("/sgf.js", JS, include_str!("../../../web/built/sgf.js")),
    ("/words.js", JS, include_str!("../../../web/built/words.js")),
    ("/words-ja.json", JSON, include_str!("../../../web/words/ja.json")),
    ("/words-zh.json", JSON, include_str!("../../../web/words/zh.json")),
    ("/tree.js", JS, include_str!("../../../web/built/tree.js")),
    ("/main.js", JS, include_str!("../../../web/built/main.js")),
    ("/dom.js", JS, include_str!("../../../web/built/dom.js")),
    ("/view.js", JS, include_str!("../../../web/built/view.js")),
    ("/board.js", JS, include_str!("../../../web/built/board.js")),
    ("/sets.js", JS, include_str!("../../../web/built/sets.js")),
    ("/verdicts.js", JS, include_str!("../../../web/built/verdicts.js")),
    ("/clauses.js", JS, include_str!("../../../web/built/clauses.js")),
    ("/divergences.js", JS, include_str!("../../../web/built/divergences.js")),
    ("/games.js", JS, include_str!("../../../web/built/games.js")),
];
const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const JSON: &str = "application/json; charset=utf-8";
/// What the page may do: be shown, run its own scripts and ask the server it came from.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src blob:; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

#[derive(Clone)]
struct Server {
    permits: Arc<Semaphore>,
    budget: Budget,
    /// The names under which a browser on this machine may call it.
    hosts: Arc<[String; 2]>,
    /// The game it was started with: the name of the file and its content.
    record: Option<Arc<(String, Vec<u8>)>>,
    tables: Arc<TablesArg>,
    divergences: Arc<divergences::Kept>,
}

/// What lets a question be answered: at most [`PERMITS`] have one.
type Permit = OwnedSemaphorePermit;

impl Server {
    /// A permit, or why there is none.
    fn permit(&self) -> Result<Permit, Refused> {
        let full = "as many questions as can be answered at a time are being answered; it will be asked again";
        self.permits.clone().try_acquire_owned().map_err(|_| Refused(full.to_string()))
    }
}

/// Why a question is not answered, in a sentence for the page.
struct Refused(String);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        as_json(&json!({ "refused": self.0 })).into_response()
    }
}

/// A flag for a search. It is set when this is dropped, which happens when nobody waits for the answer any more.
struct Stop(&'static AtomicBool);

impl Stop {
    fn new() -> Stop {
        // A byte for each question stays: the flag of a search lives as long as the process.
        Stop(Box::leak(Box::new(AtomicBool::new(false))))
    }
}

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// The answer of a question that is answered by a thread of its own, once there is room for it.
async fn answered(server: Server, work: impl FnOnce(&Server) -> Result<Value, Refused> + Send + 'static) -> Response {
    let work = move || {
        let _permit = server.permit()?;
        work(&server)
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(value)) => as_json(&value).into_response(),
        Ok(Err(refused)) => refused.into_response(),
        Err(_) => Refused("a defect: the program's terminal says more".to_string()).into_response(),
    }
}

/// How long a question may take: as long as is asked for, up to an hour.
fn seconds(asked: Option<u64>) -> Duration {
    Duration::from_secs(asked.unwrap_or(USUAL).clamp(1, 3600))
}

/// The rule sets of a list.
fn rule_sets(list: &str) -> Result<Vec<RuleSet>, Refused> {
    if list.len() > LONGEST {
        return Err(Refused(format!("a question has at most {LONGEST} characters")));
    }
    let rules = RuleSet::parse_list(list).map_err(|error| Refused(error.to_string()))?;
    if rules.len() > MOST_SETS {
        return Err(Refused(format!("at most {MOST_SETS} rule sets are asked at a time")));
    }
    Ok(rules)
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let record = args.record.as_ref().map(|path| {
        let name = path.display().to_string();
        let bytes = files::read(path, games::MOST_BYTES as u64);
        bytes.map(|bytes| Arc::new((name.clone(), bytes))).map_err(|e| Failure(format!("cannot read {name}: {e}")))
    });
    let record = record.transpose()?;
    let divergences = Arc::new(divergences::Kept::new(args.tables.store()?));
    let budget = args.budget.budget.unwrap_or_default();
    let (permits, tables) = (Arc::new(Semaphore::new(PERMITS)), Arc::new(args.tables.clone()));
    let server = Server { permits, budget, hosts: Arc::default(), record, tables, divergences };
    if let Some(dir) = &args.export {
        export::export(dir, args.force, &server)?;
        return Ok(Exit::Success);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_io().enable_time().build()?;
    runtime.block_on(async {
        let wanted = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
        let listener = tokio::net::TcpListener::bind(wanted).await.map_err(|error| {
            Failure(format!("cannot listen on {wanted}: {error}; --port 0 takes a port that is free"))
        })?;
        let at = listener.local_addr()?;
        let hosts = Arc::new([at.to_string(), format!("localhost:{}", at.port())]);
        let server = Server { hosts, ..server };
        let game = if args.record.is_some() { "#game=file" } else { "" };
        let address = format!("http://{at}/{game}");
        let opened = !args.no_open && std::io::stderr().is_terminal() && opener::open(&address).is_ok();
        message(&match opened {
            true => format!("{address} opens in the browser; Ctrl-C ends it"),
            false => format!("open {address} in a browser; Ctrl-C ends it"),
        });
        match serving::serve(listener, router(server)).await {}
    })
}

fn router(server: Server) -> Router {
    let mut router = Router::new();
    for (path, kind, text) in FILES {
        router = router.route(path, get(move || async move { ([(header::CONTENT_TYPE, kind)], text) }));
    }
    router
        // Browsers ask for it of their own accord.
        .route("/favicon.ico", get(async || StatusCode::NO_CONTENT))
        .route("/texts", get(all_texts))
        .route("/judge", get(verdicts::judge))
        .route("/agreed", get(agreed::own).post(agreed::sent))
        .route("/read", post(reading::read))
        .route("/clause", get(clauses::clause))
        .route("/divergences", get(divergences::divergences))
        .route("/matrix", get(divergences::matrix))
        .route("/progress", get(divergences::progress))
        .route("/game", get(games::own).post(games::sent))
        .route("/record", get(games::file))
        .layer(DefaultBodyLimit::max(games::MOST_BYTES))
        .layer(from_fn(serving::whole))
        .layer(from_fn_with_state(server.clone(), own_page_only))
        .layer(map_response(guarded))
        .with_state(server)
}

fn as_json(value: &Value) -> impl IntoResponse + use<> {
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

/// The texts with their choices and what each reading means, the conventions for earlier prisoners, the boards of which divergences
/// can be looked at, and the game that is there.
async fn all_texts(State(server): State<Server>) -> impl IntoResponse {
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
    let texts: Vec<Value> = texts::ALL.iter().map(text).collect();
    as_json(&json!({
        "texts": texts,
        "defaults": RuleSet::defaults().iter().map(RuleSet::to_string).collect::<Vec<_>>(),
        "prisoners": Prisoners::ALL.map(Prisoners::name),
        "boards": server.divergences.boards(),
        "game": server.record.as_ref().map(|record| record.0.as_str()),
    }))
}
