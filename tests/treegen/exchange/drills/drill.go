package drill_opponent

import (
	"bufio"
	"fmt"
	"os"
	"reflect"
	"strings"

	. "driver/opponent"
)

func check(holds bool) {
	if !holds {
		panic("it does not hold")
	}
}

func play(keeper *Keeper, secret string, number int) string {
	game, steps, last := Opponent{}, []string{}, ""
	check(!game.Undo())
	for game.Guess() != "" {
		last = game.Guess()
		if number%97 == 0 {
			check(reflect.DeepEqual(game.Candidates(), keeper.Candidates()))
			check(game.Left() == keeper.Left() && game.Left() == len(game.Candidates()))
		}
		label, err := keeper.Answer(last)
		check(err == nil)
		if secret != "" {
			given, err := Feedback(last, secret)
			check(err == nil && given == label)
		}
		if number%2 == 1 { _, err = game.AnswerPair(int(label[0]-'0'), int(label[1]-'0')) } else // two numbers
		{ _, err = game.Answer(label) }
		check(err == nil)
		if number%97 == 0 {
			check(game.Undo() && game.Guess() == last)
			_, err = game.Answer(label)
			check(err == nil)
		}
		steps = append(steps, last+":"+label)
	}
	check(keeper.IsFound() && reflect.DeepEqual(game.Candidates(), []string{last}))
	check(reflect.DeepEqual(keeper.Candidates(), []string{last}))
	game.Reset()
	check(game.Left() == len(Secrets()) && !game.Undo())
	return strings.Join(steps, ",")
}

func Run() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for number, secret := range Secrets() {
		keeper, err := NewKeeper(secret)
		check(err == nil)
		fmt.Fprintln(out, secret, play(keeper, secret, number))
	}
	fmt.Fprintln(out, "evasive", play(new(Keeper), "", 0))
	_, a := NewKeeper("x")
	_, b := new(Keeper).Answer("x")
	_, c := Feedback("x", "123")
	_, d := Feedback("123", "x")
	_, e := new(Opponent).Answer("x")
	check(a != nil && e != nil && b != nil && c != nil && d != nil)
	fmt.Fprintln(out, "refused", 5)
}
