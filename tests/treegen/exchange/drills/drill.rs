use crate::opponent::opponent::{feedback, secrets, Keeper, Opponent};

fn play(mut keeper: Keeper, secret: Option<&str>, number: usize) {
    let (mut game, mut steps, mut last) = (Opponent::new(), Vec::new(), "");
    assert!(!game.undo());
    while let Some(guess) = game.guess() {
        if number % 97 == 0 {
            assert_eq!(game.candidates(), keeper.candidates());
            assert!(game.left() == keeper.left() && game.left() == game.candidates().len());
        }
        let label = keeper.answer(guess).unwrap();
        assert!(secret.map_or(true, |secret| feedback(guess, secret) == Ok(label)));
        let _digit = |place: usize| usize::from(label.as_bytes()[place] - b'0');
        if number % 2 == 1 { game.answer_pair(_digit(0), _digit(1)).unwrap(); } else // two numbers
        { game.answer(label).unwrap(); }
        if number % 97 == 0 {
            assert!(game.undo() && game.guess() == Some(guess));
            game.answer(label).unwrap();
        }
        steps.push(format!("{}:{}", guess, label));
        last = guess;
    }
    assert!(keeper.is_found());
    assert_eq!((game.candidates(), keeper.candidates()), (vec![last], vec![last]));
    game.reset();
    assert!(game.left() == secrets().len() && !game.undo());
    println!("{} {}", secret.unwrap_or("evasive"), steps.join(","));
}

pub fn run() {
    for (number, secret) in secrets().into_iter().enumerate() {
        play(Keeper::new(Some(secret)).unwrap(), Some(secret), number);
    }
    play(Keeper::default(), None, 0);
    assert!(Keeper::new(Some("x")).is_err() && Keeper::default().answer("x").is_err() && Opponent::new().answer("x").is_err());
    assert!(feedback("x", "123").is_err() && feedback("123", "x").is_err());
    println!("refused 5");
}
