#!/bin/sh
# Exit 0 if there is a chromium for the tests of the pages, after installing Debian's if the
# machine allows it; else say what goes without and exit 1.
set -eu

for name in chromium chromium-browser google-chrome; do
    if command -v "$name" >/dev/null; then
        exit 0
    fi
done

as_root=
if [ "$(id -u)" -ne 0 ]; then
    as_root="sudo -n"
fi
if command -v apt-get >/dev/null && $as_root true 2>/dev/null; then
    echo "Installing chromium with apt-get ..."
    if $as_root apt-get update -qq >/dev/null &&
        $as_root env DEBIAN_FRONTEND=noninteractive \
            apt-get install -qq -y --no-install-recommends chromium >/dev/null &&
        command -v chromium >/dev/null; then
        exit 0
    fi
fi

echo "SKIPPED: tests marked 'browser', which open a report in chromium: there is none here and" >&2
echo "it could not be installed (apt-get as root, or sudo without a password, is needed)." >&2
exit 1
