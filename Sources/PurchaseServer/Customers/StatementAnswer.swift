package import NIOCore

/// What is answered to the question what a customer has.
package struct StatementAnswer: Sendable {
    /// JSON, in UTF-8.
    package let octets: ByteBuffer
    /// The entity tag, which tells it from those of other times, whatever their dates.
    package let tag: String
}
