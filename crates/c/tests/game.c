/* A game by C: what is asserted follows from the texts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shinpan.h"

static void expect(int holds, const char *what) {
    if (!holds) {
        printf("not as expected: %s (%s)\n", what, shinpan_error());
        exit(1);
    }
}

int main(void) {
    uint8_t points[9], small[4];
    ShinpanOutcome outcome;
    expect(strchr(shinpan_version(), '.') != NULL, "a version");

    /* A ko on 3x4: Black takes, White may not retake at once by basic ko nor by superko. */
    ShinpanGame *game = shinpan_game_new("katago:ko=simple,suicide=no", ".XO./X.XO/.XO.", SHINPAN_WHITE);
    expect(game != NULL && shinpan_rows(game) == 3 && shinpan_cols(game) == 4, "a board of 3x4");
    expect(shinpan_to_move(game) == SHINPAN_WHITE, "White to move");
    expect(shinpan_is_legal(game, SHINPAN_WHITE, 5) == 1, "White may take the ko");
    ShinpanGame *copy = shinpan_game_copy(game);
    expect(shinpan_play(game, SHINPAN_WHITE, 5) == SHINPAN_OK, "White takes it");
    expect(shinpan_captured(game, SHINPAN_WHITE) == 1, "one stone");
    expect(shinpan_is_legal(game, SHINPAN_BLACK, 6) == 0, "Black may not retake");
    expect(shinpan_play(game, SHINPAN_BLACK, 6) == SHINPAN_REFUSED, "and is refused");
    expect(strstr(shinpan_error(), "[katago.") != NULL, "by a clause");
    expect(shinpan_undo(game) == SHINPAN_OK && shinpan_captured(game, SHINPAN_WHITE) == 0, "taken back");
    expect(shinpan_undo(game) == SHINPAN_ERROR, "nothing more to take back");
    shinpan_game_free(game);
    expect(shinpan_captured(copy, SHINPAN_WHITE) == 0, "a copy is a game by itself");
    shinpan_game_free(copy);

    /* Black in the middle of 3x3 owns it all by area. */
    game = shinpan_game_new("tromp-taylor", "3x3", SHINPAN_BLACK);
    expect(shinpan_legal(game, SHINPAN_BLACK, points, sizeof points) == 9, "nine plays");
    expect(shinpan_play(game, SHINPAN_BLACK, 4) == SHINPAN_OK, "the middle");
    expect(shinpan_legal(game, SHINPAN_WHITE, points, sizeof points) == 8 && points[4] == 0 && points[0] == 1, "eight plays");
    expect(shinpan_stones(game, points, sizeof points) == 1 && points[4] == SHINPAN_BLACK, "one stone");
    expect(shinpan_is_over(game) == 0, "it goes on");
    expect(shinpan_play(game, SHINPAN_WHITE, SHINPAN_PASS) == SHINPAN_OK, "a pass");
    expect(shinpan_play(game, SHINPAN_BLACK, SHINPAN_PASS) == SHINPAN_OK, "another");
    expect(shinpan_is_over(game) == 1 && shinpan_play(game, SHINPAN_WHITE, 0) == SHINPAN_REFUSED, "it is over");
    expect(shinpan_score(game, 0, &outcome) == SHINPAN_OK, "a score");
    expect(outcome.kind == SHINPAN_MARGIN && outcome.lo == 9 && outcome.hi == 9, "of nine points");
    shinpan_game_free(game);

    /* What a budget leaves open is not said. */
    game = shinpan_game_new("j1989", "4x4", SHINPAN_BLACK);
    expect(shinpan_play(game, SHINPAN_BLACK, 5) == SHINPAN_OK, "a play");
    expect(shinpan_score(game, 1, &outcome) == SHINPAN_OK && outcome.kind == SHINPAN_UNDECIDED, "undecided");
    expect(outcome.lo < outcome.hi, "between bounds");
    shinpan_game_free(game);

    char *said = shinpan_judge("j1989,ms-chinese", "XX.O/XXOO/..O.", 0);
    expect(said != NULL && strstr(said, "\"outcome\":-12") != NULL && strstr(said, "\"rules\":\"ms-chinese\"") != NULL, "a verdict");
    shinpan_free_text(said);
    shinpan_free_text(NULL);

    /* Nothing that can be passed ends the program. */
    expect(shinpan_game_new("chinese", "3x3", SHINPAN_BLACK) == NULL && strstr(shinpan_error(), "chinese") != NULL, "no such rules");
    expect(shinpan_game_new(NULL, "3x3", SHINPAN_BLACK) == NULL, "no rules");
    expect(shinpan_game_new("j1989", "X.", 3) == NULL, "no such player");
    expect(shinpan_game_new("j1989", "XX", SHINPAN_BLACK) == NULL && strstr(shinpan_error(), "liberty") != NULL, "no liberty");
    expect(shinpan_judge("j1989", "nonsense", 0) == NULL, "no board");
    expect(shinpan_play(NULL, SHINPAN_BLACK, 0) == SHINPAN_ERROR, "no game");
    game = shinpan_game_new("j1989", "3x3", SHINPAN_BLACK);
    expect(shinpan_play(game, SHINPAN_BLACK, 9) == SHINPAN_ERROR, "no such point");
    expect(shinpan_play(game, SHINPAN_BLACK, -2) == SHINPAN_ERROR, "no such point");
    expect(shinpan_is_legal(game, 0, 0) == SHINPAN_ERROR, "no such player");
    expect(shinpan_legal(game, SHINPAN_BLACK, small, sizeof small) == SHINPAN_ERROR, "no room");
    expect(shinpan_score(game, 0, NULL) == SHINPAN_ERROR, "no place");
    shinpan_game_free(game);
    shinpan_game_free(NULL);
    puts("all as expected");
    return 0;
}
