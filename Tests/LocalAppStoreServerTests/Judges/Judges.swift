import Foundation
import TestSupport
import Testing

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

    /// Runs a judge and waits for its verdict.
    static func ask(_ judge: String, _ arguments: [String], input: Data = Data()) async throws -> Command.Outcome {
        try await run(folder.appendingPathComponent(judge), arguments, input: input)
    }

    /// Gives a root certificate of a store to a judge, as a file in DER.
    static func withRoot<Result>(_ pem: String, _ body: (String) async throws -> Result) async throws -> Result {
        try await withTemporaryFolder { folder in
            let lines = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
            let file = folder.appendingPathComponent("root.der")
            try #require(Data(base64Encoded: lines.joined())).write(to: file)
            return try await body(file.path)
        }
    }

    /// Runs a program in the environment of the judges, which leaves no bytecode beside the sources.
    static func run(_ script: URL, _ arguments: [String], input: Data = Data()) async throws -> Command.Outcome {
        guard let python else { throw CocoaError(.fileNoSuchFile) }
        let variables = ["PYTHONDONTWRITEBYTECODE": "1"]
        return try await Command(python, [script.path] + arguments, environment: variables).run(input: input)
    }
}

extension Optional {
    fileprivate func filter(_ isIncluded: (Wrapped) -> Bool) -> Wrapped? {
        flatMap { isIncluded($0) ? $0 : nil }
    }
}
