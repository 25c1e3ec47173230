import Testing

@testable import PostgreSQLConnection

@Suite("The queue of requests")
struct RequestQueueTests {
    @Test("gives what came first, over many thousands")
    func order() {
        var queue = RequestQueue<Int>()
        var given: [Int] = []
        for number in 0..<10_000 {
            queue.append(number)
            if number.isMultiple(of: 3), let first = queue.popFirst() { given.append(first) }
        }
        #expect(queue.count == 10_000 - given.count)
        while let first = queue.popFirst() { given.append(first) }
        #expect(given == Array(0..<10_000))
        #expect(queue.isEmpty && queue.first == nil)
    }

    @Test("takes something back to its front")
    func prepending() {
        var queue = RequestQueue<Int>()
        queue.prepend(2)
        queue.append(3)
        #expect(queue.popFirst() == 2)
        queue.prepend(2)
        queue.prepend(1)
        #expect(queue.all == [1, 2, 3])
    }

    @Test("lets go of what fulfils a condition")
    func removing() {
        var queue = RequestQueue<Int>()
        for number in 1...6 { queue.append(number) }
        _ = queue.popFirst()
        #expect(queue.removeAll { $0.isMultiple(of: 2) } == [2, 4, 6])
        #expect(queue.removeAll() == [3, 5])
        #expect(queue.isEmpty)
    }
}
