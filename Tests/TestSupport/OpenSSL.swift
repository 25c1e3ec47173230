public import Foundation

/// The `openssl` command, an independent judge of what we sign.
public enum OpenSSL {
    /// Where the command is; nil if the machine has none.
    public static let executable: URL? = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }.map { URL(fileURLWithPath: $0) }

    /// What a run of the command gave.
    public struct Outcome: Sendable {
        /// The exit status.
        public let status: Int32
        /// What went to standard output and standard error.
        public let text: String
    }

    /// Runs the command in a folder and waits for its end.
    public static func run(_ arguments: [String], in folder: URL) throws -> Outcome {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Outcome(status: process.terminationStatus, text: String(decoding: output, as: UTF8.self))
    }
}

/// A folder that is removed when `body` returns.
public func withTemporaryFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("purser-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
}
