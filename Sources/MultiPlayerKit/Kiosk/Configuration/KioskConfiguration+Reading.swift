import Foundation

extension KioskConfiguration {
    /// Bytes that a file may have. The largest that is of use, hundreds of clips, has some ten thousand; the bound
    /// keeps a wrong file, as a video, from being read to its end.
    static var largestFile: Int { 1_000_000 }

    /// Reads a configuration from a JSON file. Names of files in it are relative to its folder.
    ///
    /// - Parameters:
    ///   - file: The JSON file, up to 1 MB.
    ///   - checkingFiles: Whether a file that it names and that is not there is a mistake, too. Default: no, so that
    ///     a kiosk starts with what there is. Addresses on the net are not tried.
    /// - Throws: all mistakes in it, each with its line.
    public init(contentsOf file: URL, checkingFiles: Bool = false) throws(KioskConfigurationError) {
        let file = file.absoluteURL
        let data: Data?
        do {
            let handle = try FileHandle(forReadingFrom: file)
            // One byte more than there may be shows that it is too large, however large it is.
            data = try handle.read(upToCount: Self.largestFile + 1)
        } catch {
            let isThere = FileManager.default.fileExists(atPath: file.path)
            throw KioskConfigurationError(
                file.lastPathComponent, isThere ? "cannot be read" : "there is no such file",
                isThere
                    ? "give a file that this user may read"
                    : "looked for it in \(file.deletingLastPathComponent().path)")
        }
        try self.init(
            data: data ?? Data(), fileName: file.lastPathComponent, folder: file.deletingLastPathComponent(),
            checkingFiles: checkingFiles)
    }

    /// Reads a configuration from JSON.
    ///
    /// - Parameters:
    ///   - data: JSON in UTF-8, up to 1 MB.
    ///   - fileName: What messages call it. Default: `kiosk.json`.
    ///   - folder: What names of files in it are relative to.
    ///   - checkingFiles: Whether a file that it names and that is not there is a mistake, too. Default: no.
    /// - Throws: all mistakes in it, each with its line.
    public init(
        data: Data, fileName: String = "kiosk.json", folder: URL, checkingFiles: Bool = false
    ) throws(KioskConfigurationError) {
        guard data.count <= Self.largestFile else {
            throw KioskConfigurationError(
                fileName, "is larger than \(Self.largestFile / 1_000_000) MB",
                "give a JSON file, for example kiosk.json")
        }
        var scan = ConfigurationScan([UInt8](data), file: fileName, folder: folder.absoluteURL)
        let configuration = scan.configuration()
        if checkingFiles { scan.checkFiles() }
        guard let configuration, !scan.hasMistakes else {
            throw KioskConfigurationError(mistakes: scan.mistakes)
        }
        self = configuration
    }
}

extension KioskConfigurationError {
    /// One mistake about the file as a whole.
    fileprivate init(_ file: String, _ problem: String, _ remedy: String) {
        self.init(mistakes: [
            Mistake(file: file, line: nil, column: nil, field: "", problem: problem, remedy: remedy)
        ])
    }
}
