//! `shinpan completions` and `shinpan man`: made from the same definitions as `--help`.

use std::path::PathBuf;

use clap::CommandFactory;
use clap_complete::Shell;

use super::output::{OutputFolder, to_stdout};
use super::{Cli, Exit, Failure};

/// Completions for a shell, on standard output.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  shinpan completions bash > ~/.local/share/bash-completion/completions/shinpan
  shinpan completions zsh > ~/.zfunc/_shinpan
  shinpan completions fish > ~/.config/fish/completions/shinpan.fish")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Manual pages, one for each command, in a folder.
#[derive(clap::Args)]
pub struct ManArgs {
    /// The folder: shinpan.1, shinpan-judge.1, ...
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Replace files that exist
    #[arg(long)]
    force: bool,
}

pub fn completions(args: &CompletionsArgs) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "shinpan", &mut script);
    to_stdout(|out| out.write_all(&script))?;
    Ok(Exit::Success)
}

pub fn man(args: &ManArgs) -> Result<Exit, Failure> {
    let mut command = Cli::command();
    command.build();
    let names = std::iter::once(None).chain(command.get_subcommands().map(|c| Some(c.get_name().to_string())));
    let pages = names
        .map(|name| {
            let (file, page) = match name {
                None => ("shinpan.1".to_string(), command.clone()),
                // Once built, a command knows its full name.
                Some(name) => {
                    (format!("shinpan-{name}.1"), command.find_subcommand(&name).cloned().unwrap_or_default())
                }
            };
            let mut text = Vec::new();
            clap_mangen::Man::new(page).render(&mut text)?;
            Ok((file, text))
        })
        .collect::<std::io::Result<Vec<(String, Vec<u8>)>>>()?;
    let files: Vec<&String> = pages.iter().map(|(file, _)| file).collect();
    OutputFolder::prepare(&args.out, args.force, &files)?.write(&pages)?;
    Ok(Exit::Success)
}
