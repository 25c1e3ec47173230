/// Values by identifier, in the order in which the identifiers came; of a limited number of them, the newest.
struct RecentValues<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let number: Int
        var value: Value
    }

    /// How many are kept at least.
    private let limit: Int
    private var entries: [String: Entry] = [:]
    /// May still name what was taken out.
    private var order: [(number: Int, identifier: String)] = []
    private var next = 0

    init(limit: Int = 4_096) { self.limit = limit }

    var isEmpty: Bool { entries.isEmpty }

    /// The identifiers that have a value, oldest first.
    var identifiers: [String] { order.filter(isCurrent).map(\.identifier) }

    subscript(identifier: String) -> Value? {
        get { entries[identifier]?.value }
        set {
            guard let newValue else {
                entries[identifier] = nil
                return
            }
            update(identifier, default: newValue) { $0 = newValue }
        }
    }

    /// Changes the value of an identifier, which is `value` before if it has none.
    mutating func update<Result>(
        _ identifier: String,
        default value: @autoclosure () -> Value,
        _ change: (inout Value) -> Result
    ) -> Result {
        // Looked up once: this is done several times for each purchase that a device hears of.
        if let index = entries.index(forKey: identifier) { return change(&entries.values[index].value) }
        var entry = Entry(number: next, value: value())
        let result = change(&entry.value)
        entries[identifier] = entry
        append(identifier)
        return result
    }

    /// Changes the value of an identifier, if it has one.
    mutating func update(_ identifier: String, _ change: (inout Value) -> Void) {
        if let index = entries.index(forKey: identifier) { change(&entries.values[index].value) }
    }

    /// Takes out the oldest of them, at most so many.
    mutating func removeFirst(_ count: Int) -> [(identifier: String, value: Value)] {
        guard count < entries.count else { return removeAll() }
        var taken: [(identifier: String, value: Value)] = []
        var looked = 0
        while taken.count < count, looked < order.count {
            let name = order[looked]
            looked += 1
            guard isCurrent(name), let entry = entries.removeValue(forKey: name.identifier) else { continue }
            taken.append((name.identifier, entry.value))
        }
        order.removeFirst(looked)
        return taken
    }

    private mutating func removeAll() -> [(identifier: String, value: Value)] {
        var taken: [(identifier: String, value: Value)] = []
        for name in order {
            guard let entry = entries[name.identifier], entry.number == name.number else { continue }
            taken.append((name.identifier, entry.value))
        }
        entries.removeAll(keepingCapacity: true)
        order.removeAll(keepingCapacity: true)
        return taken
    }

    private mutating func append(_ identifier: String) {
        order.append((next, identifier))
        next += 1
        if order.count > 2 * limit { tidy() }
    }

    private func isCurrent(_ name: (number: Int, identifier: String)) -> Bool {
        entries[name.identifier]?.number == name.number
    }

    private mutating func tidy() {
        order = order.filter(isCurrent)
        for name in order.dropLast(limit) { entries[name.identifier] = nil }
        order = order.suffix(limit)
    }
}
