/// The app's shared secret; nothing that prints or dumps it shows it.
struct SharedSecret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let value: String

    var description: String { "(hidden)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
