/// Identifiers as 64-bit numbers: those of decimal digits are their own number, any other one gets a negative number.
struct NumberedIdentifiers: Sendable {
    /// Stands for no identifier.
    static let absent = Int64.min

    private(set) var others = Interned<String>()

    init() {}

    init(others: Interned<String>) {
        self.others = others
    }

    mutating func keepFirst(_ count: Int) { others.keepFirst(count) }

    mutating func number(of name: String) -> Int64 {
        Self.decimal(name) ?? -1 - Int64(others.add(name))
    }

    mutating func number(of name: String?) -> Int64 {
        guard let name else { return Self.absent }
        return number(of: name)
    }

    /// The number of an identifier that may be unknown.
    func knownNumber(of name: String) -> Int64? {
        Self.decimal(name) ?? others.number(of: name).map { -1 - Int64($0) }
    }

    func name(of number: Int64) -> String {
        number < 0 ? others[UInt32(-1 - number)] : String(number)
    }

    func nameIfPresent(of number: Int64) -> String? {
        number == Self.absent ? nil : name(of: number)
    }

    /// Whether a number stands for an identifier.
    func isKnown(_ number: Int64) -> Bool {
        number < 0 ? number >= -Int64(others.count) : StoredRange.identifiers.contains(number)
    }

    func isKnownOrAbsent(_ number: Int64) -> Bool { number == Self.absent || isKnown(number) }

    /// The number, if it is written as we would write it.
    private static func decimal(_ name: String) -> Int64? {
        name.utf8.withContiguousStorageIfAvailable(decimal) ?? decimal(name.utf8)
    }

    @inline(__always)
    private static func decimal(_ digits: some Collection<UInt8>) -> Int64? {
        // Eighteen digits always fit.
        guard let first = digits.first, digits.count <= 18, first != 0x30 || digits.count == 1 else { return nil }
        var number: Int64 = 0
        for byte in digits {
            let digit = byte &- 0x30
            guard digit <= 9 else { return nil }
            number = number &* 10 &+ Int64(digit)
        }
        return number
    }
}
