import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

/// An answer, read.
struct Answer {
    let status: Int
    let headers: HTTPFields
    let json: JSONObject

    var errorCode: String? { json[object: "error"]?[string: "code"] }
    var rule: String? { json[object: "error"]?[string: "rule"] }
    var entitlements: [JSONObject] { json[array: "entitlements"]?.compactMap(\.object) ?? [] }

    func entitlement(_ product: String) -> JSONObject? {
        entitlements.first { $0[string: "productId"] == "com.example.app.\(product)" }
    }
}

extension TestClientProtocol {
    func get(_ path: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await answer(execute(uri: path, method: .get, headers: headers))
    }

    func post(_ path: String, _ body: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await answer(execute(uri: path, method: .post, headers: headers, body: ByteBuffer(string: body)))
    }

    func put(_ path: String, _ body: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await answer(execute(uri: path, method: .put, headers: headers, body: ByteBuffer(string: body)))
    }

    func patch(_ path: String, _ body: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await answer(execute(uri: path, method: .patch, headers: headers, body: ByteBuffer(string: body)))
    }

    func delete(_ path: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await answer(execute(uri: path, method: .delete, headers: headers))
    }

    func upload(
        _ receipt: Data,
        for customer: String,
        _ more: String = "",
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        try await post(
            "/v1/customers/\(customer)/receipts",
            #"{"receiptData":"\#(receipt.base64EncodedString())"\#(more)}"#,
            headers: headers
        )
    }

    private func answer(_ response: TestResponse) throws -> Answer {
        Answer(
            status: response.status.code,
            headers: response.headers,
            json: response.body.readableBytes == 0
                ? JSONObject() : try JSONValue(parsing: Data(response.body.readableBytesView)).object ?? JSONObject()
        )
    }
}
