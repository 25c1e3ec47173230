public import Foundation
import Subprocess

extension Command {
    /// What a program left behind.
    public struct Outcome: Sendable {
        /// How a process ended.
        public enum Ending: Equatable, Sendable {
            /// It returned a status.
            case exited(Int32)
            /// It was ended by a signal that it did not handle.
            case killed(signal: Int32)
        }

        public let ending: Ending
        /// What it wrote to standard output.
        public let output: Data
        /// What it wrote to standard error.
        public let errors: String

        /// The status as a shell tells it: 128 and the signal if one ended it.
        public var status: Int32 {
            switch ending {
            case .exited(let status): status
            case .killed(let signal): 128 + signal
            }
        }

        /// Everything that it wrote, errors last.
        public var text: String { String(decoding: output, as: UTF8.self) + errors }
    }
}

extension Command.Outcome.Ending {
    init(_ status: TerminationStatus) {
        self =
            switch status {
            case .exited(let code): .exited(code)
            case .signaled(let signal): .killed(signal: signal)
            }
    }
}
