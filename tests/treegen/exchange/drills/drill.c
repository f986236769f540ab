#include <stdio.h>
#include "opponent.h"

static void opponent_play(const char *secret, int32_t number) {
    static struct opponent_keeper keeper;
    static const char *ours[OPPONENT_SECRETS], *theirs[OPPONENT_SECRETS];
    struct opponent game;
    opponent_reset(&game);
    if (!opponent_keeper_reset(&keeper, secret) || opponent_undo(&game)) exit(1);
    printf("%s ", secret ? secret : "evasive");
    for (const char *guess; (guess = opponent_guess(&game));) {
        if (number % 97 == 0) {
            const int32_t left = opponent_candidates(&game, ours);
            if (left != opponent_keeper_candidates(&keeper, theirs) || left != opponent_left(&game) || left != opponent_keeper_left(&keeper)) exit(2);
            for (int32_t i = 0; i < left; i++)
                if (ours[i] != theirs[i]) exit(3);
        }
        const char *const label = opponent_keeper_answer(&keeper, guess);
        if (!label || (secret && label != opponent_feedback(guess, secret))) exit(4);
        if (number % 2) { if (!opponent_answer_pair(&game, label[0] - '0', label[1] - '0')) exit(5); } else // two numbers
        if (!opponent_answer(&game, label)) exit(5);
        if (number % 97 == 0 && (!opponent_undo(&game) || opponent_guess(&game) != guess || !opponent_answer(&game, label))) exit(7);
        printf("%s:%s%s", guess, label, opponent_guess(&game) ? "," : "\n");
    }
    if (!opponent_keeper_is_found(&keeper) || opponent_candidates(&game, ours) != 1 || opponent_keeper_candidates(&keeper, theirs) != 1 || ours[0] != theirs[0]) exit(6);
    opponent_reset(&game);
    if (opponent_left(&game) != OPPONENT_SECRETS || opponent_undo(&game)) exit(8);
}

static void opponent_drill(void) {
    struct opponent_keeper keeper;
    struct opponent game;
    for (int32_t i = 0; i < OPPONENT_SECRETS; i++) opponent_play(opponent_secrets()[i], i);
    opponent_play(NULL, 0);
    const int refused = !opponent_keeper_reset(&keeper, "x");
    if (!opponent_keeper_reset(&keeper, NULL)) exit(1);
    opponent_reset(&game);
    if (opponent_step(&game, -1) || opponent_step(&game, OPPONENT_LABELS)) exit(9);
    printf("refused %d\n", refused + !opponent_answer(&game, "\xff") + !opponent_keeper_answer(&keeper, "x") + !opponent_feedback("x", "123") + !opponent_feedback("123", "x"));
}
