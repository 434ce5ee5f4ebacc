# Prints each public symbol of a symbol graph as a line of a table: its path, its declaration, where it is available,
# and the compiler's own name for it.
#
# The same thing is written differently in Swift and by the importer of Objective-C, so a declaration is brought to one
# form. Names inside parameters, access and attributes are left out. A constant is a variable that can be read. A member
# states its isolation only where its type has another one. Types that are Sendable say so, whoever said it.

def version: [.major, .minor // 0] | map(tostring) | join(".");

def availability:
    [(.availability // [])[] | select(.domain | IN("iOS", "macOS", "tvOS", "visionOS"))
        | if .isUnconditionallyUnavailable then "no \(.domain)"
          else .domain
              + (if .introduced then " " + (.introduced | version) else "" end)
              + (if .isUnconditionallyDeprecated then " deprecated"
                 elif .deprecated then " deprecated \(.deprecated | version)" else "" end)
          end]
    | unique | join(", ");

def text: [.declarationFragments[]? | select(.kind != "internalParam") | .spelling] | join("");

def isolation:
    text | if test("@MainActor ?\\b(?!\\()") and (test("\\(.*@MainActor") | not) then "@MainActor"
           elif test("^([a-z@]+ )*nonisolated ") then "nonisolated" else "" end;

# A constant that the importer puts into a type of the main actor can be read anywhere.
def readable: .identifier.precise[:2] == "c:" and (text | test("^([a-z]+ )*(class|static) let "));

def declaration($sendable; $own; $around; $readable):
    text
    | gsub("\\s+"; " ")
    # The macro's and the importer's attributes; those within a function's type belong to it.
    | gsub("^(@[_A-Za-z]+(\\([^)]*\\))? )+"; "")
    | gsub("(?<before>[(,]:? ?)@(objc|_[A-Za-z]+) "; .before)
    | gsub("\\b(public|open|final|required|convenience|override|dynamic|weak|indirect|optional|nonisolated) "; "")
    | gsub("\\bunowned(\\([a-z]+\\))? "; "")
    | sub("^@MainActor "; "")
    | sub("^class (?=(func|var|let|subscript)\\b)"; "static ")
    | sub("^(?<static>(static )?)let (?<rest>.*)$"; "\(.static)var \(.rest) { get }")
    | if test("^(static )?var [^{]*$") then . + " { get set }" else . end
    | gsub(" :"; ":") | gsub(" +$"; "")
    # The importer has another name for queues, and prints CGFloat as Double.
    | gsub("\\bdispatch_queue_t\\b"; "DispatchQueue") | gsub("\\bCGFloat\\b"; "Double")
    # Of what a protocol inherits only Sendable counts: without Objective-C there is no common root.
    | if test("^protocol ") then (test(":.*\\bSendable\\b") as $is | sub(":.*"; "") + if $is then " [Sendable]" else "" end)
      else . end
    | (if $own == "" and $readable and $around == "@MainActor" then "nonisolated" else $own end) as $own
    | if $own != "" and $own != $around and ($own == "@MainActor" or $around == "@MainActor")
      then "\($own) \(.)" else . end
    | if $sendable and (endswith("[Sendable]") | not)
      then . + " [Sendable]" else . end;

([.relationships[] | select(.kind == "conformsTo" and .target == "s:s8SendableP") | {(.source): true}] | add // {})
    as $sendable
| ([.symbols[] | select(.kind.identifier | test("swift\\.(class|struct|enum|protocol)$"))
    | {(.pathComponents | join(".")): isolation}] | add // {}) as $types
| .symbols[]
| select(.identifier.precise | contains("::SYNTHESIZED::") | not)
# What every raw value, option set, number and error brings with it.
| select(.pathComponents[-1]
    | test("^(rawValue|RawValue|init\\(rawValue:\\)|hash\\(into:\\)|hashValue|description|debugDescription|encode\\(to:\\)|init\\(from:\\)|[=<>~!+*/-]+\\(.*)$")
    | not)
| [(.pathComponents | join(".")),
   declaration($sendable[.identifier.precise]; isolation; $types[.pathComponents[:-1] | join(".")] // "";
       readable),
   availability,
   .identifier.precise]
| @tsv
