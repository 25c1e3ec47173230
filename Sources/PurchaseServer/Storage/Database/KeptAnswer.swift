import AppStoreModels
import Foundation
import NIOCore

/// What is answered about a customer as long as nothing changes: all of it but the date.
package struct KeptAnswer: Hashable, Sendable {
    /// The octets before the date's digits.
    let head: Data
    /// The octets after them.
    let tail: Data
    /// The entity tag.
    let tag: String
    /// What the rules were by which it was made.
    let rules: String
    /// From when until when it holds.
    let validity: Range<Date>

    /// The whole answer, of its octets before and after the date's, at a moment at which it holds.
    static func octets(
        head: UnsafeRawBufferPointer,
        tail: UnsafeRawBufferPointer,
        at millisecondsSince1970: Int64
    ) -> ByteBuffer {
        let date = String(millisecondsSince1970)
        var octets = ByteBufferAllocator().buffer(capacity: head.count + date.utf8.count + tail.count)
        octets.writeBytes(head)
        octets.writeString(date)
        octets.writeBytes(tail)
        return octets
    }
}
