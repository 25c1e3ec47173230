/// In how many days after a customer was first seen money came in.
///
/// Money is kept by window and not by day: a lifetime value is told for one of these windows, or without end.
package enum LifetimeWindow {
    /// The windows in days after the first, both inclusive: a window of 7 has eight days.
    package static let days: [Int32] = [0, 1, 3, 7, 14, 30, 60, 90, 180, 365, 730, 1095, 1825]
    /// The window that never ends.
    package static let endless = RowKey.never

    /// The smallest window that a day is in, counted from the day on which the customer was first seen.
    static func containing(_ offset: Int) -> Int32 {
        days.first { offset <= Int($0) } ?? endless
    }
}
