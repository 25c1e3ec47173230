import AsyncHTTPClient
import NIOCore

/// How many long answers a server receives, or works with, at a time: what others send must not take all its memory,
/// however many of them are asked at once.
///
/// A short answer needs no room. A longer one has a place before more of it is read, and one that is longer still has a
/// second place; until then its connection waits, within the deadline of its request. What takes the place is the body and
/// all that is made of it, several times its length, so whoever holds the answer holds the place.
///
/// Nobody waits for ever: the first kind of place is always taken before the second, and who has the second waits for
/// nothing more.
package final class ReceivingRoom: Sendable {
    /// Up to this length, in bytes, an answer is short: as much as a connection has under way anyway.
    static let shortLength = 64 * 1024
    /// Up to this length one place is enough.
    static let longLength = 512 * 1024

    let long: Places
    let longest: Places

    /// Room for as much as a server can hold in 256 MB beside the bodies of its own requests: while the longest answer that
    /// is read, of 16 MB, is worked with, there are no more than 4 MB of others.
    package convenience init() { self.init(long: 8, longest: 1) }

    init(long: Int, longest: Int) { (self.long, self.longest) = (Places(long), Places(longest)) }

    /// An answer's body, and the places that it takes.
    struct Received: Sendable {
        var body = ByteBuffer()
        var places: [any Sendable] = []
    }

    /// Reads a body to its end.
    ///
    /// - Throws: `NIOTooManyBytesError` if it is longer than the limit; `CancellationError` while it waits for a place.
    func receive(_ body: HTTPClientResponse.Body, upTo limit: Int) async throws -> Received {
        var received = Received()
        for try await part in body {
            let length = received.body.readableBytes + part.readableBytes
            guard length <= limit else { throw NIOTooManyBytesError(maxBytes: limit) }
            if length > Self.shortLength, received.places.isEmpty { received.places.append(try await long.take()) }
            if length > Self.longLength, received.places.count == 1 { received.places.append(try await longest.take()) }
            received.body.writeImmutableBuffer(part)
        }
        return received
    }
}
