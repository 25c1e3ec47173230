import AppStoreModels
import Foundation
import TestSupport
import Testing

@testable import OutgoingHTTP

@Suite("The room for long answers", .timeLimit(.minutes(15)))
struct ReceivingRoomTests {
    private func answer(
        _ address: HTTPAddress,
        in room: ReceivingRoom,
        upTo limit: Int = 2_000_000
    ) async throws -> HTTPTransportResponse {
        try await AsyncHTTPClientTransport().within(room)
            .send(HTTPTransportRequest(url: address.url, timeout: 600, maximumResponseLength: limit))
    }

    @Test("A short answer needs none, whether it says its length or not", arguments: ["many/65536", "pieces/64"])
    func short(peer: String) async throws {
        try await withPeers { address, _ in
            let answer = try await answer(try address(peer), in: ReceivingRoom(long: 0, longest: 0))
            #expect(answer.body.count == 65_536)
            #expect(answer.held.isEmpty)
        }
    }

    @Test("A longer one waits until there is some, and until it is given up", arguments: ["many/65537", "pieces/65"])
    func noRoom(peer: String) async throws {
        try await withPeers { address, _ in
            let room = ReceivingRoom(long: 0, longest: 0)
            let place = try address(peer)
            let task = Task { try await answer(place, in: room).body.count }
            await eventually { room.long.waitingCount == 1 }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(room.long.waitingCount == 0)
        }
    }

    @Test("A deadline that passes while an answer waits is one like another: it may be asked for again")
    func deadline() async throws {
        try await withPeers { address, _ in
            let room = ReceivingRoom(long: 0, longest: 0)
            let clock = ArrivalClock { await eventually { room.long.waitingCount == 1 } }
            let request = HTTPTransportRequest(url: try address("many/100000").url)
            let error = await #expect(throws: HTTPTransportError.self) {
                try await AsyncHTTPClientTransport(clock: clock).within(room).send(request)
            }
            #expect(error?.code == .timedOut)
        }
    }

    @Test("Whoever holds a long answer holds its place")
    func holding() async throws {
        try await withPeers { address, _ in
            let room = ReceivingRoom(long: 1, longest: 1)
            let place = try address("many/100000")
            var first: HTTPTransportResponse? = try await answer(place, in: room)
            #expect(first?.held.count == 1)
            let second = Task { try await answer(place, in: room).body.count }
            await eventually { room.long.waitingCount == 1 }
            withExtendedLifetime(first) {}
            first = nil
            #expect(try await second.value == 100_000)
        }
    }

    @Test("One that is longer still waits for a second place, and lets others pass that do not need it")
    func second() async throws {
        try await withPeers { address, _ in
            let room = ReceivingRoom(long: 3, longest: 1)
            let (longer, long) = (try address("pieces/600"), try address("pieces/100"))
            var first: HTTPTransportResponse? = try await answer(longer, in: room)
            #expect(first?.held.count == 2)
            let second = Task { try await answer(longer, in: room).body.count }
            await eventually { room.longest.waitingCount == 1 }
            #expect(try await answer(long, in: room).body.count == 102_400)
            withExtendedLifetime(first) {}
            first = nil
            #expect(try await second.value == 614_400)
        }
    }

    @Test("However many come at once, all have their turn")
    func many() async throws {
        try await withPeers { address, _ in
            let room = ReceivingRoom(long: 2, longest: 1)
            let places = [try address("many/600000"), try address("pieces/600"), try address("many/70000")]
            let lengths: [Int: Int] = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<30 {
                    group.addTask { try await answer(places[number % 3], in: room).body.count }
                }
                return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
            }
            #expect(lengths == [600_000: 10, 614_400: 10, 70_000: 10])
        }
    }

    @Test("One that is too long gives its places back, or has none", arguments: ["many/700000", "pieces/700"])
    func tooLong(peer: String) async throws {
        try await withPeers { address, _ in
            let room = ReceivingRoom(long: 1, longest: 1)
            for _ in 0..<3 {
                let place = try address(peer)
                let error = await #expect(throws: HTTPTransportError.self) {
                    try await answer(place, in: room, upTo: 600_000)
                }
                #expect(error?.code == .responseTooLong)
                #expect(error?.reason == "the answer has more than 600000 bytes")
            }
            #expect(try await answer(try address("many/600000"), in: room).body.count == 600_000)
        }
    }
}
