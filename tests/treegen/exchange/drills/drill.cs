using System;
using System.Collections.Generic;
using System.Linq;

using opponent;

namespace drill_opponent {
public static class Drill {
    private static void Check(bool holds) {
        if (!holds) throw new Exception("it does not hold");
    }

    private static void Play(Opponent.Keeper keeper, string secret, int number) {
        var game = new Opponent();
        var steps = new List<string>();
        string last = null;
        Check(!game.Undo());
        for (string guess; (guess = game.Guess) != null; last = guess) {
            if (number % 97 == 0) {
                Check(game.Candidates().SequenceEqual(keeper.Candidates()));
                Check(game.Left == keeper.Left && game.Left == game.Candidates().Count);
            }
            string label = keeper.Answer(guess);
            Check(secret == null || label == Opponent.Feedback(guess, secret));
            if (number % 2 == 1) game.Answer(label[0] - '0', label[1] - '0'); else // two numbers
            game.Answer(label);
            if (number % 97 == 0) {
                Check(game.Undo() && game.Guess == guess);
                game.Answer(label);
            }
            steps.Add(guess + ":" + label);
        }
        Check(keeper.IsFound && game.Candidates().SequenceEqual(new[] {last}));
        Check(keeper.Candidates().SequenceEqual(new[] {last}));
        game.Reset();
        Check(game.Left == Opponent.Secrets().Count && !game.Undo());
        Console.WriteLine((secret ?? "evasive") + " " + string.Join(",", steps));
    }

    private static int Refuses(Action call) {
        try {
            call();
            return 0;
        } catch (ArgumentException) {
            return 1;
        }
    }

    public static void Run() {
        int number = 0;
        foreach (string secret in Opponent.Secrets()) Play(new Opponent.Keeper(secret), secret, number++);
        Play(new Opponent.Keeper(), null, 0);
        Console.WriteLine("refused {0}", Refuses(() => new Opponent.Keeper("x")) + Refuses(() => new Opponent.Keeper().Answer("x"))
            + Refuses(() => new Opponent().Answer("x")) + Refuses(() => Opponent.Feedback("x", "123")) + Refuses(() => Opponent.Feedback("123", "x")));
    }
}
}
