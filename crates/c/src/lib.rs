//! The library of shinpan for C: what `include/shinpan.h` declares. A game is a handle; what it is asked is answered by
//! [`game`], which is safe Rust. Here is the border only: pointers that the caller vouches for.
#![allow(unsafe_code)]

mod constants;
mod game;

use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};

use shinpan::{Colour, Outcome};

pub use constants::*;
pub use game::ShinpanGame;
use game::{Why, number};

/// An outcome, Black's points less White's, without komi.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShinpanOutcome {
    /// SHINPAN_MARGIN, SHINPAN_NO_RESULT or SHINPAN_UNDECIDED.
    pub kind: i32,
    /// The least it can be.
    pub lo: i32,
    /// The most it can be.
    pub hi: i32,
}

thread_local! {
    static ERROR: RefCell<CString> = RefCell::default();
}

/// Keeps what was wrong, for [`shinpan_error`].
fn note(text: &str) {
    let text = CString::new(text.replace('\0', " ")).unwrap_or_default();
    ERROR.with(|error| *error.borrow_mut() = text);
}

/// What `work` comes to; `failed` after an error or a defect, which is noted.
fn guarded<T>(failed: impl Fn(&Why) -> T, work: impl FnOnce() -> Result<T, Why>) -> T {
    let done = shinpan::caught(work).unwrap_or_else(|defect| Err(Why::Wrong(defect.to_string())));
    done.unwrap_or_else(|why| {
        note(why.text());
        failed(&why)
    })
}

/// The status of a failure.
fn status(why: &Why) -> i32 {
    if matches!(why, Why::Refused(_)) { SHINPAN_REFUSED } else { SHINPAN_ERROR }
}

fn null(what: &str) -> Why {
    Why::Wrong(format!("{what} is NULL"))
}

/// # Safety
/// Null, or a text that ends with a zero and stays as it is during the call.
unsafe fn text<'a>(from: *const c_char, what: &str) -> Result<&'a str, Why> {
    if from.is_null() {
        return Err(null(what));
    }
    // SAFETY: it is not null, and the caller vouches for the rest.
    let text = unsafe { CStr::from_ptr(from) };
    text.to_str().map_err(|_| Why::Wrong(format!("{what} is not UTF-8")))
}

/// # Safety
/// Null, or a game that has not been freed and that nobody changes during the call.
unsafe fn seen<'a>(game: *const ShinpanGame) -> Result<&'a ShinpanGame, Why> {
    // SAFETY: the caller vouches for it.
    unsafe { game.as_ref() }.ok_or_else(|| null("the game"))
}

/// # Safety
/// Null, or a game that has not been freed and that nobody else uses during the call.
unsafe fn changed<'a>(game: *mut ShinpanGame) -> Result<&'a mut ShinpanGame, Why> {
    // SAFETY: the caller vouches for it.
    unsafe { game.as_mut() }.ok_or_else(|| null("the game"))
}

/// # Safety
/// Null, or `length` bytes that nobody else uses during the call.
unsafe fn bytes<'a>(at: *mut u8, length: usize, game: &ShinpanGame) -> Result<&'a mut [u8], Why> {
    let points = game.game().grid().len();
    if at.is_null() {
        return Err(null("the place for the points"));
    }
    if length < points {
        return Err(Why::Wrong(format!("there is room for {length} points, and the board has {points}")));
    }
    // SAFETY: it is not null, and the caller vouches for the rest.
    Ok(unsafe { std::slice::from_raw_parts_mut(at, points) })
}

/// The version of the library: "0.2.0".
#[unsafe(no_mangle)]
pub extern "C" fn shinpan_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// What was wrong in the last call of this thread that failed, in one line; it is there until another one fails. Not to be freed.
#[unsafe(no_mangle)]
pub extern "C" fn shinpan_error() -> *const c_char {
    ERROR.with(|error| error.borrow().as_ptr())
}

/// Frees a text that a function has returned. NULL is nothing to free.
///
/// # Safety
/// The text is from this library and has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shinpan_free_text(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: it is from `CString::into_raw`.
        drop(unsafe { CString::from_raw(text) });
    }
}

/// A game by the playing rules of a rule set, readings after a colon (`shinpan rules` lists them), from a board that is written row by
/// row ("X.O/.../OX.") or the empty board of a size ("19x19"). NULL after a failure.
///
/// # Safety
/// Both are texts that end with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shinpan_game_new(
    rules: *const c_char,
    board: *const c_char,
    to_move: i32,
) -> *mut ShinpanGame {
    guarded(
        |_| std::ptr::null_mut(),
        || {
            // SAFETY: as above.
            let (rules, board) = unsafe { (text(rules, "the rule set")?, text(board, "the board")?) };
            Ok(Box::into_raw(Box::new(ShinpanGame::new(rules, board, to_move)?)))
        },
    )
}

/// The same game once more, to be freed by itself. NULL after a failure.
///
/// # Safety
/// The game has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shinpan_game_copy(game: *const ShinpanGame) -> *mut ShinpanGame {
    // SAFETY: as above.
    guarded(|_| std::ptr::null_mut(), || Ok(Box::into_raw(Box::new(unsafe { seen(game) }?.copy()))))
}

/// Frees a game. NULL is nothing to free.
///
/// # Safety
/// The game is from this library and has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shinpan_game_free(game: *mut ShinpanGame) {
    if !game.is_null() {
        // SAFETY: it is from `Box::into_raw`.
        drop(unsafe { Box::from_raw(game) });
    }
}

/// The rows of the board; SHINPAN_ERROR after a failure.
///
/// # Safety
/// The game has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shinpan_rows(game: *const ShinpanGame) -> i32 {
    // SAFETY: as above.
    guarded(status, || Ok(unsafe { seen(game) }?.game().grid().rows() as i32))
}

/// The columns of the board; SHINPAN_ERROR after a failure.
///
/// # Safety
/// The game has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shinpan_cols(game: *const ShinpanGame) -> i32 {
    // SAFETY: as above.
    guarded(status, || Ok(unsafe { seen(game) }?.game().grid().cols() as i32))
}

/// The player to move; SHINPAN_ERROR after a failure.
///
/// # Safety
/// The game has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shinpan_to_move(game: *const ShinpanGame) -> i32 {
    // SAFETY: as above.
    guarded(status, || Ok(number(unsafe { seen(game) }?.game().to_move())))
}

/// A play of a player, in turn or not, or a pass: SHINPAN_OK, SHINPAN_REFUSED or SHINPAN_ERROR.
///
/// # Safety
/// The game has not been freed, and nobody else uses it meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shinpan_play(game: *mut ShinpanGame, player: i32, point: i32) -> i32 {
    // SAFETY: as above.
    guarded(status, || unsafe { changed(game) }?.play(player, point).map(|()| SHINPAN_OK))
}

/// Whether a player may play on a point, or pass: 1, 0 or SHINPAN_ERROR.
///
/// # Safety
/// The game has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shinpan_is_legal(game: *const ShinpanGame, player: i32, point: i32) -> i32 {
    // SAFETY: as above.
    guarded(status, || unsafe { seen(game) }?.is_legal(player, point).map(i32::from))
}

/// Writes for each point whether a player may play there, 1 or 0. The number of points on which he may, or SHINPAN_ERROR.
///
/// # Safety
/// The game has not been freed; there is room for so many bytes at `points`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shinpan_legal(game: *const ShinpanGame, player: i32, points: *mut u8, length: usize) -> i32 {
    guarded(status, || {
        // SAFETY: as above.
        let game = unsafe { seen(game) }?;
        // SAFETY: as above.
        let points = unsafe { bytes(points, length, game) }?;
        let legal = game.legal(player)?;
        points.fill(0);
        legal.iter().for_each(|&p| points[p] = 1);
        Ok(legal.len() as i32)
    })
}

/// Takes back the last move: SHINPAN_OK, or SHINPAN_ERROR if there is none.
///
/// # Safety
/// The game has not been freed, and nobody else uses it meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shinpan_undo(game: *mut ShinpanGame) -> i32 {
    // SAFETY: as above.
    guarded(status, || unsafe { changed(game) }?.undo().map(|()| SHINPAN_OK))
}

/// Writes for each point SHINPAN_EMPTY, SHINPAN_BLACK or SHINPAN_WHITE. The number of stones, or SHINPAN_ERROR.
///
/// # Safety
/// The game has not been freed; there is room for so many bytes at `points`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shinpan_stones(game: *const ShinpanGame, points: *mut u8, length: usize) -> i32 {
    guarded(status, || {
        // SAFETY: as above.
        let game = unsafe { seen(game) }?;
        // SAFETY: as above.
        let points = unsafe { bytes(points, length, game) }?;
        let cells = game.game().position().cells();
        for (point, cell) in points.iter_mut().zip(cells) {
            *point = match cell {
                None => SHINPAN_EMPTY as u8,
                Some(Colour::Black) => SHINPAN_BLACK as u8,
                Some(Colour::White) => SHINPAN_WHITE as u8,
            };
        }
        Ok(cells.iter().flatten().count() as i32)
    })
}

/// The stones that a player has captured, or SHINPAN_ERROR.
///
/// # Safety
/// The game has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shinpan_captured(game: *const ShinpanGame, player: i32) -> i32 {
    // SAFETY: as above.
    guarded(status, || Ok(unsafe { seen(game) }?.game().captured_by(game::player(player)?) as i32))
}

/// Whether the game is over, or stopped: 1, 0 or SHINPAN_ERROR.
///
/// # Safety
/// The game has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shinpan_is_over(game: *const ShinpanGame) -> i32 {
    // SAFETY: as above.
    guarded(status, || Ok(i32::from(unsafe { seen(game) }?.game().has_ended())))
}

/// What the text says of the game if no more is played, prisoners included where it counts them: SHINPAN_OK, or SHINPAN_ERROR where it
/// cannot be said. `states` bounds the search for one question, 0 stands for the usual 4000000.
///
/// # Safety
/// The game has not been freed, and nobody else uses it meanwhile; `outcome` has room for one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shinpan_score(game: *mut ShinpanGame, states: u64, outcome: *mut ShinpanOutcome) -> i32 {
    guarded(status, || {
        // SAFETY: as above.
        let (game, place) = unsafe { (changed(game)?, outcome.as_mut()) };
        let place = place.ok_or_else(|| null("the place for the outcome"))?;
        let (kind, (lo, hi)) = match game.score(states)? {
            Outcome::Margin(margin) => (SHINPAN_MARGIN, (margin, margin)),
            Outcome::NoResult { lo, hi } => (SHINPAN_NO_RESULT, (lo, hi)),
            Outcome::Undecided { lo, hi } => (SHINPAN_UNDECIDED, (lo, hi)),
        };
        *place = ShinpanOutcome { kind, lo, hi };
        Ok(SHINPAN_OK)
    })
}

/// What rule sets, separated by commas, say of a board as final, as JSON: an array with what `shinpan judge --format json` has under
/// `verdicts`. To be freed by shinpan_free_text; NULL after a failure.
///
/// # Safety
/// Both are texts that end with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shinpan_judge(rules: *const c_char, board: *const c_char, states: u64) -> *mut c_char {
    guarded(
        |_| std::ptr::null_mut(),
        || {
            // SAFETY: as above.
            let (rules, board) = unsafe { (text(rules, "the rule set")?, text(board, "the board")?) };
            let said = CString::new(game::judged(rules, board, states)?).map_err(|e| Why::Wrong(e.to_string()))?;
            Ok(said.into_raw())
        },
    )
}
