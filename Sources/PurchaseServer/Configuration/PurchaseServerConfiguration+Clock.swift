import AppStoreModels
import Foundation

extension PurchaseServerConfiguration {
    /// The same with a clock that shows whole milliseconds, as everything is stored and written.
    ///
    /// What begins now would otherwise be written a fraction of a millisecond ahead of a look at the same moment, and have
    /// begun or not by chance. Never rounded up: nothing is dated ahead of the clock.
    var countingMilliseconds: Self {
        var configuration = self
        configuration.now = { [now] in now().startOfMillisecond }
        return configuration
    }
}

extension Date {
    /// The last whole millisecond that is not later.
    var startOfMillisecond: Date {
        let nearest = Date(millisecondsSince1970: millisecondsSince1970)
        // A whole millisecond that was added up may lie a hair below itself.
        guard nearest.timeIntervalSince(self) > 0.000_001 else { return nearest }
        return Date(millisecondsSince1970: millisecondsSince1970 - 1)
    }
}
