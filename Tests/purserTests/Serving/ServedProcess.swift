import Foundation
import TestSupport
import Testing

/// A server of the tool in a process of its own.
struct ServedProcess: Sendable {
    /// Which of the tool's servers.
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case store, purchases

        var testDescription: String { rawValue }

        /// A path that takes a long body from anybody.
        var uploadPath: String { self == .store ? "/sandbox/verifyReceipt" : "/apple/notifications" }
        /// How long a body may be there, in bytes.
        var longestBody: Int { self == .store ? 4_100_000 : 2_000_000 }

        fileprivate func arguments(folder: String) -> [String] {
            switch self {
            case .store:
                ["store", "serve", "--catalogue", RunningStore.catalogue, "--data", folder, "--port", "0"]
            case .purchases:
                ["serve", "--bundle-id", "com.example.app", "--data", folder, "--port", "0"]
            }
        }
    }

    let port: Int
    let process: Int32

    /// Runs a server until `body` is done, then ends it with a signal.
    ///
    /// - Parameters:
    ///   - kind: Which of the tool's servers.
    ///   - options: More options.
    ///   - descriptors: How many file descriptors it may have.
    ///   - signal: What ends it.
    static func run(
        _ kind: Kind,
        _ options: [String] = [],
        descriptors: Int = 1_024,
        endedBy signal: Int32 = SIGTERM,
        _ body: (ServedProcess) async throws -> Void
    ) async throws -> Command.Outcome {
        let folder = try TemporaryFolder()
        let tool = [Tool.executable.path] + kind.arguments(folder: folder.url.path) + options
        let script = "echo $$; ulimit -n \(descriptors); exec \"$@\""
        let command = Command(URL(fileURLWithPath: "/bin/sh"), ["-c", script, "sh"] + tool)
        return try await command.run(endedBy: signal) { lines in
            var process: Int32?
            for await line in lines {
                if process == nil { process = Int32(line) }
                guard let address = line.firstMatch(of: /http:\/\/[0-9.]+:/)?.range else { continue }
                let port = line[address.upperBound...].prefix { $0.isNumber }
                let server = ServedProcess(port: try #require(Int(port)), process: try #require(process))
                return try await body(server)
            }
            Issue.record("the server ended before it listened")
        }
    }

    /// The most memory that the process had, in megabytes.
    func peakMegabytes() throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) / 1_024
    }

    /// The processor time of the process until now, in hundredths of a second.
    func processorTime() throws -> Int {
        let stat = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        let fields = try #require(stat.split(separator: ")").last).split(separator: " ")
        return try #require(Int(fields[11])) + #require(Int(fields[12]))
    }
}
