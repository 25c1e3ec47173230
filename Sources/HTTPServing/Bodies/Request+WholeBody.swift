import HTTPTypes
package import HummingbirdCore
package import NIOCore

extension Request {
    /// The whole body.
    ///
    /// How long it may take, and how much all requests may have together, is the matter of ``ServerLimits``.
    ///
    /// - Parameter limit: The most bytes it may have; a declared length is refused before anything is read.
    /// - Throws: `bodyTooLong`, `bodyTooLate`, `bodyCutOff`, `overloaded`
    package func wholeBody(upTo limit: Int) async throws(RequestRefusal) -> ByteBuffer {
        if let declared = headers[.contentLength].flatMap(Int.init), declared > limit {
            throw .bodyTooLong(limit: limit)
        }
        do {
            return try await body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw .bodyTooLong(limit: limit)
        } catch let refusal as RequestRefusal {
            throw refusal
        } catch {
            // Whatever ends a connection ends the body.
            throw .bodyCutOff
        }
    }
}
