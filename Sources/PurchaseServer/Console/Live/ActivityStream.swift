import AppStoreServerClient
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle

/// Tells pages at once that something happened, as server-sent events (`text/event-stream`).
///
/// An event says no more than that: whoever hears it asks for what they show. So a page that was slow, or away, misses nothing,
/// and what piles up becomes one event.
struct ActivityStream: Sendable {
    /// Rings when something was written.
    let writes: WakeUp
    /// Rings when something happened of which nothing is written: a refused notification, an answer of the App Store.
    let bell: WakeUp
    let seats: StreamSeats
    let uptime: @Sendable () -> TimeInterval
    let sleep: VerifyReceiptClient.Sleeper

    /// How long, in seconds, nothing is told after something was: a busy server does not keep its pages busy.
    static let pause: TimeInterval = 0.5
    /// After how many silent seconds a comment is sent, so that a connection that is gone is noticed.
    static let silence: TimeInterval = 15
    /// For how many seconds a stream goes on; then the page asks again, and shows who it is.
    static let longest: TimeInterval = 3_600

    /// - Parameter isAllowed: Whether whoever follows still may.
    func response(while isAllowed: @escaping @Sendable () -> Bool) throws(APIError) -> Response {
        guard let seat = seats.take() else {
            var refusal = APIError(
                .tooManyRequests,
                "too-many-streams",
                "\(StreamSeats.most) pages follow already; close some"
            )
            refusal.retryAfter = 30
            throw refusal
        }
        let end = uptime() + Self.longest
        return Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                var number = 0
                var seen = (writes: writes.count, bell: bell.count)
                try await writer.write(Self.change(number))
                while uptime() < end, isAllowed(), try await rest(after: seen) {
                    let now = (writes: writes.count, bell: bell.count)
                    guard now != seen else {
                        try await writer.write(ByteBuffer(string: ": \n\n"))
                        continue
                    }
                    seen = now
                    number += 1
                    try await writer.write(Self.change(number))
                    guard try await pause() else { break }
                }
                try await writer.finish(nil)
                // Taken until here.
                withExtendedLifetime(seat) {}
            }
        )
    }

    static func change(_ number: Int) -> ByteBuffer {
        ByteBuffer(string: "id: \(number)\nevent: change\ndata: {}\n\n")
    }

    /// Waits until something happened, or nothing for a while.
    ///
    /// - Returns: false if the server shuts down.
    private func rest(after seen: (writes: UInt64, bell: UInt64)) async throws -> Bool {
        try await unlessShutDown {
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await writes.wait(after: seen.writes) }
                group.addTask { await bell.wait(after: seen.bell) }
                group.addTask { try await sleep(Self.silence) }
                try await group.next()
                group.cancelAll()
            }
        }
    }

    private func pause() async throws -> Bool { try await unlessShutDown { try await sleep(Self.pause) } }

    private func unlessShutDown(_ wait: @escaping @Sendable () async throws -> Void) async throws -> Bool {
        do {
            try await cancelWhenGracefulShutdown { try await wait() }
        } catch is CancellationError {
            return false
        }
        return !Task.isShuttingDownGracefully && !Task.isCancelled
    }
}
