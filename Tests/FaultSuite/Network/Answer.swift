import AppStoreModels
import Foundation

/// What a server answered.
struct Answer: Sendable {
    let status: Int
    let head: String
    let body: [UInt8]

    /// The body as text.
    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as JSON; empty if it is none.
    var json: JSONObject { (try? JSONValue(parsing: body))?.object ?? [:] }

    /// Status and the beginning of the body, for a person.
    var line: String { "\(status) \(text.prefix(160))" }

    /// Takes the first whole answer from the front of bytes, nil if it is not all there yet.
    ///
    /// An answer without a length ends with the connection.
    static func take(from bytes: inout [UInt8], isClosed: Bool) -> Answer? {
        guard let headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let head = String(decoding: bytes[..<headEnd.lowerBound], as: UTF8.self)
        let lines = head.split(separator: "\r\n").map { $0.lowercased() }
        let words = (lines.first ?? "").split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { return nil }
        let rest = bytes[headEnd.upperBound...]
        let length = lines.first { $0.hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
        let count: Int
        if status < 200 || status == 204 || status == 304 {
            count = 0
        } else if let length {
            count = length
        } else if isClosed {
            count = rest.count
        } else {
            return nil
        }
        guard rest.count >= count else { return nil }
        let body = Array(rest.prefix(count))
        bytes = Array(rest.dropFirst(count))
        return Answer(status: status, head: head, body: body)
    }
}
