import Foundation

/// A server of the tool in a process of its own.
final class LoadedServer {
    let port: Int
    /// How long it took from its start until it listened, in seconds.
    let startSeconds: Double
    private let process: Int32
    private let folder: URL

    /// A local store.
    ///
    /// - Parameter notifications: The log of notifications that lies in its folder; nil for none.
    convenience init(store program: String, notifications: Data? = nil) throws {
        let catalogue = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Examples/Catalogues/FlowerShop.storekit").path
        try self.init(program, ["store", "serve", "--json", "--catalogue", catalogue, "--rate", "manual"]) { data in
            guard let notifications else { return }
            // The keys first: making them is no part of opening a folder.
            let first = try LoadedServer(program, ["store", "serve", "--json", "--catalogue", catalogue], in: data)
            first.end(keepsData: true)
            try notifications.write(to: data.appendingPathComponent("notifications.jsonl"))
        }
    }

    /// A purchase server that demands no keys; the store that it names is never asked.
    convenience init(purchaseServer program: String) throws {
        let arguments = ["serve", "--bundle-id", "com.example.flowershop", "--without-keys"]
        try self.init(program, arguments) { _ in }
    }

    private convenience init(_ program: String, _ arguments: [String], prepare: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("load-\(UUID().uuidString)")
        let data = folder.appendingPathComponent("data")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        try prepare(data)
        try self.init(program, arguments, in: data)
    }

    /// - Parameter data: Where the server keeps what it has; its output lies beside.
    private init(_ program: String, _ arguments: [String], in data: URL) throws {
        folder = data.deletingLastPathComponent()
        let output = folder.appendingPathComponent("output-\(UUID().uuidString)").path
        let script = "out=$0; ulimit -n 4096; \"$@\" >\"$out\" 2>&1 & echo $!"
        let all = [program] + arguments + ["--data", data.path, "--port", "0"]
        let began = ContinuousClock.now
        let started = try ShellCommand(["sh", "-c", script, output] + all).output()
        guard let process = Int32(started) else { throw BenchmarkError("\(program) was not started: \(started)") }
        self.process = process
        do {
            port = try Self.port(in: output)
        } catch {
            // Nobody gets to know this object who could end it.
            kill(process, SIGKILL)
            throw error
        }
        let took = (ContinuousClock.now - began).components
        startSeconds = Double(took.seconds) + Double(took.attoseconds) / 1e18
    }

    /// Ends it.
    ///
    /// - Parameter keepsData: Whether another one goes on in its folder; then this waits until it is gone.
    func end(keepsData: Bool = false) {
        kill(process, SIGTERM)
        if keepsData {
            var turns = 0
            while kill(process, 0) == 0 {
                turns += 1
                // Ten seconds: longer than a graceful end may take.
                if turns == 500 { kill(process, SIGKILL) }
                usleep(20_000)
            }
        } else {
            try? FileManager.default.removeItem(at: folder)
        }
    }

    /// The memory that the process has now.
    func megabytes() throws -> Double {
        guard let bytes = OwnProcess.status("VmRSS", of: process) else { throw BenchmarkError("the server has ended") }
        return Double(bytes) / 1_048_576
    }

    /// How many connections the server has open, as it says itself; the one that asks is one of them.
    func openConnections() throws -> Int { try connections("open") }

    /// How many connections it has closed because nobody read its answers, as it says itself.
    func stalledAnswers() throws -> Int { try connections("stalledAnswers") }

    private func connections(_ name: String) throws -> Int {
        let answer = try ShellCommand(["curl", "-s", "-m", "60", "http://127.0.0.1:\(port)/health"]).output()
        guard let found = answer.range(of: "\"\(name)\":"),
            let count = Int(answer[found.upperBound...].drop { $0 == " " }.prefix { $0.isNumber })
        else { throw BenchmarkError("/health does not say \(name): \(answer.prefix(200))") }
        return count
    }

    /// Waits until the server has said where it listens.
    private static func port(in file: String) throws -> Int {
        for _ in 0..<6_000 {
            let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
            if let address = text.range(of: "http://127.0.0.1:"),
                let port = Int(text[address.upperBound...].prefix { $0.isNumber })
            {
                return port
            }
            usleep(10_000)
        }
        throw BenchmarkError("the server did not start within a minute")
    }
}
