public import Foundation

extension Command {
    /// A program while it runs, for whoever watches it or sends it signals.
    public struct Running: Sendable {
        /// The number of the process. It belongs to this program until the body that was given it returns.
        public let identifier: pid_t
        /// The lines of standard output as they arrive; ends when the program closes it. One reader at a time.
        public let lines: AsyncStream<String>

        /// Sends a signal; does nothing if the program has ended.
        public func send(_ signal: Int32) {
            kill(identifier, signal)
        }
    }
}
