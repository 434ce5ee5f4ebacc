# The Debian packages that building, playing and testing need, and how to get the ones that are missing.
# Sourced by Tests/run and Examples/ComparisonDemo/run, so that the list exists once.

# To build and to play: decoders, demuxers, encoders, sinks for windows and sound.
kit_packages=(
    pkg-config                          # SwiftPM asks it where GStreamer's headers are
    libgstreamer1.0-dev
    libgstreamer-plugins-base1.0-dev
    libzimg-dev                         # colours and depths
    libcurl4-openssl-dev                # HTTP; Foundation needs the library as well
    libpango1.0-dev                     # text in pictures, with Cairo
    libsdl2-dev                         # the window
    libwebp-dev                         # exported moving pictures
    fonts-dejavu-core                   # a font, where a system has none
    gstreamer1.0-plugins-base           # appsrc, appsink, converters
    gstreamer1.0-plugins-good           # MP4, Matroska, HTTP, PNG
    gstreamer1.0-plugins-bad            # H.264 and H.265 parsers, a sink for bare screens
    gstreamer1.0-plugins-ugly           # x264, for recordings
    gstreamer1.0-libav                  # decoders
    gstreamer1.0-alsa                   # sound
)

# To test as well: clips are made and checked with ffmpeg, the window is driven on a virtual display.
test_packages=(
    ffmpeg
    gstreamer1.0-tools
    xvfb
    xdotool
    weston                              # a Wayland compositor, as a window of the virtual display
    python3-gi                          # a program from which files are dragged on Wayland
    gir1.2-gtk-3.0
    util-linux                          # prlimit, mount: a disk that is full
    procps                              # pgrep: what a part that hangs has started
    nginx-light                         # a real server on loopback; tests start their own
    pulseaudio                          # a real sound server without a device; tests start and kill their own
    gstreamer1.0-pulseaudio
    systemd                             # systemd-analyze judges the kiosk's units
    zzuf                                # damages files at random
    jq                                  # reads the compiler's list of symbols
)

# Where the headers are that CGStreamer includes, as flags of the Swift compiler, one a line.
header_flags() {
    pkg-config --cflags gstreamer-video-1.0 gstreamer-audio-1.0 gstreamer-app-1.0 gstreamer-net-1.0 gstreamer-fft-1.0 \
        zimg libcurl pangocairo \
        | tr ' ' '\n' | grep '^-I' | sed 's/^/-Xcc\n/'
}

# Packages that bring videos along, from phones, cameras and old programs. They are unpacked, not installed.
footage_packages=(python3-mecavideo gem-doc devede forensics-samples-files)

# Unpacks those packages into a folder, once; says so where one is not to be had.
fetch_footage() {
    local folder=$1 package
    mkdir -p "$folder"
    for package in "${footage_packages[@]}"; do
        [ ! -d "$folder/$package" ] || continue
        if (cd "$folder" && apt-get download -qq -o APT::Sandbox::User=root "$package" >/dev/null 2>&1) &&
            dpkg -x "$folder/$package"_*.deb "$folder/$package.new" 2>/dev/null; then
            mv "$folder/$package.new" "$folder/$package"
        else
            echo "No footage from $package: it cannot be fetched, and is not tested." >&2
        fi
        rm -rf "$folder/$package.new" "$folder/$package"_*.deb
    done
}

# Installs those of the named packages that are missing, with sudo when not root; says what it does on standard error.
install_missing() {
    local missing=() package status
    if ! command -v dpkg-query >/dev/null; then
        echo "This is no Debian system; make sure that these are installed: $*" >&2
        return 0
    fi
    for package in "$@"; do
        status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) || status=
        [ "$status" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0

    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "Missing packages, and no sudo to install them. As root: apt-get install ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    echo "Installing ${missing[*]}" >&2
    "${as_root[@]}" apt-get update -qq >&2 &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -y -qq --no-install-recommends \
            "${missing[@]}" >&2 && return 0
    echo "The packages could not be installed; what apt-get says is above." >&2
    return 1
}

# Checks that a Swift 6 toolchain is there.
require_swift() {
    local version
    if ! command -v swift >/dev/null; then
        echo "Swift is missing. Install a Swift 6 toolchain (https://www.swift.org/install/linux) and add it to PATH." >&2
        return 1
    fi
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\).*/\1/p' | head -n 1)
    if [ "${version:-0}" -lt 6 ]; then
        echo "Swift 6 or newer is needed; this is $(swift --version 2>/dev/null | head -n 1)." >&2
        return 1
    fi
}
