//! `shinpan judge`.

mod agreed;
mod assumed;
mod depends;
mod form;
mod guided;
mod shown;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use self::agreed::{Agreed, claimed};
use self::assumed::Assumed;
use self::form::Form;
use self::guided::GuideArg;
use self::shown::{Shown, json, markdown, reached, sgf};
use super::deciding::{Deciding, Question};
use super::look::{ColorArg, Look};
use super::output::{OutputFile, message, to_stdout};
use super::pictures;
use super::position::{self, Asked, WhichArg};
use super::progress::{self, stop_after, was_interrupted};
use super::solve::TablesArg;
use super::{BudgetArg, Exit, Failure, RuleList, memory, parse_threads, parse_time};
use crate::board::Board;
use crate::law::answer::Answer;
use crate::law::hints::Hints;
use crate::law::solved::Known;
use crate::law::{Outcome, RuleSet};
use crate::report::board::wrap;
use crate::report::{answers, latex, svg};
use crate::solve::Budget;
use crate::texts::in_words::example;

/// Judges a final position under several rule sets, side by side.
///
/// For each rule set: the board with the status of every stone and point where the text defines one, the outcome (Black
/// minus White, without komi and without prisoners from before the position), and the claims that sum to it, each with the
/// clause it rests on. Boards of up to 64 points are searched; how much is decided depends on the number of empty points. Larger
/// ones are analysed region by region: a position is judged where every stone is immortal, or dead where nothing can live; under some texts also
/// where all but a few points are of strings with two eyes. An
/// outcome is never guessed: if the budget or the time runs out it is `undecided` between two bounds. Ctrl-C ends the search: what
/// has been found is printed.
#[derive(clap::Args)]
#[command(after_help = concat!("\
Examples:
  shinpan judge XX.O/XXOO/..O.             all rule sets, default readings
  shinpan judge .XO. --rules ", example!(one), ",", example!(by_play), " --trace
  shinpan judge position.txt --rules ", example!(one), ":", example!(reading), ",", example!(another_reading), "
  shinpan judge game.sgf --time 60         the final position of a recorded game, for a minute at most
  shinpan judge game.sgf --dead H8,J3      what the texts count if the players agree that these are dead
  shinpan judge game.sgf --assume engine --guide 'gnugo --mode gtp'
                                           where a verdict is open, what it would be if the engine were right
  cat position.txt | shinpan judge - --format json"))]
pub struct Args {
    /// The position: a board on one line (rows from the top, X black, O white, . empty, / between rows), or a file with
    /// one, or - for standard input. A file may also hold one row a line, a $$ diagram, a board as another program prints it,
    /// or a game in SGF
    ///
    /// A text of only X, O, . and / is a board, anything else is the name of a file.
    #[arg(value_name = "BOARD|FILE|-", allow_hyphen_values = true)]
    board: String,
    #[arg(help = concat!("Rule sets separated by commas, readings after a colon: ", example!(one), ":", example!(reading), ",", example!(another_reading), ",", example!(by_play), " [default: all, in default readings]; see `shinpan rules`"), long, value_name = "LIST")]
    rules: Option<RuleList>,
    /// Also say by which clauses: each with its reading and the facts it was applied to, and a line of play for what has to
    /// be shown
    #[arg(long)]
    trace: bool,
    #[command(flatten)]
    which: WhichArg,
    /// Instead of judging: what each text counts if the players agree that the strings of these stones are dead and no others
    /// (H8,J3; `none`; `marked` for those that an SGF file marks). Boards of any size
    #[arg(long, value_name = "STONES")]
    dead: Option<String>,
    /// With --dead: the strings of these stones are alive, although `--dead marked` has them among the dead
    #[arg(long, value_name = "STONES", requires = "dead")]
    alive: Option<String>,
    /// With --dead: the strings of these stones are in seki, where the text lets the players agree on that
    #[arg(long, value_name = "STONES", requires = "dead")]
    seki: Option<String>,
    /// If an outcome stays open: what it is if these strings live or die, named by one of their stones: alive:D4,dead:K10,K12. It is said
    /// beside the bounds, and never taken for a verdict. `engine`: as the engine of --guide says
    #[arg(long, value_name = "STRINGS|engine", conflicts_with = "dead")]
    assume: Option<String>,
    #[command(flatten)]
    guide: GuideArg,
    /// Exit status 1 unless every rule set has decided without an assumption
    #[arg(long, conflicts_with = "dead")]
    strict: bool,
    #[command(flatten)]
    budget: BudgetArg,
    /// Time limit in seconds (or 90s, 5m, 2h) for all rule sets together; what is not decided by then is `undecided` [default: 2m, and
    /// none with --budget]
    #[arg(long, value_name = "SECONDS", value_parser = parse_time)]
    time: Option<Duration>,
    /// Memory limit of the process while it searches for verdicts; beyond it they are `undecided`: 500MiB, 2GiB
    #[arg(long, value_name = "LIMIT", value_parser = memory::parse_kept)]
    memory: Option<u64>,
    /// Threads for all rule sets together: where one is left alone they look at its questions together, on boards of up to 25 points and
    /// without --trace. What stays open may then differ from run to run [default: one for each rule set, as many at once as there are
    /// processors]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
    /// Print each verdict as soon as it is known, the cheap ones first [default on a terminal, if it takes more than a second]
    #[arg(long)]
    as_known: bool,
    #[command(flatten)]
    tables: TablesArg,
    /// Form of the output
    #[arg(long, value_enum, default_value = "text")]
    format: Form,
    /// Also write a picture of the boards (SVG)
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Also write a picture of the boards (PNG, with a font of this machine)
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Also write a picture of the boards (PDF, likewise)
    #[arg(long, value_name = "FILE")]
    pdf: Option<PathBuf>,
    /// Replace pictures if they exist
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    color: ColorArg,
}

pub fn run(args: &Args) -> Result<Exit, Failure> {
    if args.force && args.svg.is_none() && args.png.is_none() && args.pdf.is_none() {
        return Err(Failure("--force replaces a picture: name one with --svg, --png or --pdf".to_string()));
    }
    if args.as_known && args.format != Form::Text {
        return Err(Failure("--as-known prints text; leave it or --format out".to_string()));
    }
    let asked = position::read(&args.board, args.which)?;
    let rules = RuleList::or_defaults(args.rules.as_ref());
    args.guide.fits(args.assume.as_deref())?;
    let files = Pictures::prepare(args)?;
    if let Some(dead) = &args.dead {
        let claimed = claimed(dead, args.alive.as_deref(), args.seki.as_deref(), &asked)?;
        let look = if args.format == Form::Text { args.color.look() } else { Look::PLAIN };
        let agreed = Agreed::of(&asked, &rules, &claimed);
        look.print(&agreed.shown(args.format, look)?)?;
        files.write(&|| agreed.picture())?;
        return Ok(Exit::Success);
    }
    let believed = believed(args, &asked)?;
    let Answered { answers, open, printed, out_of_time } = asked_of_all(args, &asked, &rules, &believed)?;
    let look = args.color.look();
    let shown = Shown {
        asked: &asked,
        trace: args.trace,
        look: if args.format == Form::Text { look } else { Look::PLAIN },
        out_of_time,
    };
    let drawn = || svg::answers(&asked.position.to_string(), &answers.iter().collect::<Vec<_>>());
    match args.format {
        Form::Text if printed || answers.is_empty() => {}
        Form::Text => look.print(&shown.all(&answers))?,
        Form::Json => print(&format!("{:#}\n", json(&shown, &answers, &open)))?,
        Form::Markdown => shown.look.print(&markdown(&shown, &answers))?,
        Form::Sgf => print(&sgf(&shown, &answers))?,
        Form::Svg => print(&drawn())?,
        Form::Html => print(&page(args, &asked, &answers, &open))?,
        Form::Latex => print(&latex::answers(&command(args, "latex"), &answers.iter().collect::<Vec<_>>()))?,
    }
    files.write(&drawn)?;
    if was_interrupted() {
        let undecided = answers.iter().filter(|answer| matches!(answer.outcome(), Outcome::Undecided { .. }));
        let all: Vec<String> = undecided.map(|answer| answer.rules.to_string()).chain(open).collect();
        return Err(Failure(format!("interrupted; not decided: {}", all.join(", "))));
    }
    if !open.is_empty() {
        message(&format!("the time is up; not decided, and without bounds: {}", open.join(", ")));
    }
    let is_open = |answer: &Answer| matches!(answer.outcome(), Outcome::Undecided { .. });
    Ok(if args.strict && (!open.is_empty() || answers.iter().any(is_open)) { Exit::Failing } else { Exit::Success })
}

/// What the user and the engine believe.
///
/// # Errors
/// One line: an assumption that cannot be read, or an engine that is asked for some and has no opinion.
fn believed(args: &Args, asked: &Asked) -> Result<Believed, Failure> {
    let by_engine = args.assume.as_deref() == Some(guided::ENGINE);
    let opinion = match args.guide.opinion(&asked.position)? {
        Some(Err(Failure(why))) if !by_engine && !was_interrupted() => {
            message(&format!("{why}: the search goes without it"));
            None
        }
        opinion => opinion.transpose()?,
    };
    let hints = opinion.as_ref().map(|opinion| opinion.hints(&asked.position));
    let assumed = match (args.assume.as_deref(), opinion) {
        (_, Some(opinion)) if by_engine => Some(Assumed::of(opinion)),
        (Some(text), _) => Some(Assumed::parse(text, asked)?),
        (None, _) => None,
    };
    Ok(Believed { assumed, hints })
}

/// The files that get a picture.
struct Pictures {
    svg: Option<OutputFile>,
    png: Option<OutputFile>,
    pdf: Option<OutputFile>,
}

impl Pictures {
    /// # Errors
    /// One line, if a file exists or cannot be written.
    fn prepare(args: &Args) -> Result<Pictures, Failure> {
        let file = |path: &Option<PathBuf>| path.as_ref().map(|path| OutputFile::prepare(path, args.force)).transpose();
        Ok(Pictures { svg: file(&args.svg)?, png: file(&args.png)?, pdf: file(&args.pdf)? })
    }

    /// # Errors
    /// One line, if a file cannot be written.
    fn write(self, drawn: &dyn Fn() -> String) -> Result<(), Failure> {
        if let Some(file) = self.svg {
            file.write(|out| out.write_all(drawn().as_bytes()))?;
        }
        if let Some(file) = self.png {
            let picture = pictures::png(&drawn())?;
            file.write(|out| out.write_all(&picture))?;
        }
        if let Some(file) = self.pdf {
            let picture = pictures::pdf(&drawn())?;
            file.write(|out| out.write_all(&picture))?;
        }
        Ok(())
    }
}

/// The answers as a page.
fn page(args: &Args, asked: &Asked, answers: &[Answer], open: &[String]) -> String {
    let reached = reached(asked);
    let about = match reached.is_empty() {
        true => {
            "Results are Black minus White, without komi and without stones captured before the position.".to_string()
        }
        false => format!("{reached}."),
    };
    answers::page(&command(args, "html"), &about, answers, open)
}

/// The command, as what it makes says it.
fn command(args: &Args, form: &str) -> String {
    let mut command = format!("shinpan judge {}", shlex::try_quote(&args.board).unwrap_or_default());
    if let Some(rules) = &args.rules {
        let names: Vec<String> = rules.0.iter().map(RuleSet::to_string).collect();
        command.push_str(&format!(" --rules {}", names.join(",")));
    }
    command + " --format " + form
}

fn print(text: &str) -> Result<(), Failure> {
    to_stdout(|out| out.write_all(text.as_bytes()))
}

/// Nobody who asks about a position and gives no limit waits longer. A number of states is a limit too, and one that gives the same answer
/// on every machine.
const DEFAULT_TIME: Duration = Duration::from_secs(120);

/// Answers within this time are printed side by side, in the order of the rule sets.
const PATIENCE: Duration = Duration::from_secs(1);

/// What has been answered.
struct Answered {
    /// In the order of the rule sets.
    answers: Vec<Answer>,
    /// The names of the rule sets that gave no answer.
    open: Vec<String>,
    /// The answers have been printed as they came.
    printed: bool,
    /// Some are undecided because there was no more time for them.
    out_of_time: bool,
}

/// What is believed of the position, and by whom.
struct Believed {
    assumed: Option<Assumed>,
    /// What is tried first.
    hints: Option<Hints>,
}

/// Asks all rule sets. If it takes long, the answers are printed as they are known.
fn asked_of_all(args: &Args, asked: &Asked, rules: &[RuleSet], believed: &Believed) -> Result<Answered, Failure> {
    let Believed { assumed, hints } = believed;
    let stop = progress::stop_on_interrupt();
    let time = args.time.or(args.budget.budget.is_none().then_some(DEFAULT_TIME));
    let limits = args.budget.budget.unwrap_or_default().within(time, args.memory);
    let budget = Budget { stop: Some(stop), ..limits };
    // Of larger boards there are no tables.
    let known = Board::new(asked.position.grid()).map(|board| args.tables.known(&board, rules, true)).transpose()?;
    // Whatever rests on what could not be looked up is not told.
    let looked_up = || match known.as_ref().and_then(Known::error) {
        Some(error) => Err(Failure(error.to_string())),
        None => Ok(()),
    };
    if let Some(time) = time {
        stop_after(time);
    }
    let trace = args.trace || args.format == Form::Html;
    let question = Question { position: asked.position.clone(), trace, budget, threads: args.threads };
    let sets = rules
        .iter()
        .map(|rules| {
            let facts = known.as_ref().map(|known| known.facts(rules)).unwrap_or_default();
            (rules.clone(), facts.expecting(hints.clone()))
        })
        .collect();
    let mut deciding = Deciding::begin(sets, &question, stop, progress::quiet());
    let live = args.as_known || (args.format == Form::Text && io::stdout().is_terminal());
    let patience = live.then(|| Instant::now() + if args.as_known { Duration::ZERO } else { PATIENCE });
    let look = args.color.look();
    let shown = |deciding: &Deciding| Shown { asked, trace: args.trace, look, out_of_time: deciding.is_out_of_time() };
    let mut found: Vec<(usize, Answer)> = Vec::new();
    let mut printed = None;
    loop {
        match deciding.next(patience.filter(|_| printed.is_none())) {
            Ok(Some((n, mut answer))) => {
                looked_up()?;
                if let Some(assumed) = assumed {
                    assumed.say(asked, &mut answer);
                }
                found.push((n, answer));
            }
            Ok(None) => {
                printed = Some(0);
                deciding.aside(|| look.print(&shown(&deciding).heading()))?;
            }
            Err(_) => break,
        }
        if let Some(printed) = &mut printed {
            for (_, answer) in &found[*printed..] {
                deciding.aside(|| look.print(&format!("\n{}", shown(&deciding).one(answer))))?;
            }
            *printed = found.len();
        }
    }
    let open: Vec<String> = deciding.open().into_iter().map(str::to_string).collect();
    let out_of_time = deciding.is_out_of_time();
    drop(deciding);
    found.sort_by_key(|(n, _)| *n);
    let answers: Vec<Answer> = found.into_iter().map(|(_, answer)| answer).collect();
    if printed.is_some() {
        let outcomes = answers.iter().map(|a| format!("{} {}", a.rules, a.outcome()));
        let lines: Vec<String> = outcomes.chain(open.iter().map(|name| format!("{name} not decided"))).collect();
        print(&format!("\n{}\n", wrap(&lines.join("; "), 0, look.width).join("\n")))?;
    }
    Ok(Answered { answers, open, printed: printed.is_some(), out_of_time })
}
