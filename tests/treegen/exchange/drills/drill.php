<?php
namespace drill_opponent;
require_once __DIR__ . "/opponent.php";
use opponent as of;

function check(bool $holds): void { if (!$holds) throw new \Exception("it does not hold"); }

function play(of\Keeper $keeper, int $number, ?string $secret): string {
    [$game, $steps] = [new of\Opponent(), []];
    check(!$game->undo());
    while (($guess = $game->guess()) !== null) {
        $last = $guess;
        if ($number % 97 === 0) check($game->candidates() === $keeper->candidates() && $game->left() === $keeper->left() && $game->left() === count($game->candidates()));
        $label = $keeper->answer($guess);
        check($secret === null || $label === of\feedback($guess, $secret));
        if ($number % 2 === 1) $game->answer((int) $label[0], (int) $label[1]); else // two numbers
        $game->answer($label);
        if ($number % 97 === 0) {
            check($game->undo() && $game->guess() === $guess);
            $game->answer($label);
        }
        $steps[] = "$guess:$label";
    }
    check($keeper->isFound() && $game->candidates() === [$last] && $keeper->candidates() === [$last]);
    $game->reset();
    check($game->left() === count(of\secrets()) && !$game->undo());
    return implode(",", $steps);
}

foreach (of\secrets() as $number => $secret) echo "$secret ", play(new of\Keeper($secret), $number, $secret), "\n";
echo "evasive ", play(new of\Keeper(), 0, null), "\n";
$calls = [
    fn() => new of\Keeper("x"), fn() => (new of\Keeper())->answer("x"), fn() => (new of\Opponent())->answer("x"),
    fn() => of\feedback("x", "123"), fn() => of\feedback("123", "x"),
];
$refused = 0;
foreach ($calls as $call) {
    try {
        $call();
    } catch (\InvalidArgumentException $refusal) {
        $refused++;
    }
}
echo "refused $refused\n";
