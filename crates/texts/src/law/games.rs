//! Games of rule sets: what of a rule set is the same whoever passed first.

use super::text::RuleSet;
use crate::board::Colour;

/// The rule set of the game of `rules`: who passed first is known from the game.
#[must_use]
pub fn game_of(rules: &RuleSet) -> RuleSet {
    rules.text.first_passer(rules, Colour::Black).unwrap_or_else(|| rules.clone())
}

/// The rule sets of a list whose games differ by more than who is said to have passed first.
#[must_use]
pub fn games_of(rules: &[RuleSet]) -> Vec<RuleSet> {
    let mut games: Vec<RuleSet> = Vec::new();
    for game in rules.iter().map(game_of) {
        if !games.contains(&game) {
            games.push(game);
        }
    }
    games
}

/// The rule set by which a final position is judged as whoever stops the game sees it when the stones that are his are called
/// Black's: then White passed first.
#[must_use]
pub fn ends_of(rules: &RuleSet) -> RuleSet {
    rules.text.first_passer(rules, Colour::White).unwrap_or_else(|| rules.clone())
}

/// The name of a game: that of its rule set without who passed first.
#[must_use]
pub fn name_of(rules: &RuleSet) -> String {
    let [Some(black), Some(white)] = Colour::ALL.map(|c| rules.text.first_passer(rules, c)) else {
        return rules.to_string();
    };
    let first = rules.text.choices().iter().find(|c| black.value(c.key) != white.value(c.key));
    let Some(first) = first else { return rules.to_string() };
    let said = format!("{}={}", first.key, rules.value(first.key).unwrap_or_default());
    let (id, readings) = match black.to_string().split_once(':') {
        Some((id, readings)) => (id.to_string(), readings.to_string()),
        None => return black.to_string(),
    };
    let rest: Vec<&str> =
        readings.split(',').filter(|r| *r != said && !r.starts_with(&format!("{}=", first.key))).collect();
    if rest.is_empty() { id } else { format!("{id}:{}", rest.join(",")) }
}
