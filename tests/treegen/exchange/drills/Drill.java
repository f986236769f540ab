package opponent;

import java.util.Collections;

public class Drill {
    private static void check(boolean holds) {
        if (!holds) throw new AssertionError();
    }

    private static void play(Opponent.Keeper keeper, String secret, int number) {
        Opponent game = new Opponent();
        StringBuilder line = new StringBuilder(secret == null ? "evasive" : secret).append(' ');
        String last = null;
        check(!game.undo());
        for (String guess; (guess = game.guess()) != null; last = guess) {
            if (number % 97 == 0) {
                check(game.candidates().equals(keeper.candidates()));
                check(game.left() == keeper.left() && game.left() == game.candidates().size());
            }
            String label = keeper.answer(guess);
            check(secret == null || label.equals(Opponent.feedback(guess, secret)));
            if (number % 2 == 1) game.answer(label.charAt(0) - '0', label.charAt(1) - '0'); else // two numbers
            game.answer(label);
            if (number % 97 == 0) {
                check(game.undo() && game.guess().equals(guess));
                game.answer(label);
            }
            line.append(guess).append(':').append(label).append(game.guess() == null ? "" : ",");
        }
        check(keeper.isFound() && game.candidates().equals(Collections.singletonList(last)));
        check(keeper.candidates().equals(game.candidates()));
        game.reset();
        check(game.left() == Opponent.secrets().size() && !game.undo());
        System.out.println(line);
    }

    private static int refuses(Runnable call) {
        try {
            call.run();
            return 0;
        } catch (IllegalArgumentException refusal) {
            return 1;
        }
    }

    public static void run() {
        int number = 0;
        for (String secret : Opponent.secrets()) play(new Opponent.Keeper(secret), secret, number++);
        play(new Opponent.Keeper(), null, 0);
        System.out.println("refused " + (refuses(() -> new Opponent.Keeper("x")) + refuses(() -> new Opponent.Keeper().answer("x"))
            + refuses(() -> new Opponent().answer("x")) + refuses(() -> Opponent.feedback("x", "123")) + refuses(() -> Opponent.feedback("123", "x"))));
    }
}
