import Foundation
import Locking

/// A date that somebody says at once, or soon.
final class Moment: Sendable {
    private let said: Locked<Date?>

    /// The date that `tell` tells.
    init(_ tell: (@escaping @Sendable (Date) -> Void) -> Void) {
        let said = Locked(Date?.none)
        self.said = said
        tell { date in said.withLock { $0 = date } }
    }

    /// The date; nil until somebody has said it.
    var date: Date? { said.withLock { $0 } }
}
