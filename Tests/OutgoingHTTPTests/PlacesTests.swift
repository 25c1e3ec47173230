import Locking
import TestSupport
import Testing

@testable import OutgoingHTTP

@Suite("Places", .timeLimit(.minutes(15)))
struct PlacesTests {
    @Test("Who comes when none is free waits until one is, and the first comes first")
    func order() async throws {
        let places = Places(1)
        var held: Place? = try await places.take()
        let served = Locked<[Int]>([])
        var tasks: [Task<Void, any Error>] = []
        for number in 1...3 {
            tasks.append(
                Task {
                    let place = try await places.take()
                    served.withLock { $0.append(number) }
                    withExtendedLifetime(place) {}
                }
            )
            await eventually { places.waitingCount == number }
        }
        #expect(served.withLock { $0 } == [])
        withExtendedLifetime(held) {}
        held = nil
        for task in tasks { try await task.value }
        #expect(served.withLock { $0 } == [1, 2, 3])
        #expect(places.waitingCount == 0)
    }

    @Test("Who is cancelled waits no longer, and takes nobody's place")
    func cancellation() async throws {
        let places = Places(1)
        var held: Place? = try await places.take()
        let impatient = Task { _ = try await places.take() }
        await eventually { places.waitingCount == 1 }
        let patient = Task { _ = try await places.take() }
        await eventually { places.waitingCount == 2 }
        impatient.cancel()
        await #expect(throws: CancellationError.self) { try await impatient.value }
        #expect(places.waitingCount == 1)
        withExtendedLifetime(held) {}
        held = nil
        try await patient.value
        // It is free again after all of them.
        _ = try await places.take()
    }

    @Test("A task that is cancelled already takes none")
    func cancelledBefore() async throws {
        let places = Places(1)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            _ = try await places.take()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        _ = try await places.take()
    }
}
