# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by app/run and tests/run: the Debian packages that they need.

build_packages=(g++ cmake ninja-build ccache lld
    qt6-base-dev qt6-svg-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools
    libqcustomplot-dev libcgif-dev libeigen3-dev nlohmann-json3-dev libtbb-dev zlib1g-dev
    libicu-dev libpcre2-dev libsentencepiece-dev)
run_packages=(fonts-noto-core fonts-noto-mono fonts-noto-cjk fonts-noto-color-emoji
    qt6-translations-l10n)
test_packages=(librapidcheck-dev xvfb xauth locales python3-numpy python3-torch
    at-spi2-core dbus gir1.2-atspi-2.0 python3-gi)
clang_packages=(clang libclang-rt-14-dev)
benchmark_packages=(libbenchmark-dev python3-torch python3-matplotlib libopenblas0-pthread)

# install_packages PACKAGE...: installs what is missing, and says what and how.
install_packages() {
    local installed missing=() package
    installed=$(dpkg-query -W -f '${db:Status-Abbrev}${Package}\n' "$@" 2>/dev/null | grep '^ii' || true)
    for package in "$@"; do
        grep -qx "ii *$package" <<<"$installed" || missing+=("$package")
    done
    [ ${#missing[@]} -eq 0 ] && return 0
    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "These Debian packages are missing, and neither root nor sudo is at hand to install them: ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo)
        echo "Installing Debian packages with sudo: ${missing[*]}" >&2
    else
        echo "Installing Debian packages: ${missing[*]}" >&2
    fi
    "${as_root[@]}" apt-get update -qq >&2 &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2 || {
        echo "The packages could not be installed; see the lines above." >&2
        return 1
    }
}

# is_configured PRESET: the tests stand beside the program of app/run, which may have been configured
# without them since.
is_configured() {
    if [ "$1" = tests ]; then
        grep -qs '^HEADSCOPE_TESTS:BOOL=ON$' build/release/CMakeCache.txt
    else
        [ -f "build/$1/build.ninja" ]
    fi
}

# build_preset PRESET TARGET...: configures once, then builds; quiet unless it fails.
build_preset() {
    local preset=$1 log status=0
    shift
    log=$(mktemp)
    {
        { is_configured "$preset" || cmake --preset "$preset"; } &&
            cmake --build --preset "$preset" ${1:+--target "$@"}
    } >"$log" 2>&1 || status=$?
    if [ "$status" -ne 0 ]; then
        cat "$log" >&2
        echo "The build of preset $preset failed; see the lines above." >&2
    fi
    rm -f "$log"
    return "$status"
}
