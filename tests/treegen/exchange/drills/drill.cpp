#include <cstdio>
#include "opponent.hpp"

namespace drill_opponent {

using namespace opponent;

static void check(bool holds) {
    if (!holds) std::exit(1);
}

static void play(Keeper keeper, const std::string& secret, int number) {
    Opponent game;
    std::string line = (secret.empty() ? "evasive" : secret) + " ", last;
    check(!game.undo());
    while (const char* guess = game.guess()) {
        if (number % 97 == 0) {
            check(game.candidates() == keeper.candidates());
            check(game.left() == keeper.left() && game.left() == int(game.candidates().size()));
        }
        const std::string label = keeper.answer(guess);
        check(secret.empty() || label == feedback(guess, secret));
        line += std::string(guess) + ":" + label;
        last = guess;
        if (number % 2) game.answer(label[0] - '0', label[1] - '0'); else // two numbers
        game.answer(label);
        if (number % 97 == 0) {
            check(game.undo() && game.guess() == last);
            game.answer(label);
        }
        if (game.guess()) line += ",";
    }
    check(keeper.is_found() && game.candidates() == keeper.candidates() && game.candidates() == std::vector<std::string>{last});
    game.reset();
    check(game.left() == int(secrets().size()) && !game.undo() && !game.step(-1) && !game.step(LABELS));
    std::puts(line.c_str());
}

template <class Call> static int refuses(Call call) {
    try {
        call();
        return 0;
    } catch (const std::invalid_argument&) {
        return 1;
    }
}

static void run() {
    int number = 0;
    for (const std::string& secret : secrets()) play(Keeper(secret), secret, number++);
    play(Keeper(), "", 0);
    std::printf("refused %d\n", refuses([] { Keeper("x"); }) + refuses([] { Keeper().answer("x"); }) +
                refuses([] { Opponent().answer("\xff"); }) + refuses([] { feedback("x", "123"); }) + refuses([] { feedback("123", "x"); }));
}

}
