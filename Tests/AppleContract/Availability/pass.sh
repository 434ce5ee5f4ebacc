# Shared by check-availability and check-planted: builds the modules of one Apple platform and compiles against them.
# Sourced, never run. Callers set `pipefail`.

contract=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)
root=$(cd "$contract/../.." && pwd)
platforms=(ios tvos macos)

# The standard library's modules in the order of their imports.
library=(Swift SwiftOnoneSupport _Concurrency _StringProcessing Observation Synchronization)

require_toolchain() {
    if [ "$(uname)" = Darwin ]; then
        echo "On a Mac the real SDKs answer this: xcodebuild for each platform. Nothing done." >&2
        exit 2
    fi
    if ! command -v swiftc >/dev/null; then
        echo "swiftc is missing: a Swift 6 toolchain has to be on the PATH." >&2
        exit 2
    fi
    toolchain=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')
    local swift_interfaces=("$toolchain"/linux/Swift.swiftmodule/*-linux-*.swiftinterface)
    if [ ! -f "${swift_interfaces[0]}" ]; then
        echo "No interface of the standard library under $toolchain/linux: this toolchain cannot do the pass." >&2
        exit 2
    fi
}

# Makes the scratch folder and waits until no other run uses it.
enter_scratch() {
    scratch=${1:-$root/.build/availability}
    mkdir -p "$scratch" && scratch=$(cd "$scratch" && pwd) && exec 9>"$scratch/lock" && flock 9
}

# Sets the variables of one platform. Each platform has its own folder of modules.
choose() {
    platform=$1
    case $platform in
        ios) triple=arm64-apple-ios18.0 library_folder=iphoneos architecture=arm64-apple-ios views=UIKit ;;
        tvos) triple=arm64-apple-tvos18.0 library_folder=appletvos architecture=arm64-apple-tvos views=UIKit ;;
        macos) triple=arm64-apple-macosx15.0 library_folder=macosx architecture=arm64-apple-macos views=AppKit ;;
    esac
    [ $views = UIKit ] && absent=AppKit || absent=UIKit
    # Modules built by one compiler are of no use to another, so each compiler has its own folder.
    place=$scratch/$(swiftc --version 2>/dev/null | head -n 1 | cksum | cut -d ' ' -f 1)/$platform
    resources=$place/resources
    mkdir -p "$resources/$library_folder" "$place/interfaces"
    ln -sfn "$toolchain/shims" "$resources/shims"
    ln -sfn "$toolchain/clang" "$resources/clang"
    common=(
        -target "$triple" -resource-dir "$resources" -module-cache-path "$place/cache" -Xcc -ffreestanding
        -plugin-path "$toolchain/host/plugins" -I "$contract/Availability/Clang"
    )
    ours=("${common[@]}" -swift-version 6 -parse-as-library)
}

# When the compiler crashes, for example over a bridge that Modules/Foundation.swiftinterface lacks, it prints the
# reason first. The stack that follows is of no use.
frontend() { swiftc -frontend "$@" 2>&1 | sed '/^Please submit a bug report/,$d'; }

module_file() { echo "$resources/$library_folder/$1.swiftmodule/$architecture.swiftmodule"; }

# Whether the first file exists and is no older than the other arguments, this script and the files in Clang.
is_fresh() {
    local product=$1 input
    shift
    [ -f "$product" ] || return 1
    for input in "$@" "$contract/Availability/pass.sh" "$contract"/Availability/Clang/*; do
        [ "$input" -nt "$product" ] && return 1
    done
    return 0
}

# Runs a compile and keeps its product only if it succeeds: a partial module would count as fresh next time.
produce() {
    local product=$1
    shift
    mkdir -p "$(dirname "$product")"
    if "$@" -o "$product.new"; then
        mv "$product.new" "$product"
    else
        rm -f "$product.new"
        return 1
    fi
}

# The toolchain's interface files are for Linux. Retargeted and stripped of what applies only to Linux, they make
# modules for an Apple platform. The modules have no bodies: nothing of them is ever run.
build_library() {
    local name source text product drop flags
    for name in "${library[@]}"; do
        source=$(ls "$toolchain/linux/$name.swiftmodule"/*-linux-*.swiftinterface | grep -v private | head -n 1)
        text=$place/interfaces/$name.swiftinterface
        product=$(module_file "$name")
        is_fresh "$product" "$source" "$contract"/Availability/Modules/Swift+ObjC.swiftinterface && continue
        drop='s/ -disable-objc-interop//g; s/ -static / /g; s/ -target-min-inlining-version min//g'
        # Only the core module keeps these flags: with them, the others would have to state an availability for each
        # declaration.
        [ "$name" = Swift ] || drop="$drop; s/ -enable-library-evolution//g; s/ -library-level api//g"
        sed -E -e "s/-target [a-z0-9_]+-unknown-linux-gnu/-target $triple/" -e "/^\/\/ swift-module-flags:/{$drop}" \
            -e '/^import Glibc$/d' -e 's/@backDeployed\(before: [^)]*\)//g' "$source" >"$text"
        # The added pointer type does not exist on Linux. With Objective-C, the compiler needs it before it passes any
        # `&variable`.
        [ "$name" != Swift ] || cat "$contract/Availability/Modules/Swift+ObjC.swiftinterface" >>"$text"
        read -r -a flags <<<"$(sed -n 's/^\/\/ swift-module-flags: //p' "$text")"
        produce "$product" frontend -emit-module "$text" "${flags[@]}" "${common[@]}" \
            -experimental-skip-all-function-bodies -suppress-warnings || return 1
    done
    for name in Dispatch Foundation; do
        text=$contract/Availability/Modules/$name.swiftinterface
        product=$(module_file "$name")
        is_fresh "$product" "$text" "$(module_file Swift)" && continue
        produce "$product" frontend -emit-module "$text" -module-name "$name" "${common[@]}" -swift-version 6 \
            -experimental-skip-all-function-bodies || return 1
    done
}

is_stand_in() { [ "$1" != "$absent" ] && [ -d "$contract/Stubs/$1" ]; }

# Modules/<name>.swift adds to a stand-in what only this pass needs.
stand_in_files() {
    local more=$contract/Availability/Modules/$1.swift
    find "$contract/Stubs/$1" -name '*.swift' | LC_ALL=C sort
    [ ! -f "$more" ] || echo "$more"
}

# Builds a stand-in once, after the stand-ins that it imports.
build_stand_in() {
    local name=$1 files products=() other
    case " $stand_ins_built " in *" $name "*) return 0 ;; esac
    stand_ins_built+=" $name"
    mapfile -t files < <(stand_in_files "$name")
    [ ${#files[@]} -gt 0 ] || return 0
    local import='^ *(@[A-Za-z_]+(\([A-Za-z]*\))? )*(public )?import ([A-Za-z_]+).*'
    for other in $(sed -nE "s/$import/\4/p" "${files[@]}" | sort -u); do
        is_stand_in "$other" && [ "$other" != "$name" ] || continue
        build_stand_in "$other" || return 1
        products+=("$(module_file "$other")")
    done
    local product
    product=$(module_file "$name")
    is_fresh "$product" "${files[@]}" "${products[@]}" "$(module_file Foundation)" && return 0
    # Only declarations count here: the bodies belong to the double, which the Linux build compiles. The double itself
    # may use newer API, so availability is not checked.
    produce "$product" frontend -emit-module "${files[@]}" -module-name "$name" "${ours[@]}" \
        -experimental-skip-all-function-bodies -suppress-warnings -disable-availability-checking
}

build_stand_ins() {
    local folder name stand_ins_built=
    # If one of these were missing, the kit's Apple files that need it would be skipped without an error.
    for name in AVFoundation SwiftUI "$views"; do
        is_stand_in "$name" && continue
        echo "error: there is no stand-in for $name"
        return 1
    done
    # Delete modules whose stand-in is gone: they could still be imported.
    for folder in "$resources/$library_folder"/*.swiftmodule; do
        name=$(basename "$folder" .swiftmodule)
        case " ${library[*]} Dispatch Foundation " in *" $name "*) continue ;; esac
        is_stand_in "$name" || rm -rf "$folder"
    done
    for folder in "$contract"/Stubs/*/; do
        is_stand_in "$(basename "$folder")" || continue
        build_stand_in "$(basename "$folder")" || return 1
    done
}

# The modules that build on the core. Feeds and kiosks also use the screen; apart from that they do not know each other.
siblings=(
    MultiPlayerKitScreen MultiPlayerKitCompare MultiPlayerKitCache MultiPlayerKitFeed MultiPlayerKitKiosk
    MultiPlayerKitNowPlaying
)
# Those that have nothing public on Apple platforms yet.
unseen=(MultiPlayerKitRenditions)

# Lists the sources of a module that an Apple platform compiles.
kit_files() {
    find -L "$root/Sources/$1" -name '*.swift' -not -path '*/GStreamer/*' -not -path '*/Linux/*' | LC_ALL=C sort
    [ ! -d "$root/Sources/$1/Resources" ] || echo "$contract/Availability/Generated/Bundle.swift"
}

# Compiles with a module's flags. Callers pass `-I` with folders that hold only the modules it may know.
compile() {
    local module=$1
    shift
    frontend "$@" -module-name "$module" -package-name multiplayerkit "${ours[@]}"
}

# Checks the kit. Compiles to SIL instead of only type-checking, because values sent between isolation regions are
# checked there. Nothing else compiles the files that the Linux build leaves out (those for AppKit and tvOS).
check_kit() {
    local module sources seen
    for module in MultiPlayerKit "${siblings[@]}" "${unseen[@]}"; do
        mapfile -t sources < <(kit_files "$module")
        seen=(-I "$place/core")
        case $module in
            MultiPlayerKitCompare | MultiPlayerKitFeed | MultiPlayerKitKiosk) seen+=(-I "$place/screen") ;;
            MultiPlayerKitRenditions) seen+=(-I "$place/cache") ;;
        esac
        compile "$module" -emit-sil -o /dev/null "${sources[@]}" "${seen[@]}" -warnings-as-errors || return 1
        case $module in
            MultiPlayerKit) make_module "$module" "$place/core" || return 1 ;;
            MultiPlayerKitScreen) make_module "$module" "$place/screen" "${seen[@]}" || return 1 ;;
            MultiPlayerKitCache) make_module "$module" "$place/cache" "${seen[@]}" || return 1 ;;
        esac
    done
}

# Makes one module, without bodies, alone in a folder.
make_module() {
    local module=$1 folder=$2 sources
    shift 2
    rm -rf "$folder"
    mkdir -p "$folder"
    mapfile -t sources < <(kit_files "$module")
    compile "$module" -emit-module "${sources[@]}" "$@" -experimental-skip-all-function-bodies \
        -suppress-warnings -o "$folder/$module.swiftmodule"
}

# Checks one further file as if it belonged to the core, without the bodies of the core's files.
check_file_in_core() {
    local sources
    mapfile -t sources < <(kit_files MultiPlayerKit)
    compile MultiPlayerKit -emit-sil -o /dev/null "${sources[@]}" -primary-file "$1" -warnings-as-errors
}

# Type-checks a client that imports SwiftUI and the whole kit and names every public type, as users do. The list of
# types comes from the compiler, so it is never stale. Further arguments are files to compile with the core.
check_client() {
    local client=$1 module sources
    shift
    local graph=(-emit-symbol-graph -emit-symbol-graph-dir "$client/symbols" -symbol-graph-minimum-access-level public)
    rm -rf "$client"
    mkdir -p "$client/symbols"
    make_module MultiPlayerKit "$client/core" "$@" "${graph[@]}" || return 1
    mv "$client/core/MultiPlayerKit.swiftmodule" "$client/"
    for module in "${siblings[@]}"; do
        mapfile -t sources < <(kit_files "$module")
        compile "$module" -emit-module "${sources[@]}" -I "$client" -experimental-skip-all-function-bodies \
            -suppress-warnings "${graph[@]}" -o "$client/$module.swiftmodule" || return 1
    done
    local kinds='"kind":\{"identifier":"swift\.(struct|class|actor|enum|protocol|typealias)"[^}]*\}'
    for module in MultiPlayerKit "${siblings[@]}"; do
        grep -oE "$kinds,\"identifier\":\{[^}]*\},\"pathComponents\":\[\"[^\"]*\"\]" \
            "$client/symbols/$module.symbols.json" | sed -E 's/.*\["(.*)"\]/\1/' | sort -u >"$client/$module.names"
        [ -s "$client/$module.names" ] || { echo "error: the compiler listed no public type of $module"; return 1; }
    done
    cat "$client"/*.names | sort -u >"$client/names"
    {
        printf 'import %s\n' MultiPlayerKit "${siblings[@]}"
        is_stand_in SwiftUI && echo 'import SwiftUI'
        awk '{ print "typealias Name" NR " = " $0 }' "$client/names"
    } >"$client/Client.swift"
    frontend -typecheck "$client/Client.swift" -module-name Client -I "$client" "${ours[@]}" -warnings-as-errors
}

# The packages that are apps: Xcode and Swift Playgrounds build them, and no Linux toolchain reads their manifests.
apps=(Tests/DeviceRun/DeviceRun.swiftpm Examples/ComparisonDemo/ComparisonApp.swiftpm)

screens=$root/Examples/ComparisonDemo/Sources/ComparisonScreens

# Lists the sources of an app: what lies beside its manifest.
app_files() { find "$root/$1" -name '*.swift' -not -name Package.swift | LC_ALL=C sort; }

# Compiles the demo's screens against a folder of modules, with what SwiftPM generates for them.
check_screens() {
    local folder=$1 generated=$2 sources
    mapfile -t sources < <(find "$screens" -name '*.swift' | LC_ALL=C sort)
    frontend -emit-sil -o /dev/null "${sources[@]}" "$generated" "${ours[@]}" -module-name ComparisonScreens \
        -package-name comparisondemo -I "$folder" -warnings-as-errors
}

# Compiles the apps, for iOS, against a folder of modules. It holds the kit's; those of the demo's screens and, unless it
# is there, of the test support are added.
check_apps() {
    local folder=$1 generated=$2 app sources
    mapfile -t sources < <(find "$screens" -name '*.swift' | LC_ALL=C sort)
    frontend -emit-module "${sources[@]}" "$generated" "${ours[@]}" -module-name ComparisonScreens \
        -package-name comparisondemo -I "$folder" -experimental-skip-all-function-bodies -suppress-warnings \
        -o "$folder/ComparisonScreens.swiftmodule" || return 1
    if [ ! -f "$folder/MultiPlayerKitTestSupport.swiftmodule" ]; then
        mapfile -t sources < <(kit_files MultiPlayerKitTestSupport)
        compile MultiPlayerKitTestSupport -emit-module "${sources[@]}" -I "$folder" \
            -experimental-skip-all-function-bodies -suppress-warnings \
            -o "$folder/MultiPlayerKitTestSupport.swiftmodule" || return 1
    fi
    for app in "${apps[@]}"; do
        mapfile -t sources < <(app_files "$app")
        # All of them are called AppModule, and none is imported by anything. In an SDK the photo picker is in an overlay
        # that comes with the imports of two modules.
        frontend -emit-sil -o /dev/null "${sources[@]}" "${ours[@]}" -module-name AppModule -package-name appmodule \
            -I "$folder" -enable-cross-import-overlays -warnings-as-errors || return 1
    done
}

# Type-checks the manifests of the apps on Linux, with a stand-in for the one module that the package manager lacks here.
check_manifests() {
    local app folder=$place/manifest
    mkdir -p "$folder"
    swiftc -emit-module "$contract/Availability/Manifest/AppleProductTypes.swift" -module-name AppleProductTypes \
        -I "$toolchain/pm/ManifestAPI" -package-description-version 6.0.0 \
        -o "$folder/AppleProductTypes.swiftmodule" || return 1
    for app in "${apps[@]}"; do
        swiftc -typecheck "$root/$app/Package.swift" -I "$folder" -I "$toolchain/pm/ManifestAPI" \
            -package-description-version 6.0.0 -warnings-as-errors || return 1
    done
}
