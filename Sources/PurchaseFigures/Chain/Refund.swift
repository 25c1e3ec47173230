import Foundation

/// Money that was given back, and perhaps taken again.
struct Refund: Sendable, Hashable {
    /// When the purchase was taken back.
    let date: Date
    /// When that was reversed; nil if it holds.
    let reversedDate: Date?
    /// How much of the money, in thousandths of a percent; 0 where nothing was paid back.
    let percentage: Int

    static let whole = 100_000
}
