/* The drill on an AVR: what it prints goes to the serial port, and the simulator ends where the processor sleeps. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include "drill.h"

static int put(char symbol, FILE *stream) {
    (void)stream;
    loop_until_bit_is_set(UCSR0A, UDRE0);
    UDR0 = (uint8_t)symbol;
    return 0;
}

int main(void) {
    static FILE port = FDEV_SETUP_STREAM(put, NULL, _FDEV_SETUP_WRITE);
    UCSR0B = 1 << TXEN0;
    stdout = &port;
    opponent_drill();
    cli();
    sleep_enable();
    sleep_cpu();
}
