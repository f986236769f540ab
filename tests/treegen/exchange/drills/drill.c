#include "opponent.h"

static void play(const char *secret, int number) {
    static struct keeper keeper;
    static const char *ours[SECRETS], *theirs[SECRETS];
    struct opponent game;
    opponent_reset(&game);
    if (!keeper_reset(&keeper, secret)) exit(1);
    printf("%s ", secret ? secret : "evasive");
    for (const char *guess; (guess = opponent_guess(&game));) {
        if (number % 97 == 0) {
            const int left = opponent_candidates(&game, ours);
            if (left != keeper_candidates(&keeper, theirs) || left != opponent_left(&game) || left != keeper_left(&keeper)) exit(2);
            for (int i = 0; i < left; i++)
                if (ours[i] != theirs[i]) exit(3);
        }
        const char *const label = keeper_answer(&keeper, guess);
        if (!label || (secret && label != opponent_feedback(guess, secret))) exit(4);
        if (number % 2) { if (!opponent_answer_pair(&game, label[0] - '0', label[1] - '0')) exit(5); } else // two numbers
        if (!opponent_answer(&game, label)) exit(5);
        printf("%s:%s%s", guess, label, opponent_guess(&game) ? "," : "\n");
    }
    if (!keeper_is_found(&keeper) || opponent_candidates(&game, ours) != 1 || keeper_candidates(&keeper, theirs) != 1 || ours[0] != theirs[0]) exit(6);
}

int main(void) {
    struct keeper keeper;
    for (int i = 0; i < SECRETS; i++) play(opponent_secrets()[i], i);
    play(NULL, 0);
    const int refused = !keeper_reset(&keeper, "x");
    if (!keeper_reset(&keeper, NULL)) return 1;
    printf("refused %d\n", refused + !keeper_answer(&keeper, "x") + !opponent_feedback("x", "123") + !opponent_feedback("123", "x"));
    return 0;
}
