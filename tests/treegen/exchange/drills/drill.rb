require_relative "opponent"
Of = Object.const_get("opponent".sub(/./, &:upcase))

def check(holds)
  raise "it does not hold" unless holds
end

def play(keeper, number, secret)
  game, steps, last = Of::Opponent.new, [], nil
  check(!game.undo)
  while game.guess
    guess = last = game.guess
    check(game.candidates == keeper.candidates && game.left == keeper.left && game.left == game.candidates.size) if number % 97 == 0
    label = keeper.answer(guess)
    check(secret.nil? || label == Of.feedback(guess, secret))
    if number.odd? then game.answer(label[0].to_i, label[1].to_i) else # two numbers
    game.answer(label)
    end # two numbers
    if number % 97 == 0
      check(game.undo && game.guess == guess)
      game.answer(label)
    end
    steps << [guess, label].join(":")
  end
  check(keeper.found? && [game.candidates, keeper.candidates] == [[last], [last]])
  game.reset
  check(game.left == Of.secrets.size && !game.undo)
  steps.join(",")
end

Of.secrets.each_with_index { |secret, number| puts "#{secret} #{play(Of::Keeper.new(secret), number, secret)}" }
puts "evasive #{play(Of::Keeper.new, 0, nil)}"
calls = [-> { Of::Keeper.new("x") }, -> { Of::Keeper.new.answer("x") }, -> { Of::Opponent.new.answer("x") }, -> { Of.feedback("x", "123") }, -> { Of.feedback("123", "x") }]
refused = calls.count do |call|
  call.()
  false
rescue ArgumentError
  true
end
puts "refused #{refused}"
Object.send(:remove_const, :Of)
