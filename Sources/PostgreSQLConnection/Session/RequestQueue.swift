/// A queue that is emptied from the front, at the same cost however long it is.
struct RequestQueue<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }
    var count: Int { elements.count - head }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func popFirst() -> Element? {
        guard let element = first else { return nil }
        elements[head] = nil
        head += 1
        // Half of it is gone, so moving the rest is paid for by what was taken.
        if head >= 64, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    mutating func prepend(_ element: Element) {
        if head > 0 {
            head -= 1
            elements[head] = element
        } else {
            elements.insert(element, at: 0)
        }
    }

    /// Empties it.
    ///
    /// - Returns: What was in it, first come first.
    @discardableResult
    mutating func removeAll() -> [Element] {
        let rest = all
        elements = []
        head = 0
        return rest
    }

    /// Takes out what fulfils a condition.
    mutating func removeAll(where condition: (Element) -> Bool) -> [Element] {
        let rest = removeAll()
        for element in rest where !condition(element) { append(element) }
        return rest.filter(condition)
    }

    /// What is in it, first come first.
    var all: [Element] { elements[head...].compactMap(\.self) }
}
