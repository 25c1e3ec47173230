/// The outcome of comparing two values by one member after the other; members after the first that differs are not read.
struct Comparison {
    private let isOrdered: Bool?

    /// Compares by the first member.
    init<Value: Comparable>(_ left: Value, _ right: Value) {
        isOrdered = left == right ? nil : left < right
    }

    /// Compares by another member where all before are equal.
    func then<Value: Comparable>(_ left: @autoclosure () -> Value, _ right: @autoclosure () -> Value) -> Comparison {
        isOrdered == nil ? Comparison(left(), right()) : self
    }

    /// Whether the left value comes first; false if they are equal.
    var isAscending: Bool { isOrdered ?? false }
}
