/// A date that is written as nearly all are, `yyyy-MM-ddTHH:mm:ssZ`, read eight octets at a time.
///
/// A large receipt holds ten thousands of dates and all must be checked, so this is worth the trouble. Whatever looks
/// different is left to the scanner of ``RFC3339``, which would say the same.
struct PlainDate {
    private let year: Int64
    private let month: Int64
    private let day: Int64
    private let secondOfDay: Int64

    /// Nil if the text has another shape, or names no real moment.
    @inline(__always)
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        guard text.count == 20, let start = UnsafeRawPointer(text.baseAddress),
            let date = Pairs(start.loadUnaligned(as: UInt64.self), .date),
            let time = Pairs(start.loadUnaligned(fromByteOffset: 8, as: UInt64.self), .time),
            let end = Pairs(start.loadUnaligned(fromByteOffset: 12, as: UInt64.self), .end)
        else { return nil }
        year = date.pair(at: 0) &* 100 &+ date.pair(at: 2)
        month = date.pair(at: 5)
        day = time.pair(at: 0)
        let (hour, minute, second) = (time.pair(at: 3), time.pair(at: 6), end.pair(at: 5))
        secondOfDay = hour &* 3_600 &+ minute &* 60 &+ second
        guard hour < 24, minute < 60, second < 60, year > 0, month >= 1, month <= 12, day >= 1,
            day <= 28 || day <= CivilTime.daysInMonth(year: year, month: month)
        else { return nil }
    }

    var secondsSince1970: Int64? {
        CivilTime.days(year: year, month: month, day: day).map { $0 * 86_400 + secondOfDay }
    }

    /// What eight octets must look like: a digit or a certain separator each. The first octet is the lowest.
    private struct Pattern {
        /// `0` or the separator.
        let base: UInt64
        /// What must be added to the largest value allowed, 9 or 0, to leave the highest bit of the octet just alone.
        let limit: UInt64

        /// `yyyy-MM-`
        static var date: Pattern { Pattern(base: 0x2D30_302D_3030_3030, limit: 0x7F76_767F_7676_7676) }
        /// `ddTHH:mm`
        static var time: Pattern { Pattern(base: 0x3030_3A30_3054_3030, limit: 0x7676_7F76_767F_7676) }
        /// `H:mm:ssZ`; it overlaps the time, because the four octets left cannot be loaded as eight.
        static var end: Pattern { Pattern(base: 0x5A30_303A_3030_3A30, limit: 0x7F76_767F_7676_7F76) }
    }

    /// The number that each two neighbouring digits of eight octets make.
    private struct Pairs {
        private let numbers: UInt64

        /// Nil if the octets do not look like the pattern.
        @inline(__always)
        init?(_ octets: UInt64, _ pattern: Pattern) {
            // Digits become 0 to 9 and separators 0; then the highest bits tell of all eight at once whether they did.
            let values = UInt64(littleEndian: octets) ^ pattern.base
            guard ((values &+ pattern.limit) | values) & 0x8080_8080_8080_8080 == 0 else { return nil }
            numbers = values &* 10 &+ values >> 8
        }

        /// The number whose first digit is at an offset.
        @inline(__always)
        func pair(at offset: UInt64) -> Int64 { Int64(truncatingIfNeeded: numbers &>> (offset &* 8) & 0xFF) }
    }
}
