/// Values that are kept once and named by a number.
struct Interned<Value: Hashable & Sendable>: Sendable {
    private(set) var values: [Value] = []
    private var numbers: [Value: UInt32] = [:]

    init() {}

    /// Values whose numbers are their positions; nil if one is there twice.
    init?(_ values: [Value]) {
        self.values = values
        numbers.reserveCapacity(values.count)
        for (position, value) in values.enumerated() {
            guard numbers.updateValue(UInt32(position), forKey: value) == nil else { return nil }
        }
    }

    subscript(number: UInt32) -> Value { values[Int(number)] }

    func number(of value: Value) -> UInt32? { numbers[value] }

    /// The number of a value, which is kept if it is new.
    mutating func add(_ value: Value) -> UInt32 {
        if let number = numbers[value] { return number }
        let number = UInt32(values.count)
        values.append(value)
        numbers[value] = number
        return number
    }

    /// Forgets the values behind the first so many.
    mutating func keepFirst(_ count: Int) {
        while values.count > count { numbers[values.removeLast()] = nil }
    }
}
