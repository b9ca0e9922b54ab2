//! The strategies behind a value that rests on the history, written out as steps: what a search found, down to where a player does
//! nothing but pass.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::AtomicBool;

use super::game::Values;
use crate::board::{Colour, Position};
use crate::law::play::{Remembered, Taken};
use crate::proof::value::{MOST_STEPS, State, ValueStep};
use crate::solve::value::bounds::{Pair, PayoffGame};
use crate::solve::value::remembering::{Found, Memorable, Search, Shown};
use crate::solve::{Budget, clock};

/// A position, the player to move, and the point that he may not play on where the history does not imply it.
type Place = (Position, Colour, Option<usize>);

/// What a player keeps, and by what.
enum Kept {
    /// A win that a search found.
    Won(Shown),
    /// By passing from there on.
    Passing(Place),
}

/// What tells one [`Kept`] from another.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Won(usize),
    Passing(Place),
}

/// A win to be written after what it rests on.
struct Open {
    won: Shown,
    after: Vec<(String, Kept)>,
    /// So many of them are written.
    done: usize,
    numbers: BTreeMap<String, usize>,
}

impl Values {
    /// The steps by which a player keeps the value of a position.
    ///
    /// # Errors
    /// One line: the budget does not do, or there are too many.
    pub(super) fn steps(
        &self,
        (position, mover): (Position, Colour),
        value: i32,
        player: Colour,
        budget: Budget,
        stop: &AtomicBool,
    ) -> Result<Vec<ValueStep>, String> {
        let grounds = self.solution.grounds(&self.graph, stop).ok_or("stopped")?;
        let play = self.play();
        let prisoners = play.taken == Taken::Captured;
        let game = PayoffGame { graph: &self.graph, end: &self.solution.end, basic_ko: play.basic_ko, prisoners };
        let least = i16::try_from(value - self.besides(position)).map_err(|e| e.to_string())?;
        // Of ends that are not decided each player counts on what is worse for him.
        let (need, generous) = if player == Colour::Black { (least, false) } else { (least + 1, true) };
        // It ends at what is had by passing: the strategies behind other bounds would take three times as many steps.
        let passing = game.passing();
        let memorable = self.solution.memorable(&self.graph, &grounds, generous);
        let mut search = Search::new(Memorable { sure: &passing, always_sure: true, ..memorable });
        let root = match clock::within(budget.time, || search.show(position, mover, need, budget)) {
            Found::Shown(shown) => Kept::Won(shown),
            Found::Sure => Kept::Passing((position, mover, None)),
            Found::Open => {
                return Err(format!("the budget does not do to find {player}'s strategy; --budget has more"));
            }
        };
        let mut writer = Writer {
            values: self,
            player,
            passing: &passing,
            besides: self.besides(position),
            asked: (!prisoners).then_some(value),
            steps: Vec::new(),
            numbers: HashMap::new(),
        };
        writer.write(root)?;
        Ok(writer.steps)
    }
}

struct Writer<'a> {
    values: &'a Values,
    player: Colour,
    /// By node: what passing alone brings.
    passing: &'a [Pair],
    /// What the position at the start adds.
    besides: i32,
    /// What is asked, Black minus White, if nothing is gained on the way.
    asked: Option<i32>,
    steps: Vec<ValueStep>,
    /// The number of the step of what is kept.
    numbers: HashMap<Key, usize>,
}

impl Writer<'_> {
    /// Writes what is kept, what it rests on before it.
    fn write(&mut self, root: Kept) -> Result<(), String> {
        let mut path = match root {
            Kept::Won(won) => vec![self.open(won)?],
            Kept::Passing(place) => return self.write_passing(place),
        };
        while let Some(open) = path.last_mut() {
            let Some((name, kept)) = open.after.get(open.done) else {
                let Some(Open { won, numbers, .. }) = path.pop() else { break };
                let (place, promise) = self.won(&won)?;
                self.numbers.insert(Key::Won(won.number()), self.steps.len());
                self.push(ValueStep { state: self.text(place, false), promise, after: numbers })?;
                continue;
            };
            match self.numbers.get(&key(kept)) {
                Some(&number) => {
                    open.numbers.insert(name.clone(), number);
                    open.done += 1;
                }
                None => match kept {
                    Kept::Won(won) => {
                        let won = won.clone();
                        path.push(self.open(won)?);
                    }
                    Kept::Passing(place) => {
                        let place = *place;
                        self.write_passing(place)?;
                    }
                },
            }
        }
        Ok(())
    }

    fn push(&mut self, step: ValueStep) -> Result<(), String> {
        if self.steps.len() >= MOST_STEPS {
            return Err(format!("{}'s strategy has more than {MOST_STEPS} steps", self.player));
        }
        self.steps.push(step);
        Ok(())
    }

    fn text(&self, (position, mover, ban): Place, passing: bool) -> String {
        State { position, mover, passed: false, ban, passing }.text(self.values.board())
    }

    /// The place and the promise of a win. Where nothing is gained on the way that is what is asked at the start, so that one look
    /// at what can follow while he passes does for all.
    fn won(&self, won: &Shown) -> Result<(Place, i32), String> {
        let (place, need) = won.state().zip(won.need()).ok_or("a win without its reasons")?;
        let promise = if self.player == Colour::Black { need } else { need - 1 };
        Ok((place, self.asked.unwrap_or(i32::from(promise) + self.besides)))
    }

    /// The moves of a win, each with what is kept after it.
    fn open(&self, won: Shown) -> Result<Open, String> {
        let ((position, mover, ban), _) = self.won(&won)?;
        let options = self.values.options(position, mover, false, ban);
        let of = |(at, next): (usize, Shown)| {
            let option = options.get(at)?;
            let name = option.mv.map_or_else(|| "pass".to_string(), |p| self.values.board().grid().name(p.into()));
            let ban = option.ban.filter(|_| self.values.play().remembered == Remembered::Pairs);
            let passing = next.state().is_none();
            let kept = if passing { Kept::Passing((option.after, mover.opponent(), ban)) } else { Kept::Won(next) };
            Some((name, kept))
        };
        let after = won.by().map(of).collect::<Option<Vec<_>>>().ok_or("a move that there is not")?;
        Ok(Open { won, after, done: 0, numbers: BTreeMap::new() })
    }

    /// Writes that he does nothing but pass from a place on.
    fn write_passing(&mut self, place: Place) -> Result<(), String> {
        let (position, mover, ban) = place;
        let pair = self.passing[self.values.graph.node_of(position, mover, false, ban)];
        let kept = i32::from(pair[usize::from(mover != self.player)]);
        let kept = if mover == Colour::Black { kept } else { -kept } + self.besides;
        let promise = self.asked.unwrap_or(kept);
        self.numbers.insert(Key::Passing(place), self.steps.len());
        self.push(ValueStep { state: self.text(place, true), promise, after: BTreeMap::new() })
    }
}

fn key(kept: &Kept) -> Key {
    match kept {
        Kept::Won(won) => Key::Won(won.number()),
        Kept::Passing(place) => Key::Passing(*place),
    }
}
