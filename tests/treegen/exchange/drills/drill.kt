package drill_opponent

import opponent.Opponent

private fun play(keeper: Opponent.Keeper, secret: String?, number: Int) {
    val game = Opponent()
    val steps = mutableListOf<String>()
    var last = ""
    check(!game.undo())
    while (true) {
        last = game.guess ?: break
        if (number % 97 == 0) {
            check(game.candidates() == keeper.candidates())
            check(game.left == keeper.left && game.left == game.candidates().size)
        }
        val label = keeper.answer(last)
        check(secret == null || label == Opponent.feedback(last, secret))
        if (number % 2 == 1) game.answer(label[0] - '0', label[1] - '0') else // two numbers
        game.answer(label)
        if (number % 97 == 0) {
            check(game.undo() && game.guess == last)
            game.answer(label)
        }
        steps.add(last + ":" + label)
    }
    check(keeper.isFound && game.candidates() == listOf(last) && keeper.candidates() == listOf(last))
    game.reset()
    check(game.left == Opponent.secrets().size && !game.undo())
    println((secret ?: "evasive") + " " + steps.joinToString(","))
}

private fun refuses(call: () -> Unit): Int {
    try {
        call()
        return 0
    } catch (refusal: IllegalArgumentException) {
        return 1
    }
}

fun run() {
    Opponent.secrets().forEachIndexed { number, secret -> play(Opponent.Keeper(secret), secret, number) }
    play(Opponent.Keeper(), null, 0)
    println("refused " + (refuses { Opponent.Keeper("x") } + refuses { Opponent.Keeper().answer("x") } +
        refuses { Opponent().answer("x") } + refuses { Opponent.feedback("x", "123") } + refuses { Opponent.feedback("123", "x") }))
}
