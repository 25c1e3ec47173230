/// Somebody at the console, as far as is known: everybody of a role has the same secret.
struct ConsolePerson: Sendable, Hashable {
    let role: ConsoleRole
    /// What they said when they logged in; nil if nothing.
    let name: String?

    /// For the audit trail of customers.
    var actor: String { name.map { "console-\(role.rawValue) \($0)" } ?? "console-\(role.rawValue)" }

    /// The most bytes of a name.
    static let maximumNameLength = 64
}
