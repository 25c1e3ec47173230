/// What somebody at the console may do.
enum ConsoleRole: String, Sendable, Hashable, CaseIterable {
    /// Everything.
    case admin
    /// See everything, change nothing.
    case reader
}
