//! Verifies steps.

use std::collections::HashMap;

use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use super::states::{Cycles, ShownStates, Unanswered, moves, names};
use crate::board::Points;
use crate::law::Written;
use crate::proof::Entry;
use crate::solve::search::Siege;

/// Verifies that steps show that the attacker of a game wins from a state, if it `holds`, or that he does not: the states with
/// their zones.
///
/// # Errors
/// The state, and what is wrong with it.
pub fn check<G: Siege<State: Written, Move: Written>>(
    game: &G,
    start: &G::State,
    holds: bool,
    steps: &[Entry],
) -> Result<Vec<(G::State, Points)>, String> {
    let mut shown = ShownStates::new(game, holds);
    if steps.is_empty() && shown.zone(start).is_some() {
        return Ok(Vec::new());
    }
    let states = states(game, start, steps)?;
    let numbers: HashMap<G::State, usize> = states.iter().enumerate().map(|(n, state)| (*state, n)).collect();
    if numbers.len() != states.len() {
        return Err("two steps have the same state".to_string());
    }
    let cycles = Cycles::of(game, holds);
    let all = game.board().all();
    let mut graph = DiGraph::<usize, ()>::new();
    let nodes: Vec<_> = (0..states.len()).map(|n| graph.add_node(n)).collect();
    for (number, (state, step)) in states.iter().zip(steps).enumerate() {
        let fault = |why: &str| Err(format!("{}: {why}", step.state));
        if game.known(state).is_some() {
            return fault("what comes of it is seen at once");
        }
        if step.rank.is_some() || step.stands.is_some() {
            return fault("a step has no rank");
        }
        // What comes later may be led to as far as cycles go.
        let zone = |to: &G::State| {
            shown.zone(to).or_else(|| {
                let later = cycles == Cycles::Met && game.met(to) || matches!(cycles, Cycles::Any | Cycles::NotMet);
                (later && numbers.contains_key(to)).then_some(all)
            })
        };
        let moves = moves(game, state);
        let mine = (game.mover(state) == game.attacker()) == holds;
        let found = if mine {
            let Some(name) = &step.mv else { return fault("the move is missing") };
            if step.within.is_some() {
                return fault("the other player is not to move");
            }
            let chosen = moves.iter().find(|(mv, ..)| mv.written(game.board()) == *name);
            let Some((_, which, to)) = chosen else { return fault(&format!("{name} is not legal")) };
            let Some(after) = zone(to) else {
                return fault(&format!("{name} leads to a state that no step before has shown"));
            };
            shown.through(state, *which, after)
        } else {
            if let Some(name) = &step.mv {
                return fault(&format!("the other player is to move, not {name}"));
            }
            let within = match &step.within {
                None => all,
                Some(named) => {
                    let grid = game.board().grid();
                    let points = named.iter().try_fold(0, |m: Points, name| {
                        Ok::<Points, String>(m | 1 << grid.point(name).map_err(|e| e.to_string())?)
                    })?;
                    if names(game.board(), points).as_ref() != Some(named) {
                        return fault("the points are not in their order, or are all there are");
                    }
                    points
                }
            };
            match shown.answered(state, &moves, within, zone) {
                Ok(found) => found,
                Err(Unanswered::Move(number)) => {
                    let name = moves[number].0.written(game.board());
                    return fault(&format!("{name} leads to a state that no step before has shown"));
                }
                Err(Unanswered::Open) => return fault("moves elsewhere may change what is there"),
            }
        };
        if cycles == Cycles::NotMet {
            let chosen = |name: &String| step.mv.as_ref().is_none_or(|mv| mv == name);
            for (mv, _, to) in &moves {
                if let Some(&to) = numbers.get(to).filter(|_| chosen(&mv.written(game.board()))) {
                    graph.add_edge(nodes[number], nodes[to], ());
                }
            }
        }
        shown.add(*state, found);
    }
    if shown.zone(start).is_none() {
        return Err("the first state is not shown".to_string());
    }
    for component in tarjan_scc(&graph) {
        let lasting = component.len() > 1 || component.iter().any(|&n| graph.contains_edge(n, n));
        let met = component.iter().find(|n| game.met(&states[graph[**n]]) || game.simplified(&states[graph[**n]]));
        if let Some(&met) = met.filter(|_| lasting) {
            return Err(format!("{}: what is to be prevented may come again and again", steps[graph[met]].state));
        }
    }
    Ok(shown.shown.into_iter().map(|shown| (shown.state, shown.zone)).collect())
}

/// The states of the steps, each of which comes about from the first by moves that lead from one to another.
fn states<G: Siege<State: Written, Move: Written>>(
    game: &G,
    start: &G::State,
    steps: &[Entry],
) -> Result<Vec<G::State>, String> {
    let board = game.board();
    let numbers: HashMap<&str, usize> = steps.iter().enumerate().map(|(n, step)| (step.state.as_str(), n)).collect();
    let mut states: Vec<Option<G::State>> = vec![None; steps.len()];
    let mut open = vec![*start];
    while let Some(state) = open.pop() {
        let Some(&number) = numbers.get(state.written(board).as_str()) else { continue };
        if states[number].replace(state).is_some() {
            continue;
        }
        for (mv, _, to) in moves(game, &state) {
            if steps[number].mv.as_ref().is_none_or(|name| *name == mv.written(board)) {
                open.push(to);
            }
        }
    }
    let missing = states.iter().position(Option::is_none);
    match missing {
        Some(number) => Err(format!("{}: the state does not come about, or stands there twice", steps[number].state)),
        None => Ok(states.into_iter().flatten().collect()),
    }
}
