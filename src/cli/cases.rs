//! `shinpan cases`.

use std::io::Write;
use std::path::PathBuf;

use super::{Exit, Failure, Format, output};
use crate::cases::{Case, MOST_BYTES, Report, built_in, read, run as run_cases};
use crate::files;
use crate::foreign::line;

/// Run conformance cases: what the texts say of small positions and short sequences.
///
/// Without files, the cases compiled into the program are run. Exit status 1 if a case fails, 2 if a file is malformed.
#[derive(clap::Args)]
pub struct Args {
    /// Files of cases (see cases/README.md); `-` reads standard input.
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How to print the result.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Runs the command.
///
/// # Errors
/// A file that cannot be read or is malformed.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let report = run_cases(&load(&args.files)?);
    output::to_stdout(|out| match args.format {
        Format::Text => write_text(out, &report),
        Format::Json => writeln!(out, "{:#}", serde_json::json!(report)),
    })?;
    Ok(if report.failed.is_empty() { Exit::Success } else { Exit::Failing })
}

fn load(files: &[PathBuf]) -> Result<Vec<Case>, Failure> {
    if files.is_empty() {
        return Ok(built_in()?);
    }
    let mut cases = Vec::new();
    for path in files {
        let name = path.display().to_string();
        let bytes = match name.as_str() {
            "-" => files::read_from(std::io::stdin().lock(), MOST_BYTES),
            _ => files::read(path, MOST_BYTES),
        };
        let text = bytes.and_then(files::text).map_err(|e| Failure(format!("{name}: {e}")))?;
        let found = read(&name, &text)?;
        if found.is_empty() {
            // A file that checks nothing must not look like one that passes.
            return Err(Failure(format!("{name}: holds no case; write [[case]] tables (cases/README.md)")));
        }
        cases.extend(found);
    }
    Ok(cases)
}

fn write_text(out: &mut dyn Write, report: &Report) -> std::io::Result<()> {
    for f in &report.failed {
        writeln!(out, "{}: {}", line(&f.file), line(&f.case))?;
        writeln!(out, "    {}: expected {}, actual {}", line(&f.what), line(&f.expected), line(&f.actual))?;
    }
    let mut failing: Vec<_> = report.failed.iter().map(|f| (&f.file, &f.case)).collect();
    failing.dedup();
    for d in &report.differences {
        let (of, rules) = (line(&d.of.join(", ")), line(&d.rules));
        let mark = if d.default { "DIFFERS, in default readings," } else { "differs" };
        writeln!(out, "{rules} {mark} from the commentary ({of}), as known: {}", line(&d.case))?;
        writeln!(out, "    ruled: {}", line(&d.says))?;
        writeln!(out, "    here: {}", line(&d.why))?;
    }
    if report.rulings > 0 {
        let default = report.differences.iter().filter(|d| d.default).count();
        writeln!(
            out,
            "{} cases with a ruling of a commentary: default readings differ from {default}, other readings in {} \
             expectations",
            report.rulings,
            report.differences.len() - default
        )?;
    }
    let (cases, expectations) = (report.cases, report.expectations);
    writeln!(out, "{cases} cases, {expectations} expectations, {} failing cases", failing.len())
}
