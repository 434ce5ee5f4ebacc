import ComparisonScreens
import Foundation

#if os(Linux)
    exit(await ComparisonProgram.run(Array(CommandLine.arguments.dropFirst())))
#elseif os(macOS)
    MacProgram.run(Array(CommandLine.arguments.dropFirst()))
#else
    #error("On this platform use the product ComparisonScreens in an app: its view is ComparisonScreen()")
#endif
