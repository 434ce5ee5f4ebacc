# Shared by check-sdk and check-symbols: takes a real iOS SDK, and lays over it what has to differ. Sourced after
# Availability/pass.sh, never run. The SDK itself is only read.

# Takes an SDK and makes the scratch folder. Ends the run where the folder is no iOS SDK.
enter_sdk() {
    local name folder
    sdk=$1
    if ! grep -q '"CanonicalName" *: *"iphoneos' "$sdk/SDKSettings.json" 2>/dev/null; then
        echo "$sdk is no iOS SDK: its SDKSettings.json does not say so, or is missing." >&2
        exit 2
    fi
    sdk=$(cd "$sdk" && pwd -P)
    release=$(grep -o '"Version" *: *"[^"]*"' "$sdk/SDKSettings.json" | head -n 1 | cut -d '"' -f 4)
    enter_scratch "${2:-$root/.build/sdk}" || exit 2
    choose ios
    place=$place-$(cksum <<<"$sdk $release" | cut -d ' ' -f 1)
    resources=$place/resources
    over=$place/over
    # Not all of the toolchain's resources: its Dispatch would be a second one.
    mkdir -p "$resources"
    for name in shims clang apinotes host; do ln -sfn "$toolchain/$name" "$resources/$name"; done
    # The folders of the releases that are newer than the SDK.
    newer=()
    for folder in "$contract"/SDK/[0-9]*; do
        name=$(basename "$folder")
        [ "$name" = "$release" ] || ! printf '%s\n' "$release" "$name" | sort -CV || newer+=("$folder")
    done
}

# Prints where the SDK has the interface of a module, or would have it.
interface_of() {
    local framework=System/Library/Frameworks/$1.framework/Modules/$1.swiftmodule/$architecture.swiftinterface
    [ -f "$sdk/$framework" ] && echo "$framework" || echo "usr/lib/swift/$1.swiftmodule/$architecture.swiftinterface"
}

# Prints the names of the modules to which the newer releases brought something.
newer_modules() {
    local folder
    for folder in "${newer[@]}"; do
        basename -a -s .swiftinterface "$folder"/*.swiftinterface
        awk '!/^#/ { print $2 }' "$folder/Changed.txt"
    done | sort -u
}

# Makes in the text of a module's interface the changes that the newer releases list, and appends what they added.
renew() {
    local module=$1 text=$2 folder kind of name more
    for folder in "${newer[@]}"; do
        while read -r kind of name more; do
            [ "$of" = "$module" ] || continue
            cp "$text" "$text.before"
            case $kind in
                # A protocol, and with it the types that conform to it.
                isolated) sed -i "s/public protocol $name /@_Concurrency.MainActor @preconcurrency &/" "$text" ;;
                # A function that rethrows what its argument throws, which takes the type that is named last.
                typed)
                    sed -i -E "s/(func $name<)(.*\($more\) throws)( -> .*) rethrows/\1E, \2(E)\3 throws(E)/" "$text"
                    ;;
                # A macro, and a member that it makes.
                named) sed -i "/public macro $name()/s/names: /&named($more), /" "$text" ;;
            esac
            if cmp -s "$text" "$text.before"; then
                echo "error: $folder/Changed.txt: this SDK has nothing to change for \"$kind $of $name $more\""
                return 1
            fi
            rm "$text.before"
        done <"$folder/Changed.txt"
        [ ! -f "$folder/$module.swiftinterface" ] || cat "$folder/$module.swiftinterface" >>"$text"
    done
}

# Lays standard input over a file of the SDK.
lay_over() {
    local copy=${1//\//+}
    cat >"$over.new/$copy"
    echo "{ \"type\": \"file\", \"name\": \"$sdk/$1\", \"external-contents\": \"$over/$copy\" }," >>"$over.new/files"
}

# Makes the folder of what lies over the SDK.
make_over() {
    local module file
    rm -rf "$over.new"
    mkdir -p "$over.new"
    # Where a copy of an SDK has this module in two places, the second is an error.
    [ ! -f "$sdk/usr/include/libxml/module.modulemap" ] ||
        lay_over usr/include/libxml2/libxml/module.modulemap </dev/null
    [ -f "$sdk/usr/include/os.apinotes" ] || lay_over usr/include/os.apinotes <"$contract/SDK/os.apinotes"
    for module in $(newer_modules); do
        file=$(interface_of "$module")
        { [ ! -f "$sdk/$file" ] || cat "$sdk/$file"; } | lay_over "$file"
        renew "$module" "$over.new/${file//\//+}" || return 1
    done
    { echo '{ "version": 0, "roots": [' && cat "$over.new/files" && echo '] }'; } >"$over.new/overlay.yaml"
    if diff -rq "$over.new" "$over" >/dev/null 2>&1; then
        rm -r "$over.new"
    else
        # Built modules of C do not notice that what lies over them has changed.
        rm -rf "$over" "$place/cache" "$place/passed"
        mv "$over.new" "$over"
    fi
}
