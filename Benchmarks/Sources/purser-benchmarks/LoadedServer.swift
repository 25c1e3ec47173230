import Foundation

/// A local store in a process of its own.
final class LoadedServer {
    let port: Int
    private let process: Int32
    private let folder: URL

    init(program: String) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("load-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let catalogue = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Examples/Catalogues/FlowerShop.storekit").path
        let output = folder.appendingPathComponent("output").path
        let script = """
            ulimit -n 4096; "$0" store serve --json --catalogue "$1" --data "$2" --port 0 --rate manual >"$3" 2>&1 & echo $!
            """
        let started = try ShellCommand(["sh", "-c", script, program, catalogue, folder.path, output]).output()
        guard let process = Int32(started) else { throw BenchmarkError("\(program) was not started: \(started)") }
        self.process = process
        port = try Self.port(in: output)
    }

    func end() {
        kill(process, SIGTERM)
        try? FileManager.default.removeItem(at: folder)
    }

    /// The memory that the process has now.
    func megabytes() throws -> Double {
        guard let bytes = OwnProcess.status("VmRSS", of: process) else { throw BenchmarkError("the server has ended") }
        return Double(bytes) / 1_048_576
    }

    /// Waits until the server has said where it listens.
    private static func port(in file: String) throws -> Int {
        for _ in 0..<600 {
            let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
            if let address = text.range(of: "http://127.0.0.1:"),
                let port = Int(text[address.upperBound...].prefix { $0.isNumber })
            {
                return port
            }
            usleep(100_000)
        }
        throw BenchmarkError("the server did not start within a minute")
    }
}
