import AppStoreModels
import Foundation
import HTTPServing
import Hummingbird
import NIOCore

extension Request {
    /// The whole body, refused if it is longer than the limit.
    func bytes(upTo limit: Int) async throws -> ByteBuffer {
        do {
            return try await wholeBody(upTo: limit)
        } catch {
            throw RequestError(error)
        }
    }

    /// The body as a JSON object; an empty body is an object without members.
    func json(upTo limit: Int) async throws -> JSONObject {
        let buffer = try await bytes(upTo: limit)
        guard buffer.readableBytes > 0 else { return [:] }
        do {
            let value = try JSONValue(parsing: buffer.readableBytesView)
            guard let object = value.object else { throw RequestError.invalidBody("the body is JSON, but no object") }
            return object
        } catch let error as JSONError {
            throw RequestError.invalidBody(error.description)
        }
    }

    /// The body as a JSON object that has no members but these.
    func json(upTo limit: Int, only members: Set<String>) async throws -> JSONObject {
        let object = try await json(upTo: limit)
        try object.allowOnly(members)
        return object
    }

    /// Refuses a body with members, where nothing needs to be said; no body at all is as good as an empty object.
    func checkEmpty(upTo limit: Int) async throws {
        _ = try await json(upTo: limit, only: [])
    }
}
