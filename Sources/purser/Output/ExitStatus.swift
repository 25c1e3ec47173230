import ArgumentParser
import Foundation

/// What the tool's exit codes mean.
enum ExitStatus {
    /// The input was understood and a check failed.
    static let invalid = ExitCode(1)
    /// The input could not be used at all, or the result could not be written.
    static let unusable = ExitCode(2)
    /// Nobody reads the result any more: what a shell says of a program that the signal SIGPIPE ends.
    static let closedPipe = ExitCode(128 + SIGPIPE)
}
