import AppStoreModels
import Foundation
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import Locking
import NIOCore
import Testing

@testable import PurchaseServer

/// Asks a server, and holds each answer against the document.
struct DocumentVisitor {
    let client: any TestClientProtocol
    /// The operations that were answered as asked.
    let answered: Locked<Set<String>>
    private let judge = AnswerJudge()

    init(_ client: any TestClientProtocol, answered: Locked<Set<String>> = Locked([])) {
        (self.client, self.answered) = (client, answered)
    }

    /// The operations whose answers have a schema, but for those that were answered.
    var missing: [String] {
        let all = APIOperation.all.filter { operation in
            operation.answers.contains { if case .json = $0.content { true } else { false } }
        }
        return Set(all.map(Self.name)).subtracting(answered.withLock { $0 }).sorted()
    }

    @discardableResult
    func ask(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String = "",
        status: Int = 200,
        headers: HTTPFields = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> JSONObject {
        let response = try await client.execute(
            uri: path,
            method: method,
            headers: headers,
            body: ByteBuffer(string: body)
        )
        let text = String(buffer: response.body)
        #expect(response.status.code == status, "\(method) \(path): \(text)", sourceLocation: sourceLocation)
        let place = String(path.prefix { $0 != "?" })
        let operation = try #require(
            APIOperationIndex.all.operation(method, at: place),
            "\(method) \(path)",
            sourceLocation: sourceLocation
        )
        guard response.status.code == status, !text.isEmpty else { return [:] }
        let value = try JSONValue(parsing: Data(text.utf8))
        var schema = JSONSchema.named("Error")
        for answer in operation.answers where answer.status == status {
            if case .json(let known) = answer.content {
                schema = known
                answered.withLock { _ = $0.insert(Self.name(operation)) }
            }
        }
        let faults = judge.faults(in: value, by: schema.json)
        #expect(faults == [], "\(method) \(path)", sourceLocation: sourceLocation)
        return value.object ?? [:]
    }

    private static func name(_ operation: APIOperation) -> String { "\(operation.method.rawValue) \(operation.path)" }
}
