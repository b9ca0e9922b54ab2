// The library of shinpan for C. A game follows the playing rules of a rule set from a position on; its end is judged by the text.
//
// Points are numbered row by row from the upper left corner, from 0; SHINPAN_PASS is a pass. Texts are UTF-8. What a function
// returns as `char *` is freed by shinpan_free_text. After a failure shinpan_error says what was wrong, in one line. A game may be
// used by one thread at a time; different games by different threads.
//
// Made by tools/header (cbindgen) from crates/c/src/lib.rs.

#ifndef SHINPAN_H
#define SHINPAN_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// An empty point.
#define SHINPAN_EMPTY 0

// Black, and a point with a black stone.
#define SHINPAN_BLACK 1

// White, and a point with a white stone.
#define SHINPAN_WHITE 2

// A pass.
#define SHINPAN_PASS -1

// It was done.
#define SHINPAN_OK 0

// The rules refuse the play; shinpan_error has the clause.
#define SHINPAN_REFUSED 1

// It could not be done; shinpan_error says why.
#define SHINPAN_ERROR -1

// The outcome is a margin: lo and hi are alike.
#define SHINPAN_MARGIN 0

// The text gives no result: lo is the most that Black forces, hi the least that White does.
#define SHINPAN_NO_RESULT 1

// It is not decided within the budget: it lies between lo and hi.
#define SHINPAN_UNDECIDED 2

// A game by the playing rules of a rule set.
typedef struct ShinpanGame ShinpanGame;

// An outcome, Black's points less White's, without komi.
typedef struct ShinpanOutcome {
  // SHINPAN_MARGIN, SHINPAN_NO_RESULT or SHINPAN_UNDECIDED.
  int32_t kind;
  // The least it can be.
  int32_t lo;
  // The most it can be.
  int32_t hi;
} ShinpanOutcome;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library: "0.2.0".
const char *shinpan_version(void);

// What was wrong in the last call of this thread that failed, in one line; it is there until another one fails. Not to be freed.
const char *shinpan_error(void);

// Frees a text that a function has returned. NULL is nothing to free.
//
// # Safety
// The text is from this library and has not been freed.
void shinpan_free_text(char *text);

// A game by the playing rules of a rule set, readings after a colon (`shinpan rules` lists them), from a board that is written row by
// row ("X.O/.../OX.") or the empty board of a size ("19x19"). NULL after a failure.
//
// # Safety
// Both are texts that end with a zero.
struct ShinpanGame *shinpan_game_new(const char *rules,
                                     const char *board,
                                     int32_t to_move);

// The same game once more, to be freed by itself. NULL after a failure.
//
// # Safety
// The game has not been freed.
struct ShinpanGame *shinpan_game_copy(const struct ShinpanGame *game);

// Frees a game. NULL is nothing to free.
//
// # Safety
// The game is from this library and has not been freed.
void shinpan_game_free(struct ShinpanGame *game);

// The rows of the board; SHINPAN_ERROR after a failure.
//
// # Safety
// The game has not been freed.
int32_t shinpan_rows(const struct ShinpanGame *game);

// The columns of the board; SHINPAN_ERROR after a failure.
//
// # Safety
// The game has not been freed.
int32_t shinpan_cols(const struct ShinpanGame *game);

// The player to move; SHINPAN_ERROR after a failure.
//
// # Safety
// The game has not been freed.
int32_t shinpan_to_move(const struct ShinpanGame *game);

// A play of a player, in turn or not, or a pass: SHINPAN_OK, SHINPAN_REFUSED or SHINPAN_ERROR.
//
// # Safety
// The game has not been freed, and nobody else uses it meanwhile.
int32_t shinpan_play(struct ShinpanGame *game, int32_t player, int32_t point);

// Whether a player may play on a point, or pass: 1, 0 or SHINPAN_ERROR.
//
// # Safety
// The game has not been freed.
int32_t shinpan_is_legal(const struct ShinpanGame *game, int32_t player, int32_t point);

// Writes for each point whether a player may play there, 1 or 0. The number of points on which he may, or SHINPAN_ERROR.
//
// # Safety
// The game has not been freed; there is room for so many bytes at `points`.
int32_t shinpan_legal(const struct ShinpanGame *game,
                      int32_t player,
                      uint8_t *points,
                      size_t length);

// Takes back the last move: SHINPAN_OK, or SHINPAN_ERROR if there is none.
//
// # Safety
// The game has not been freed, and nobody else uses it meanwhile.
int32_t shinpan_undo(struct ShinpanGame *game);

// Writes for each point SHINPAN_EMPTY, SHINPAN_BLACK or SHINPAN_WHITE. The number of stones, or SHINPAN_ERROR.
//
// # Safety
// The game has not been freed; there is room for so many bytes at `points`.
int32_t shinpan_stones(const struct ShinpanGame *game, uint8_t *points, size_t length);

// The stones that a player has captured, or SHINPAN_ERROR.
//
// # Safety
// The game has not been freed.
int32_t shinpan_captured(const struct ShinpanGame *game, int32_t player);

// Whether the game is over, or stopped: 1, 0 or SHINPAN_ERROR.
//
// # Safety
// The game has not been freed.
int32_t shinpan_is_over(const struct ShinpanGame *game);

// What the text says of the game if no more is played, prisoners included where it counts them: SHINPAN_OK, or SHINPAN_ERROR where it
// cannot be said. `states` bounds the search for one question, 0 stands for the usual 4000000.
//
// # Safety
// The game has not been freed, and nobody else uses it meanwhile; `outcome` has room for one.
int32_t shinpan_score(struct ShinpanGame *game,
                      uint64_t states,
                      struct ShinpanOutcome *outcome);

// What rule sets, separated by commas, say of a board as final, as JSON: an array with what `shinpan judge --format json` has under
// `verdicts`. To be freed by shinpan_free_text; NULL after a failure.
//
// # Safety
// Both are texts that end with a zero.
char *shinpan_judge(const char *rules,
                    const char *board,
                    uint64_t states);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* SHINPAN_H */
