# Sourced by scripts/run and scripts/test: finds a Python, makes .venv in the checkout, installs the checkout into it.
# Everything stays inside the checkout: the environment in .venv, scratch files in build/.

cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."
root=$PWD
venv=$root/.venv
scratch=$root/build
mkdir -p "$scratch"
export CMAKE_BUILD_PARALLEL_LEVEL=${CMAKE_BUILD_PARALLEL_LEVEL:-$(getconf _NPROCESSORS_ONLN)}
export PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1
export XDG_CACHE_HOME=$scratch/cache MPLCONFIGDIR=$scratch/cache/matplotlib
# Python must find treegen and player where they were installed, not in the folder it is started from.
export PYTHONSAFEPATH=1
unset PYTHONPATH PYTHONHOME VIRTUAL_ENV PYTHONDONTWRITEBYTECODE

die() {
    printf '%s: %s\n' "$(basename -- "$0")" "$*" >&2
    exit 2
}

say() {
    printf '\n== %s\n' "$*"
}

# quietly WHAT COMMAND...: the output is shown only when the command fails.
quietly() {
    local what=$1 log
    shift
    log="$scratch/${what// /-}.log"
    "$@" >"$log" 2>&1 </dev/null && return
    tail -n 5 "$log" >&2
    die "$what failed; the whole output is in $log"
}

# Sets `python` to the first Python of at least 3.11 that can make a virtual environment.
find_python() {
    local name old='' bare=''
    for name in python3.11 python3.12 python3.13 python3.14 python3 python; do
        # A name may be a launcher's shim without a Python behind it, so each is tried.
        "$name" -c 'import sys' >/dev/null 2>&1 </dev/null || continue
        if ! "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' </dev/null; then
            old=$("$name" -c 'import platform; print(platform.python_version())' </dev/null)
        elif ! "$name" -c 'import ensurepip, venv' >/dev/null 2>&1 </dev/null; then
            bare=$name
        else
            python=$name
            return
        fi
    done
    [ -z "$bare" ] || die "$bare has no module venv; on Debian and Ubuntu: apt-get install $bare-venv"
    [ -z "$old" ] || die "Python 3.11 or newer is needed, the newest found is $old; install one and run this again"
    die "Python 3.11 or newer is needed and none was found; install one and run this again"
}

# A number that changes with whatever goes into the wheel, and with the place of the checkout.
fingerprint() {
    {
        printf '%s\n' "$root"
        find pyproject.toml CMakeLists.txt README.md LICENSE scripts/distributions scripts/check_certificate.c treegen player trees -type f \
            ! -path '*/__pycache__/*' ! -name '_core.*' -exec cksum {} + | LC_ALL=C sort
    } | cksum
}

# What the checkout with these extras needs, for pip.
requirements() {
    "$venv/bin/python" - "$1" <<'END'
import re, sys, tomllib
project = tomllib.load(open("pyproject.toml", "rb"))["project"]
extras, wanted, needed = project["optional-dependencies"], re.findall(r"[\w-]+", sys.argv[1]), project["dependencies"]
for extra in wanted:
    for requirement in extras[extra]:
        of_ours = re.fullmatch(r"guesstree\[(.*)\]", requirement)
        wanted.extend(of_ours[1].split(",")) if of_ours else needed.append(requirement)
print(*(requirement.replace(" ", "") for requirement in needed))
END
}

# install EXTRAS: the checkout's two distributions, in .venv; EXTRAS as in "[test,plots]"; "[all]" has all of them.
# Nothing is done when the same was done before.
install() {
    local extras=$1 wanted wheel stamp=$venv/guesstree-installed wheels=$scratch/wheel
    wanted=$(fingerprint)
    if ! "$venv/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null </dev/null ||
        [ "$(cat "$venv/guesstree-place" 2>/dev/null)" != "$root" ]; then
        [ ! -L "$venv" ] || die ".venv is a link to $(readlink -- "$venv"), which would be emptied: remove the link and run this again"
        find_python
        say "making a virtual environment in .venv with $python"
        quietly "making .venv" "$python" -m venv --clear "$venv"
        printf '%s\n' "$root" >"$venv/guesstree-place"
    fi
    case "$(cat "$stamp" 2>/dev/null)" in
        "$wanted $extras" | "$wanted [all]") return ;;
        "$wanted "*) say "installing what $extras needs into .venv" ;;
        *)
            say "installing the checkout and what $extras needs into .venv"
            rm -rf "$stamp" "$wheels"
            quietly "building the wheel" "$venv/bin/python" -m pip wheel --quiet --no-deps --wheel-dir "$wheels" "$root" &
            # Meanwhile, what it needs.
            quietly "installing" "$venv/bin/python" -m pip install --quiet $(requirements "$extras")
            wait $! || exit 2
            # First the wheel alone, by force: pip would leave out a wheel of the version that it has.  The other
            # distribution, guesstree-player, pip takes from the checkout, always anew.
            quietly "installing" "$venv/bin/python" -m pip install --quiet --no-deps --force-reinstall "$wheels"/guesstree-*.whl
            ;;
    esac
    wheel=$(echo "$wheels"/guesstree-*.whl)
    quietly "installing" "$venv/bin/python" -m pip install --quiet "$wheel$extras"
    printf '%s\n' "$wanted $extras" >"$stamp"
}
