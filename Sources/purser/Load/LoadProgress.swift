import Locking

/// Tells a person how far the preparation of a run is, in one line that is written over.
final class LoadProgress: Sendable {
    private let isShown: Bool
    private let last = Locked(0)

    /// How many steps there are between two lines.
    private static let step = 500

    init(isShown: Bool) { self.isShown = isShown }

    func show(_ what: String, _ count: Int) {
        guard isShown else { return }
        let isDue = last.withLock { last in
            guard count < last || count >= last + Self.step || count == 1 else { return false }
            last = count
            return true
        }
        if isDue { StandardStream.errors.write("\r\(count) \(what)          ") }
    }

    /// Ends the line with what comes now.
    func end(_ text: String) {
        guard isShown else { return }
        StandardStream.errors.write("\r\(text)                    \n")
    }
}
