import Dispatch
import Locking

/// Values that are worked out on other cores while those before them are used, one after another.
///
/// An upload may bring thousands of purchases, which are written by one thread. What can be said of each without the database is
/// then there when it is needed. Whoever needs a value that nobody has begun with works it out at once, so that nobody ever waits
/// for a free thread.
final class WorkedAhead<Value: Sendable> {
    /// Carries work out, now, later or never.
    typealias Queue = @Sendable (@escaping @Sendable () -> Void) -> Void

    private let count: Int
    private let queue: Queue
    private let work: @Sendable (Int) throws -> Value
    /// The first place of which nobody has been asked to work it out.
    private var end = 0
    private var batches: ArraySlice<Batch<Value>> = []
    /// What is there and was not asked for yet.
    private var values: ArraySlice<Value> = []

    /// How many values are worked out at a time, and so are together in memory for each of the batches.
    private static var batchSize: Int { 64 }
    /// How many batches are under way or wait to be used.
    private static var maximumBatches: Int { 8 }

    /// - Parameters:
    ///   - count: How many values there are.
    ///   - isLong: Whether each of them takes so long that it is worth to ask others, however few there are.
    ///   - queue: The other cores.
    ///   - work: Makes the value at a place, counted from zero.
    init(
        _ count: Int,
        isLong: Bool = false,
        on queue: @escaping Queue = { DispatchQueue.global(qos: .userInitiated).async(execute: $0) },
        work: @escaping @Sendable (Int) throws -> Value
    ) {
        (self.count, self.queue, self.work) = (count, queue, work)
        guard isLong || count >= OtherCores.minimumCount else { return }
        for _ in 0..<Self.maximumBatches { begin() }
    }

    deinit {
        for batch in batches { batch.abandon() }
    }

    /// The next value; nil after the last.
    ///
    /// - Throws: What went wrong with it, or with one that was worked out together with it.
    func next() throws -> Value? {
        if let value = values.popFirst() { return value }
        if let batch = batches.popFirst() {
            begin()
            values = try batch.values()[...]
            return values.popFirst()
        }
        guard end < count else { return nil }
        defer { end += 1 }
        return try work(end)
    }

    private func begin() {
        guard end < count else { return }
        let batch = Batch(end..<min(count, end + Self.batchSize), work)
        end = batch.places.upperBound
        batches.append(batch)
        queue { batch.workOut() }
    }
}

/// Values that are worked out together.
private final class Batch<Value: Sendable>: Sendable {
    let places: Range<Int>
    private let work: @Sendable (Int) throws -> Value
    private let state = Locked(State.waiting)
    private let isDone = DispatchSemaphore(value: 0)

    private enum State {
        case waiting, begun
        case done(Result<[Value], any Error>)
    }

    init(_ places: Range<Int>, _ work: @escaping @Sendable (Int) throws -> Value) {
        (self.places, self.work) = (places, work)
    }

    /// Works them out, unless somebody does.
    func workOut() {
        guard begin() else { return }
        let result = result
        state.withLock { $0 = .done(result) }
        isDone.signal()
    }

    /// The values, which are asked for once; who has begun with them is waited for, no longer than it takes to work out so many.
    func values() throws -> [Value] {
        if begin() { return try result.get() }
        isDone.wait()
        guard case .done(let result) = state.withLock({ $0 }) else { return try result.get() }
        return try result.get()
    }

    /// Nobody needs them any more.
    func abandon() { _ = begin() }

    private func begin() -> Bool {
        state.withLock { state in
            guard case .waiting = state else { return false }
            state = .begun
            return true
        }
    }

    private var result: Result<[Value], any Error> { Result { try places.map(work) } }
}
