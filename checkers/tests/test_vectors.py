"""The test vectors of docs/CERTIFICATES.md, as the Python games see them."""

import unittest

import fingerprint
import proof
from games import GAMES
from tests.documents import vectors


class Vectors(unittest.TestCase):
    def test_every_game_has_a_vector(self):
        self.assertEqual({dict(vector)["game"] for vector in vectors()}, set(GAMES))

    def test_the_games_say_what_the_vectors_say(self):
        for vector in vectors():
            with self.subTest(vector=vector[:3]):
                self.check(vector)

    def check(self, vector):
        lines = dict(vector)
        pairs = [pair.split("=") for pair in lines["parameters"].split(" ") if "=" in pair]
        game = GAMES[lines["game"]](dict(pairs))
        position = game.read(lines["text"])
        code = bytes.fromhex(lines["code"])
        self.assertEqual(game.write(position), lines["text"])
        self.assertEqual(game.encode(position), code)
        self.assertEqual(game.encode(game.decode(code)), code)
        self.assertEqual(("first", "second")[game.turn(position)], lines["turn"])
        self.assertEqual(f"{fingerprint.fingerprint(game, (code, position)):016x}", lines["fingerprint"])
        result = game.result(position)
        self.assertEqual(None if result is None else str(result), lines.get("result"))
        if result is None:
            expected = [(name, value.split(" ")[0]) for name, value in vector if name.isdigit()]
            found = proof.successors(game, position)
            self.assertEqual([(str(number), after.hex()) for number, (after, _) in enumerate(found)], expected)
        for name, value in vector:
            if name == "refused":
                with self.assertRaises(ValueError, msg=value):
                    game.decode(bytes.fromhex(value))


if __name__ == "__main__":
    unittest.main()
