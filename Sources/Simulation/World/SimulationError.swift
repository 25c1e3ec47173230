/// Why the simulator itself cannot go on. A rule that does not hold is no error but a finding.
package struct SimulationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Which rule failed.
    package enum Code: Sendable, Hashable {
        /// There is no disk for the server.
        case noDisk
        /// Something that was to end does not.
        case stuck
        /// A story that cannot be played.
        case story
        /// The server says something of a form that the simulator does not know.
        case answer
    }

    package let code: Code
    package let reason: String

    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    package var description: String { "\(code): \(reason)" }
}
