/* Constants on an AVR: every secret of the tree is played by both sides, and what is asked goes to the serial port. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <stddef.h>
#include <string.h>
#include "opponent.h"

static void say(const char *text) {
    for (; *text; text++) {
        loop_until_bit_is_set(UCSR0A, UDRE0);
        UDR0 = (uint8_t)*text;
    }
}

int main(void) {
    static struct opponent all, game;
    static struct opponent_keeper keeper;
    char secret[OPPONENT_POSITIONS + 1], before[OPPONENT_POSITIONS + 1];
    UCSR0B = 1 << TXEN0;
    opponent_reset(&all);
    for (int32_t i = 0; i < opponent_left(&all); i++) {
        opponent_candidate(&all, i, secret);
        opponent_reset(&game);
        if (!opponent_keeper_reset(&keeper, secret) || opponent_undo(&game)) say("?");
        say(secret);
        for (const char *between = " "; opponent_guess(&game); between = ",") {
            const char *label = opponent_keeper_answer(&keeper, opponent_guess(&game));
            strcpy(before, opponent_guess(&game));
            if (!opponent_answer(&game, label) || !opponent_undo(&game) || strcmp(before, opponent_guess(&game))) say("?");
            if (!opponent_answer_pair(&game, label[0] - '0', label[1] - '0')) say("?");
            say(between);
            say(before);
            say(":");
            say(label);
        }
        if (opponent_left(&game) != 1 || opponent_keeper_answer(&keeper, secret) || opponent_keeper_reset(&keeper, "x")) say("?");
        say("\n");
    }
    cli();
    sleep_enable();
    sleep_cpu();
}
