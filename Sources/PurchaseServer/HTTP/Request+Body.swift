import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

extension Request {
    /// The whole body.
    ///
    /// - Throws: ``Rejection`` with status 413 if it is longer; a declared length is refused before anything is read.
    func body(upTo limit: Int, tooLarge: Rejection) async throws -> Data {
        if let declared = headers[.contentLength].flatMap(Int.init), declared > limit { throw tooLarge }
        do {
            return Data(buffer: try await body.collect(upTo: limit))
        } catch is NIOTooManyBytesError {
            throw tooLarge
        }
    }
}
