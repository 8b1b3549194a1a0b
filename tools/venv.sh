#!/bin/sh
# Build or refresh a virtual environment from a lock file in which every package is hashed, and
# put the project itself into it:  tools/venv.sh .venv requirements.lock
# Needs Python 3.11 or newer with its venv module, nothing else. PYTHON=... names another Python.
set -eu

venv=$1
lock=$2

usable() { # Python new enough, and with the modules named
    command -v "$1" >/dev/null && "$1" -c "
import sys, $2
sys.exit(sys.version_info < (3, 11))" >/dev/null 2>&1
}

if ! usable "$venv/bin/python" pip; then
    found=
    # Newer ones first only if the plain name is too old: `python3` is what its owner chose.
    for python in ${PYTHON:-python3 python3.11 python3.12 python3.13 python3.14}; do
        if usable "$python" "ensurepip, venv"; then
            found=$python
            break
        fi
    done
    if [ -z "$found" ]; then
        echo "fiftyk needs Python 3.11 or newer with venv; looked for: ${PYTHON:-python3, python3.11 to python3.14}." >&2
        echo "On Debian: apt-get install python3-venv. Another Python: make PYTHON=/path/to/python3.12" >&2
        exit 1
    fi
    echo "Making $venv with $("$found" --version) ..."
    "$found" -m venv --clear "$venv"
fi

export PIP_DISABLE_PIP_VERSION_CHECK=1
echo "Installing $lock into $venv (first time: some minutes) ..."
"$venv/bin/python" -m pip install --quiet --require-hashes --requirement "$lock"
# hatchling comes with the lock, so pip need not fetch one that is not hashed.
"$venv/bin/python" -m pip install --quiet --no-deps --no-build-isolation --editable .
