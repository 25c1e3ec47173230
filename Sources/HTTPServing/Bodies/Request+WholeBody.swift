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
        try checkDeclaredLength(limit)
        do {
            return try await body.collect(upTo: limit)
        } catch {
            throw Self.refusal(of: error, limit: limit)
        }
    }

    /// The whole body of a kind that always begins alike. Of what begins otherwise no more is held than that.
    ///
    /// - Returns: Nil for a body that begins otherwise, as far as it goes.
    package func wholeBody(upTo limit: Int, beginningWith title: [UInt8]) async throws(RequestRefusal) -> ByteBuffer? {
        try checkDeclaredLength(limit)
        var whole = ByteBuffer()
        do {
            for try await piece in body {
                guard piece.readableBytes <= limit - whole.readableBytes else {
                    throw RequestRefusal.bodyTooLong(limit: limit)
                }
                whole.writeImmutableBuffer(piece)
                guard title.starts(with: whole.readableBytesView.prefix(title.count)) else { return nil }
            }
        } catch {
            throw Self.refusal(of: error, limit: limit)
        }
        return whole
    }

    /// Refuses a body that says itself that it is too long, before anything of it is read.
    private func checkDeclaredLength(_ limit: Int) throws(RequestRefusal) {
        guard let declared = headers[.contentLength].flatMap(Int.init), declared > limit else { return }
        throw .bodyTooLong(limit: limit)
    }

    private static func refusal(of error: any Error, limit: Int) -> RequestRefusal {
        if error is NIOTooManyBytesError { return .bodyTooLong(limit: limit) }
        // Whatever ends a connection ends the body.
        return error as? RequestRefusal ?? .bodyCutOff
    }
}
