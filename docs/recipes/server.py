"""A server without state, with Flask: GET /next?history=0123:01,1456:02 returns {"guess": "4530"}."""

import flask

import player

app = flask.Flask(__name__)
tree = player.open_tree("bulls-4x10.total")


@app.get("/next")
def next_guess():
    """Return the next guess after a history."""
    try:
        return {"guess": tree.next_guess(flask.request.args.get("history", ""))}
    except player.BadInput as error:
        return {"error": str(error)}, 400
