"""Games: their secrets, guesses and tables of feedbacks, and what builders need to know about them."""
