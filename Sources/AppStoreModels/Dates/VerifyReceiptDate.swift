public import Foundation

/// The three members in which `verifyReceipt` writes every date: `X`, `X_ms` and `X_pst`.
///
/// `X` is `2017-03-11 01:22:23 Etc/GMT`, `X_ms` the milliseconds since 1970 as a string, `X_pst` Pacific time with
/// daylight saving: `2017-03-10 17:22:23 America/Los_Angeles`.
public enum VerifyReceiptDate {
    /// Writes the three members of a date.
    ///
    /// A date outside the years 1 to 9999, which the texts cannot write, counts as the nearest that they can.
    public static func write(_ date: Date, as key: String, to object: inout JSONObject) {
        let date = CivilTime.clamped(date)
        // From the milliseconds, so that the three members never disagree about a moment that lies between two of them.
        let milliseconds = date.millisecondsSince1970
        let seconds = milliseconds.dividedFloor(by: 1000).quotient
        let pacificSeconds = seconds + Int64(pacific?.secondsFromGMT(for: date) ?? -8 * 3_600)
        let space = UInt8(ascii: " ")
        object[key] = .string(CivilTime(secondsSince1970: seconds).text(space, " Etc/GMT"))
        object[key + "_ms"] = .string(String(milliseconds))
        object[key + "_pst"] = .string(
            CivilTime(secondsSince1970: pacificSeconds).text(space, " America/Los_Angeles")
        )
    }

    /// Reads a date from its milliseconds, or, where those are missing, from its GMT text.
    ///
    /// In iOS 6 style bodies `expires_date` itself holds the milliseconds; that is read too.
    public static func read(_ key: String, from object: JSONObject) -> Date? {
        if let date = object[milliseconds: key + "_ms"] { return date }
        guard let text = object[string: key] else { return nil }
        if let date = object[milliseconds: key] { return date }
        guard text.hasSuffix(" Etc/GMT") else { return nil }
        return RFC3339.date(from: text.dropLast(" Etc/GMT".count) + "Z")
    }

    private static let pacific = TimeZone(identifier: "America/Los_Angeles")
}
