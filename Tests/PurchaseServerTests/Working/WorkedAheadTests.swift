import Locking
import Testing

@testable import PurchaseServer

@Suite("Values worked out on other cores while those before them are used")
struct WorkedAheadTests {
    /// When the other cores do what they are given.
    enum Others: CaseIterable, Sendable {
        case atOnce, never, whenItIsUsed

        /// - Parameter kept: Where work is put that somebody carries out later.
        func queue(_ kept: Locked<[@Sendable () -> Void]>) -> WorkedAhead<Int>.Queue {
            switch self {
            case .atOnce: { $0() }
            case .never: { _ in }
            case .whenItIsUsed: { work in kept.withLock { $0.append(work) } }
            }
        }
    }

    private struct Refused: Error, Equatable {
        let place: Int
    }

    private static func all(_ values: WorkedAhead<Int>, _ between: () -> Void = {}) throws -> [Int] {
        var all: [Int] = []
        while let value = try values.next() {
            all.append(value)
            between()
        }
        return all
    }

    @Test(
        "Each is worked out once and comes in its order, whatever others do, and however many there are",
        arguments: Others.allCases,
        [0, 1, 255, 256, 257, 511, 512, 513, 5_000]
    )
    func order(others: Others, count: Int) throws {
        let kept = Locked<[@Sendable () -> Void]>([])
        let places = Locked<[Int]>([])
        let values = WorkedAhead(count, on: others.queue(kept)) { place in
            places.withLock { $0.append(place) }
            return place * 3
        }
        let seen = try Self.all(values) {
            // One piece after another is begun late, after some of it was needed.
            if others == .whenItIsUsed { kept.withLock { $0.isEmpty ? nil : $0.removeLast() }?() }
        }
        #expect(seen == (0..<count).map { $0 * 3 })
        #expect(places.withLock { $0 }.sorted() == Array(0..<count))
        #expect(try values.next() == nil)
    }

    @Test("Others are at most 512 values ahead, so that memory has a limit")
    func limit() throws {
        let highest = Locked(-1)
        let values = WorkedAhead(100_000, on: { $0() }) { place in
            highest.withLock { $0 = max($0, place) }
            return place
        }
        var furthest = 0
        while let value = try values.next() { furthest = max(furthest, highest.withLock { $0 } - value) }
        #expect(highest.withLock { $0 } == 99_999)
        #expect((1...576).contains(furthest))
    }

    @Test(
        "What goes wrong is thrown where the value is needed, not before",
        arguments: Others.allCases,
        [0, 200, 4_999]
    )
    func failure(others: Others, place: Int) throws {
        let kept = Locked<[@Sendable () -> Void]>([])
        let values = WorkedAhead(5_000, on: others.queue(kept)) { number in
            guard number != place else { throw Refused(place: number) }
            return number
        }
        var seen = 0
        let error = #expect(throws: Refused.self) {
            while try values.next() != nil { seen += 1 }
        }
        #expect(error == Refused(place: place))
        // What is worked out together fails together.
        #expect(seen == place / 64 * 64)
    }

    @Test("One alone is given to others if it takes long, else worked out by who needs it", arguments: [true, false])
    func alone(isLong: Bool) throws {
        let kept = Locked<[@Sendable () -> Void]>([])
        let count = Locked(0)
        let values = WorkedAhead(1, isLong: isLong, on: Others.whenItIsUsed.queue(kept)) { place in
            count.withLock { $0 += 1 }
            return place + 7
        }
        let given = kept.withLock { $0 }
        #expect(given.count == (isLong ? 1 : 0))
        for work in given { work() }
        #expect(count.withLock { $0 } == given.count)
        #expect(try values.next() == 7)
        #expect(try values.next() == nil)
        #expect(count.withLock { $0 } == 1)
    }

    @Test("What nobody needs any more is not worked out")
    func abandoned() throws {
        let kept = Locked<[@Sendable () -> Void]>([])
        let count = Locked(0)
        do {
            let values = WorkedAhead(1_000, on: Others.whenItIsUsed.queue(kept)) { place in
                count.withLock { $0 += 1 }
                return place
            }
            #expect(try values.next() == 0)
        }
        for work in kept.withLock({ $0 }) { work() }
        #expect(count.withLock { $0 } == 64)
        #expect(kept.withLock { $0.count } == 9)
    }

    @Test("On real threads nothing is lost, and nothing comes twice")
    func threads() throws {
        let values = WorkedAhead(20_000) { $0 }
        #expect(try Self.all(values) == Array(0..<20_000))
    }
}
