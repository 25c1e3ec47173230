import Foundation
import TestSupport

/// What can be wrong with standard output or standard error.
enum BrokenOutput: String, CaseIterable {
    /// Nobody reads the pipe, as behind `| head -1` when `head` has ended.
    case closedPipe
    /// The disk has no room.
    case fullDisk
    /// There is none: `>&-`.
    case missing

    /// What the tool ends with when its result cannot be written.
    var status: Int32 { self == .closedPipe ? 141 : 2 }

    /// What stands on standard error then.
    var errors: String {
        let reason: String
        switch self {
        case .closedPipe: return ""
        case .fullDisk: reason = "No space left on device"
        case .missing: reason = "Bad file descriptor"
        }
        return "purser: standard output cannot be written: \(reason); what was written is incomplete\n"
    }

    /// The tool with a stream that is broken.
    ///
    /// - Parameters:
    ///   - arguments: What stands after its name.
    ///   - streams: Which are broken: 1 is standard output, 2 standard error.
    ///   - folder: Where the pipe is made.
    func command(_ arguments: [String], streams: [Int] = [1], in folder: URL) -> Command {
        let redirections = streams.map { stream in
            switch self {
            case .closedPipe: "\(stream)>&4"
            case .fullDisk: "\(stream)>/dev/full"
            case .missing: "\(stream)>&-"
            }
        }
        let pipe = folder.appendingPathComponent("pipe-\(UUID().uuidString)").path
        // A pipe that can be read and written is opened at once; then its only reader goes.
        let opening =
            self == .closedPipe ? #"mkfifo "$PIPE"; exec 3<>"$PIPE" 4>"$PIPE" 3<&-; rm "$PIPE"; "# : ""
        return Command(
            URL(fileURLWithPath: "/bin/sh"),
            ["-c", opening + #"exec "$0" "$@" "# + redirections.joined(separator: " "), Tool.executable.path]
                + arguments,
            environment: ["PIPE": pipe]
        )
    }
}
