/// A key that was just made, with its text, which is shown this once and kept nowhere.
///
/// It prints without its text, so that it cannot slip into a log.
public struct IssuedKey: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// What is stored about it.
    public let key: ServerKey
    /// What its holder sends as `Authorization: Bearer …`.
    public let text: String

    public var description: String { "\(key.kind) key \(key.id)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
