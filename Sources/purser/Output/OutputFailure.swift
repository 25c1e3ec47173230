import ArgumentParser
import Foundation

/// Why standard output no longer takes what the tool writes.
enum OutputFailure: Error, Equatable {
    /// Nobody reads any more, as behind `purser … | head -1`.
    case closedPipe
    /// The system's error number, for example `ENOSPC` on a full disk.
    case system(Int32)

    init(number: Int32) {
        self = number == EPIPE ? .closedPipe : .system(number)
    }

    /// The system's error number.
    var number: Int32 {
        switch self {
        case .closedPipe: EPIPE
        case .system(let number): number
        }
    }

    /// What the system says.
    var reason: String { String(cString: strerror(number)) }

    /// What a shell is told, whatever else the command has come to.
    var exitStatus: ExitCode {
        switch self {
        case .closedPipe: ExitStatus.closedPipe
        case .system: ExitStatus.unusable
        }
    }

    /// One line for standard error; nil where silence is expected.
    var message: String? {
        switch self {
        case .closedPipe: nil
        case .system: "standard output cannot be written: \(reason); what was written is incomplete"
        }
    }
}
