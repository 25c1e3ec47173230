import Foundation

/// A program and its arguments, run by the shell.
///
/// Foundation's `Process` is not used: on Linux its `run()` can read behind the list of this process's descriptors, which
/// crashes this program.
struct ShellCommand {
    private let words: [String]
    private let minutes: Int

    /// - Parameters:
    ///   - words: The program and its arguments.
    ///   - minutes: How long it may take; then it is ended.
    init(_ words: [String], minutes: Int = 240) {
        self.words = words
        self.minutes = minutes
    }

    /// Waits until the program is done, or has taken too long.
    ///
    /// - Returns: What it wrote, errors included, without blanks around it.
    /// - Throws: `BenchmarkError` if it could not be run or did not end with 0.
    func output() throws -> String {
        let limited = ["timeout", "--kill-after=10", "\(minutes)m"] + words
        let line = limited.map(Self.quoted).joined(separator: " ") + " </dev/null 2>&1"
        guard let pipe = popen(line, "r") else { throw BenchmarkError("no shell for \(line)") }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { bytes += buffer.prefix(count) }
        let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard pclose(pipe) == 0 else { throw BenchmarkError("\(words.joined(separator: " ")) failed: \(text)") }
        return text
    }

    /// A word that the shell takes as it stands.
    private static func quoted(_ word: String) -> String {
        "'" + word.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }
}
