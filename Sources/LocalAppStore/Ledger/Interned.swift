import OrderedCollections

/// Values that are kept once and named by a number.
///
/// A million names are no rarity, and what finds one of them takes less than three bytes in place of a second copy of it.
struct Interned<Value: Hashable & Sendable>: Sendable {
    private var numbers: OrderedSet<Value> = []

    init() {}

    /// Values whose numbers are their positions; nil if one is there twice.
    init?(_ values: [Value]) {
        numbers = OrderedSet(values)
        if numbers.count != values.count { return nil }
    }

    /// All values, in the order of their numbers.
    var values: [Value] { numbers.elements }

    var count: Int { numbers.count }

    subscript(number: UInt32) -> Value { numbers[Int(number)] }

    func number(of value: Value) -> UInt32? { numbers.firstIndex(of: value).map { UInt32($0) } }

    /// The number of a value, which is kept if it is new.
    mutating func add(_ value: Value) -> UInt32 { UInt32(numbers.append(value).index) }

    /// Forgets the values behind the first so many.
    mutating func keepFirst(_ count: Int) {
        while numbers.count > count { numbers.removeLast() }
    }
}
