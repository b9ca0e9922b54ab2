//! The arguments before they are parsed, and the help of the whole program.

use std::ffi::OsString;
use std::path::Path;

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use crate::law::RuleSet;
use crate::texts::in_words::example;

/// What the commands are for, each named once.
const GROUPS: [(&str, &[&str]); 6] = [
    ("A position or a game", &["judge", "draw", "replay", "play", "explore"]),
    ("Rule sets compared", &["diverge", "map", "table", "sample"]),
    ("The texts", &["rules", "cases"]),
    ("Engines", &["check", "gtp", "conformance"]),
    ("Solved boards and proofs", &["value", "solve", "prove", "check-proof", "count", "perft"]),
    ("The program", &["completions", "man", "help"]),
];

/// The first things to try.
const EXAMPLES: &str = concat!(
    "Examples:\n  shinpan explore                       a page in the browser that explains itself\n  shinpan judge .XX/XX./OO.             what \
     each text says of a position\n  shinpan judge game.sgf --dead H8,J3   a game counted as the players agree\n  shinpan diverge 3x3 \
     \u{20}                 where rule sets disagree on a whole board\n  shinpan rules ",
    example!(one),
    "                   a text and its readings\n"
);

/// The rule sets of `--rules A B` joined to `--rules A,B`: what follows the value goes on with it as long as it names rule sets, and no
/// file.
pub fn lists_joined(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut joined: Vec<OsString> = Vec::new();
    // Whether the last argument is a list that may go on, or the next one is its first.
    let (mut goes_on, mut begins) = (false, false);
    for argument in arguments {
        let names = |text: &str| RuleSet::parse_list(text).is_ok() && !Path::new(text).exists();
        match (argument.to_str(), joined.last_mut()) {
            (Some(text), Some(list)) if goes_on && names(text) => {
                list.push(",");
                list.push(text);
            }
            (text, _) => {
                goes_on = begins || text.is_some_and(|t| t.starts_with("--rules="));
                begins = text == Some("--rules");
                joined.push(argument);
            }
        }
    }
    joined.into_iter()
}

/// What would be right, where an argument is not understood and looks like one more rule set.
pub fn hint(error: &clap::Error, given: &[OsString]) -> Option<String> {
    let Some(ContextValue::String(wrong)) = error.get(ContextKind::InvalidArg) else { return None };
    let list = given.iter().position(|a| a.to_str().is_some_and(|a| a == "--rules" || a.starts_with("--rules=")))?;
    let at = given.iter().position(|a| a.to_str() == Some(wrong))?;
    if error.kind() != ErrorKind::UnknownArgument || wrong.starts_with('-') || at < list {
        return None;
    }
    let why = RuleSet::parse_list(wrong).err()?;
    Some(format!("as one more rule set: {why}"))
}

/// The command with its subcommands listed by what they are for.
pub fn grouped(command: Command) -> Command {
    let mut list = String::new();
    for (title, names) in GROUPS {
        list.push_str(&format!("{title}:\n"));
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about).map(StyledStr::to_string);
            let about = about.unwrap_or_else(|| "Prints this message or the help of a command".to_string());
            let wrapped = crate::report::board::wrap(&about, 15, 100);
            list.push_str(&format!("  {name:<13}{}\n", wrapped.join("\n").trim_start()));
        }
        list.push('\n');
    }
    let template =
        format!("{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}Options:\n{{options}}\n\n{EXAMPLES}");
    command.help_template(template)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    fn joined(line: &str) -> Vec<String> {
        lists_joined(line.split(' ').map(OsString::from)).map(|a| a.into_string().unwrap()).collect()
    }

    #[test]
    fn rule_sets_with_blanks_between_are_one_list_and_what_follows_is_not() {
        let one = example!(one);
        let two = example!(by_play);
        let wanted = |list: &str| vec!["judge".to_string(), ".OO".to_string(), "--rules".to_string(), list.to_string()];
        assert_eq!(joined(&format!("judge .OO --rules {one} {two}")), wanted(&format!("{one},{two}")));
        assert_eq!(joined(&format!("judge .OO --rules={one} {two}"))[2], format!("--rules={one},{two}"));
        assert_eq!(joined(&format!("judge --rules {one} .OO")), ["judge", "--rules", one, ".OO"]);
        assert_eq!(joined(&format!("judge --rules {one} --trace {two}"))[3..], ["--trace", two]);
        assert_eq!(joined(&format!("rules {one}")), ["rules", one]);
    }

    #[test]
    fn every_command_is_in_one_group() {
        let command = super::super::Cli::command();
        let mut there: Vec<&str> = command.get_subcommands().map(Command::get_name).chain(["help"]).collect();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        there.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, there);
    }
}
