import Foundation

/// Programs of others, in Python, that judge what the store signs: those in `Tests/Judges`.
///
/// They run only if `PURSER_JUDGES` names the environment that `scripts/install-judges` made.
enum Judges {
    static let python: URL? = ProcessInfo.processInfo.environment["PURSER_JUDGES"]
        .map { URL(fileURLWithPath: $0, isDirectory: true) }
        .filter { FileManager.default.fileExists(atPath: $0.appendingPathComponent("installed").path) }?
        .appendingPathComponent("bin/python")

    static var areAvailable: Bool { python != nil }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Judges")

    struct Verdict {
        let status: Int32
        let output: Data
        let errors: String
    }

    /// Runs a judge and waits for its verdict.
    static func ask(_ judge: String, _ arguments: [String], input: Data) throws -> Verdict {
        let process = Process()
        process.executableURL = python
        process.arguments = [folder.appendingPathComponent(judge).path] + arguments
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = stderr
        try process.run()
        try stdin.fileHandleForWriting.write(contentsOf: input)
        try stdin.fileHandleForWriting.close()
        let output = stdout.fileHandleForReading.readDataToEndOfFile()
        let errors = String(decoding: stderr.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Verdict(status: process.terminationStatus, output: output, errors: errors)
    }
}

extension Judges {
    /// Runs a judge that talks to a server of this process, without holding up the threads that the server needs.
    static func askAside(_ judge: String, _ arguments: [String]) async throws -> Verdict {
        try await blocking { try ask(judge, arguments, input: Data()) }
    }
}

extension Optional {
    fileprivate func filter(_ isIncluded: (Wrapped) -> Bool) -> Wrapped? {
        flatMap { isIncluded($0) ? $0 : nil }
    }
}
