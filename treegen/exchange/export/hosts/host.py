r"""Run a Python program N times, each in a process of its own: python host.py PROGRAM N.

The program is not changed.  Its last statement, which plays, is run in a fork of this process, which has run the others
by then; so the interpreter starts and the tree is decoded once for all.  A line "\0 CODE" tells that a run has ended.
"""

import ast
import os
import select
import sys
import traceback


def main(path: str, count: int) -> None:
    """Run all but the last statement of the program; then run that one again and again."""
    with open(path, "rb") as file:
        module = ast.parse(file.read(), path)
    names = {"__name__": "__main__", "__file__": path, "__builtins__": __builtins__}
    *first, last = module.body
    exec(compile(ast.Module(first, []), path, "exec"), names)  # noqa: S102
    play = compile(ast.Module([last], []), path, "exec")
    for _ in range(count):
        child = os.fork()
        if not child:
            code = 1
            try:
                exec(play, names)  # noqa: S102
                sys.stdout.flush()
                code = 0
            except SystemExit as end:
                code = end.code if isinstance(end.code, int) else int(end.code is not None)
            except BaseException:  # noqa: BLE001
                traceback.print_exc()
            finally:
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        while select.select([0], [], [], 0)[0] and os.read(0, 4096):
            pass  # what the program left unread is not for the next run
        os.write(1, b"\0 %d\n" % code)


main(sys.argv[1], int(sys.argv[2]))
