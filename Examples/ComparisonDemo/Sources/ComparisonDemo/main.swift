import ComparisonScreens
import Foundation

#if os(Linux)
    exit(await ComparisonProgram.run(Array(CommandLine.arguments.dropFirst())))
#else
    FileHandle.standardError.write(Data("ComparisonDemo runs on Linux so far.\n".utf8))
    exit(2)
#endif
