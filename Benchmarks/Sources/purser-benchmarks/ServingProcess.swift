import Foundation

/// A part of this program that serves in a process of its own, and says in one line of JSON where when it is ready.
final class ServingProcess<Announcement: Decodable> {
    let announcement: Announcement
    let process: Int32
    private let file: URL

    /// Starts this program with arguments.
    ///
    /// - Parameter minutes: How long it may take until it is ready.
    init(_ arguments: [String], minutes: Int) throws {
        file = FileManager.default.temporaryDirectory.appendingPathComponent("serving-\(UUID().uuidString)")
        guard let program = Bundle.main.executablePath else { throw BenchmarkError("where is this program?") }
        // The file where it speaks is the first of the shell's arguments, the program and its own are the others.
        let script = "out=$0; \"$@\" >\"$out\" 2>&1 & echo $!"
        let started = try ShellCommand(["sh", "-c", script, file.path, program] + arguments).output()
        guard let process = Int32(started) else { throw BenchmarkError("no process of its own: \(started)") }
        self.process = process
        do {
            announcement = try Self.announcement(of: process, in: file, minutes: minutes)
        } catch {
            // Nobody has it to end it later.
            kill(process, SIGKILL)
            try? FileManager.default.removeItem(at: file)
            throw error
        }
    }

    /// The memory that the process has now, in megabytes.
    func megabytes() throws -> Double {
        guard let bytes = OwnProcess.status("VmRSS", of: process) else { throw BenchmarkError("the server has ended") }
        return Double(bytes) / 1_048_576
    }

    func end() {
        kill(process, SIGKILL)
        try? FileManager.default.removeItem(at: file)
    }

    private static func announcement(of process: Int32, in file: URL, minutes: Int) throws -> Announcement {
        for _ in 0..<minutes * 600 {
            let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            if text.hasSuffix("\n"), let line = text.split(separator: "\n").last {
                guard let announcement = try? JSONDecoder().decode(Announcement.self, from: Data(line.utf8)) else {
                    throw BenchmarkError("the server does not say where it listens: \(text.prefix(1_000))")
                }
                return announcement
            }
            guard kill(process, 0) == 0 else { throw BenchmarkError("the server has ended: \(text.prefix(500))") }
            usleep(100_000)
        }
        throw BenchmarkError("the server did not start within \(minutes) minutes")
    }
}
