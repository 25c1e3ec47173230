import AppStoreModels
import Foundation
import LocalAppStoreServer
import Locking
import OutgoingHTTP

/// The clock of a local store, by which a server beside it goes: once the store's clock was moved, all that it signs comes from
/// the future for everybody else, and is refused.
final class StoreClock: Sendable {
    /// What the store says of its clock.
    struct Reading: Sendable, Equatable {
        let date: Date
        /// Whether it goes on by itself.
        let isRunning: Bool
    }

    private struct State: Sendable {
        var reading: (Reading, uptime: TimeInterval)?
        /// When the store failed to answer last.
        var failedAt: TimeInterval?
        /// A look that has not begun; whoever wants one now shares it.
        var next: Task<Void, Never>?
        /// The look before it.
        var last: Task<Void, Never>?
    }

    private let state = Locked(State())
    private let read: @Sendable () async throws -> Reading
    private let machine: @Sendable () -> Date
    private let uptime: @Sendable () -> TimeInterval
    private let pause: @Sendable (TimeInterval) async throws -> Void

    /// How many seconds the store may take to say the time: it is on this machine, and a request waits for it.
    static let patience: TimeInterval = 0.3
    /// How many seconds a store that did not answer is left alone.
    static let rest: TimeInterval = 5
    /// How many seconds pass between two looks where nobody asks for anything.
    static let interval: TimeInterval = 1

    /// - Parameters:
    ///   - read: Asks the store.
    ///   - machine: The time by the clock of this machine, which counts as long as the store has said nothing.
    ///   - uptime: Seconds on a clock that never jumps.
    ///   - pause: Waits for this many seconds.
    init(
        machine: @escaping @Sendable () -> Date = { Date() },
        uptime: @escaping @Sendable () -> TimeInterval = { ProcessInfo.processInfo.systemUptime },
        pause: @escaping @Sendable (TimeInterval) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
        read: @escaping @Sendable () async throws -> Reading
    ) {
        (self.read, self.machine, self.uptime, self.pause) = (read, machine, uptime, pause)
    }

    /// The clock of the store at an address.
    convenience init(store: URL, transport: any HTTPTransport = AsyncHTTPClientTransport()) {
        self.init { try await Self.reading(of: store, transport) }
    }

    /// What a store says of its clock.
    static func reading(of store: URL, _ transport: any HTTPTransport) async throws(StoreControlError) -> Reading {
        try Reading(try await StoreControlClient(baseURL: store, transport: transport, timeout: patience).send(.clock))
    }

    /// What time it is in the store, as far as it has said.
    var now: Date {
        guard let (reading, since) = state.withLock({ $0.reading }) else { return machine() }
        return reading.isRunning ? reading.date.addingTimeInterval(max(0, uptime() - since)) : reading.date
    }

    /// Asks the store what time it is. Where it cannot say, what it said last goes on counting.
    func look() async {
        guard !isResting else { return }
        let task = state.withLock { state -> Task<Void, Never> in
            // One that has begun may have asked before the clock was moved.
            if let next = state.next { return next }
            let before = state.last
            let task = Task {
                await before?.value
                self.state.withLock { ($0.last, $0.next) = ($0.next, nil) }
                // It may have been silent a moment ago.
                if !self.isResting { await self.ask() }
            }
            state.next = task
            return task
        }
        await task.value
    }

    /// Whether a store that did not answer is left alone.
    private var isResting: Bool {
        state.withLock { state in state.failedAt.map { uptime() - $0 < Self.rest } ?? false }
    }

    private func ask() async {
        do {
            let reading = try await read()
            state.withLock { ($0.reading, $0.failedAt) = ((reading, uptime()), nil) }
        } catch {
            state.withLock { $0.failedAt = uptime() }
        }
    }

    /// Waits until so many seconds have passed for the store, or for this machine: whoever waits for something to fall due looks
    /// again when its clock was moved.
    func sleep(_ seconds: TimeInterval) async throws {
        let end = now.addingTimeInterval(seconds)
        var left = seconds
        while left > 0 {
            try await pause(min(left, Self.interval))
            left -= Self.interval
            await look()
            guard now < end else { return }
        }
    }
}

extension StoreClock.Reading {
    /// What a store answers.
    ///
    /// - Throws: `StoreControlError` if it says no time.
    init(_ record: ClockRecord) throws(StoreControlError) {
        guard let date = record.now else { throw StoreControlError("not-a-store", "it does not say what time it is") }
        self.init(date: date, isRunning: record.isRunning ?? true)
    }
}
