//! `shinpan play`.

use std::io::{self, BufRead, Write};
use std::path::Path;

use super::output::{OutputFile, reason};
use super::replay::{Who, rules_for_games};
use super::{Exit, Failure, QuestionArg, RuleList, progress};
use crate::board::diagram::pretty;
use crate::board::{Colour, Grid};
use crate::foreign::Plain;
use crate::law::procedure::{Agree, Judged, Judgement, Replay, Session, name_of, options};
use crate::record::{Act, Action, Record, Setup, script, sgf};
use crate::report::replay::result_sentence;
use crate::texts::in_words::example;

/// Plays a game in the terminal under one or several rule sets: type actions, see what each text makes of them.
///
/// Besides actions (`B C3`; `C3` or `pass` alone for the player to move) there are `why C3?`, `options`, `board`, `undo`, `save FILE`,
/// `result`, `help` and `quit`.
#[derive(clap::Args)]
pub struct Args {
    /// The size of the board, ROWSxCOLUMNS
    #[arg(value_name = "MxN", value_parser = Grid::parse)]
    size: Grid,
    /// Rule sets; the board shown is that of the first
    #[arg(long, value_name = "LIST", default_value = example!(one))]
    rules: RuleList,
    /// Who decides what a text leaves to the players, when `result` is asked for
    #[arg(long, value_enum, default_value = "recorded")]
    agree: Who,
    /// Also carry out what every text refuses, with its consequences; otherwise a message says so and nothing happens
    #[arg(long)]
    strict: bool,
    /// With --agree best-play.
    #[command(flatten)]
    budget: QuestionArg,
}

const HELP: &str = "\
actions    B or W (or nothing: the player to move) and one of:
           C3, pass, pass-for-ko C3, resign, handicap D4 Q16,
           claim dead A1 C3 (or: none), claim seki A1, agree, disagree, resume, play-out, return, examine C3,
           offer no-result, accept, refuse, moved C3 D3, effective-move C3, object, confirm
! ACTION   the same, although every text refuses it: what that leads to
why C3?    which clause allows or forbids an action, right now
options    what is accepted right now
board      the board
undo       take the last action back
save FILE  write the record, as SGF if the name ends in .sgf, else as a script
result     what follows if the record ends here
quit       leave
";

pub fn run(args: &Args) -> Result<Exit, Failure> {
    let rules = rules_for_games(Some(&args.rules))?;
    let agree = args.agree.agree(&args.budget)?;
    let mut session = Session::new(&rules, Setup::new(args.size), agree);
    let stdin = io::stdin().lock();
    let mut out = Plain::new(io::stdout().lock());
    match talk(&mut session, agree, args.strict, stdin, &mut out) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(Exit::Success),
        Err(error) => Err(Failure(format!("cannot go on: {}", reason(&error)))),
        Ok(()) if progress::was_interrupted() => Err(Failure("interrupted".to_string())),
        Ok(()) => Ok(Exit::Success),
    }
}

/// The longest line that is read.
const LONGEST: u64 = 10_000;

fn talk(
    session: &mut Session,
    agree: Agree,
    strict: bool,
    mut input: impl BufRead,
    out: &mut impl Write,
) -> io::Result<()> {
    board(session, out)?;
    loop {
        if progress::was_interrupted() {
            return Ok(());
        }
        prompt(session, out)?;
        let mut line = Vec::new();
        if io::Read::take(&mut input, LONGEST).read_until(b'\n', &mut line)? == 0 {
            return writeln!(out);
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.split('#').next().unwrap_or("").trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word {
            "" => {}
            "quit" | "exit" => return Ok(()),
            "help" => out.write_all(HELP.as_bytes())?,
            "board" => board(session, out)?,
            "undo" => undo(session, out)?,
            "save" => save(&session.record, rest.trim(), out)?,
            "result" => result(session, agree, out)?,
            "options" => list_options(session, out)?,
            "why" => why(session, rest.trim().trim_end_matches('?').trim_end(), out)?,
            _ => match line.strip_prefix('!') {
                Some(action) => act(session, action.trim(), true, out)?,
                None => act(session, line, strict, out)?,
            },
        }
        if !word.is_empty() && word != "help" {
            say_if_over(session, out)?;
        }
    }
}

/// Once the game has ended everywhere, what can still be typed.
fn say_if_over(session: &Session, out: &mut impl Write) -> io::Result<()> {
    let results: Option<Vec<String>> = session
        .procedures
        .iter()
        .map(|p| Some(format!("{} under {}", p.result()?.decision, name_of(p.rules()))))
        .collect();
    match results {
        Some(results) => writeln!(out, "the game is over, {}; type undo, save FILE or quit", results.join(", ")),
        None => Ok(()),
    }
}

fn board(session: &Session, out: &mut impl Write) -> io::Result<()> {
    let first = &session.procedures[0];
    out.write_all(pretty(first.position()).as_bytes())?;
    let [black, white] = first.prisoners();
    writeln!(out, "{}: {}; stones taken by Black {black}, by White {white}", name_of(first.rules()), first.phase())
}

/// Who is asked: the player to move under the first rule set; Black before the first action, where a text does not say.
fn mover(session: &Session) -> Option<Colour> {
    let first = session.record.actions.is_empty().then_some(Colour::Black);
    session.procedures[0].to_move().or(first)
}

fn prompt(session: &Session, out: &mut impl Write) -> io::Result<()> {
    let who = mover(session).map_or(String::new(), |c| format!(" {c}"));
    write!(out, "{}{who}> ", session.record.actions.len() + 1)?;
    out.flush()
}

/// The action that a line means: with the player, or without for the player to move.
fn parsed(session: &Session, line: &str) -> Result<(Colour, Act), String> {
    let grid = session.record.grid();
    let first = line.split_whitespace().next().unwrap_or("");
    let named = ["b", "w", "black", "white"].contains(&first.to_lowercase().as_str());
    let full = match mover(session).filter(|_| !named) {
        Some(player) => format!("{} {line}", player.letter()),
        None => line.to_string(),
    };
    script::parse_action(&full, grid).map_err(|(_, message)| message)
}

/// Carries an action out. What every text refuses is a slip, unless it is meant (`whatever`).
fn act(session: &mut Session, line: &str, whatever: bool, out: &mut impl Write) -> io::Result<()> {
    let (player, act) = match parsed(session, line) {
        Ok(action) => action,
        Err(message) => return writeln!(out, "{message} (or: why, options, board, undo, save, result, help, quit)"),
    };
    let refused = |judged: &Judged| matches!(judged.judgement, Judgement::Refused(_));
    let expected: Vec<Judged> = session.procedures.iter().map(|p| p.why(player, &act)).collect();
    if !whatever && expected.iter().all(refused) {
        say(session, &expected, out)?;
        let action = Action::new(player, act).text(session.record.grid());
        return writeln!(out, "not carried out; `! {action}` carries it out all the same");
    }
    let before = session.procedures[0].position().clone();
    let judged = session.step(Action::new(player, act));
    say(session, &judged, out)?;
    if *session.procedures[0].position() != before { board(session, out) } else { Ok(()) }
}

/// What each rule set says.
fn say(session: &Session, judged: &[Judged], out: &mut impl Write) -> io::Result<()> {
    let grid = session.record.grid();
    for (procedure, judged) in session.procedures.iter().zip(judged) {
        let what = match judged.judgement {
            Judgement::Accepted => "accepted".to_string(),
            Judgement::Refused(refusal) => format!("refused ({})", refusal.id()),
            Judgement::Outside => "outside the text".to_string(),
        };
        let title = judged.clause.spec().title.as_str();
        let name = name_of(procedure.rules());
        writeln!(out, "{name}: {what}, {} ({title}): {}", judged.clause, judged.fact.text(grid))?;
        for c in &judged.consequences {
            writeln!(out, "  {} [{}]", c.effect.text(grid), c.clause)?;
        }
    }
    Ok(())
}

fn why(session: &Session, line: &str, out: &mut impl Write) -> io::Result<()> {
    let (player, act) = match parsed(session, line) {
        Ok(action) => action,
        Err(message) => return writeln!(out, "{message}"),
    };
    let judged: Vec<Judged> = session.procedures.iter().map(|p| p.why(player, &act)).collect();
    say(session, &judged, out)?;
    for judged in &judged {
        let clause = judged.clause.spec();
        writeln!(out, "  {}: {}", clause.id, clause.paraphrase)?;
    }
    Ok(())
}

fn list_options(session: &Session, out: &mut impl Write) -> io::Result<()> {
    let grid = session.record.grid();
    for procedure in &session.procedures {
        let texts: Vec<String> =
            options(&**procedure).into_iter().map(|(player, act)| Action::new(player, act).text(grid)).collect();
        let accepted = match procedure.result() {
            _ if !texts.is_empty() => texts.join(", "),
            Some(_) => "nothing, the game is over".to_string(),
            None => format!("nothing, in the phase: {}", procedure.phase()),
        };
        writeln!(out, "{}: {accepted}", name_of(procedure.rules()))?;
    }
    Ok(())
}

fn undo(session: &mut Session, out: &mut impl Write) -> io::Result<()> {
    match session.undo() {
        Some(action) => {
            writeln!(out, "taken back: {}", action.text(session.record.grid()))?;
            board(session, out)
        }
        None => writeln!(out, "there is nothing to take back"),
    }
}

fn save(record: &Record, name: &str, out: &mut impl Write) -> io::Result<()> {
    if name.is_empty() {
        return writeln!(out, "name a file: save game.sgf, or save game.txt");
    }
    let text = if name.to_lowercase().ends_with(".sgf") { sgf::write(record, &[]) } else { script::write(record) };
    let written =
        OutputFile::prepare(Path::new(name), false).and_then(|file| file.write(|f| f.write_all(text.as_bytes())));
    match written {
        Ok(()) => writeln!(out, "written: {name}"),
        Err(Failure(message)) => writeln!(out, "{}", message.replace("use --force to replace it, or name", "name")),
    }
}

fn result(session: &Session, agree: Agree, out: &mut impl Write) -> io::Result<()> {
    for procedure in &session.procedures {
        let game = Replay::of(procedure.rules(), &session.record, agree, None);
        writeln!(out, "{}: {}", name_of(&game.rules), result_sentence(&game))?;
    }
    Ok(())
}
