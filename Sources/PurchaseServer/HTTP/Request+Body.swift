import Foundation
import HTTPServing
import Hummingbird
import NIOCore
import NIOFoundationCompat

extension Request {
    /// The whole body.
    ///
    /// - Throws: ``Rejection`` with status 413 if it is longer; a declared length is refused before anything is read.
    func body(upTo limit: Int, tooLarge: Rejection) async throws -> Data {
        do {
            return Data(buffer: try await wholeBody(upTo: limit))
        } catch RequestRefusal.bodyTooLong {
            throw tooLarge
        }
    }
}
