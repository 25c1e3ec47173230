public import Foundation

/// Programs of others, in Python, that judge what the store signs and what the servers answer: those in `Tests/Judges`.
///
/// They run only if `PURSER_JUDGES` names the environment that `scripts/install-judges` makes, as `make test` sees to. Then
/// none is left out: where the environment is not whole, its tests fail.
public enum Judges {
    private static let environment: URL? = ProcessInfo.processInfo.environment["PURSER_JUDGES"]
        .map { URL(fileURLWithPath: $0, isDirectory: true) }

    /// Whether judges are wanted.
    public static var areAvailable: Bool { environment != nil }

    /// The environment is not there, or not whole.
    public struct Missing: Error, CustomStringConvertible {
        public let description: String
    }

    /// The Python of the environment.
    public static func python() throws -> URL {
        guard let environment else { throw Missing(description: "PURSER_JUDGES names no environment of the judges") }
        guard FileManager.default.fileExists(atPath: environment.appendingPathComponent("installed").path) else {
            throw Missing(description: "there are no judges; scripts/install-judges \(environment.path) installs them")
        }
        return environment.appendingPathComponent("bin/python")
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Judges")

    /// Runs a judge and waits for its verdict.
    public static func ask(_ judge: String, _ arguments: [String], input: Data = Data()) async throws -> Command.Outcome
    {
        try await run(folder.appendingPathComponent(judge), arguments, input: input)
    }

    /// Gives a root certificate of a store to a judge, as a file in DER.
    public static func withRoot<Result>(_ pem: String, _ body: (String) async throws -> Result) async throws -> Result {
        try await withTemporaryFolder { folder in
            let lines = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
            let file = folder.appendingPathComponent("root.der")
            guard let der = Data(base64Encoded: lines.joined()) else {
                throw Missing(description: "the root certificate is no PEM")
            }
            try der.write(to: file)
            return try await body(file.path)
        }
    }

    /// Runs a program in the environment of the judges, which leaves no bytecode beside the sources.
    public static func run(_ script: URL, _ arguments: [String], input: Data = Data()) async throws -> Command.Outcome {
        let variables = ["PYTHONDONTWRITEBYTECODE": "1"]
        return try await Command(try python(), [script.path] + arguments, environment: variables).run(input: input)
    }
}
