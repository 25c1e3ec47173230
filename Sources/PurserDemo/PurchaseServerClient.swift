import AppStoreModels
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// Talks to the purchase server as the developer's app does.
struct PurchaseServerClient: Sendable {
    let base: URL
    let customer: String
    var http = HTTPClient.shared

    /// Sends the receipt; the answer is what the customer owns now.
    func upload(_ receipt: Data) async throws -> CustomerView {
        let body: JSONObject = ["receipt-data": .string(receipt.base64EncodedString())]
        var request = HTTPClientRequest(url: address("receipts"))
        request.method = .POST
        request.headers.add(name: "Content-Type", value: "application/json")
        request.body = .bytes(ByteBuffer(data: JSONValue.object(body).jsonData))
        return try await send(request)
    }

    /// Asks what the customer owns.
    func status() async throws -> CustomerView {
        try await send(HTTPClientRequest(url: address(nil)))
    }

    private func address(_ leaf: String?) -> String {
        let customerURL = base.appendingPathComponent("v1/customers").appendingPathComponent(customer)
        return (leaf.map(customerURL.appendingPathComponent) ?? customerURL).absoluteString
    }

    private func send(_ request: HTTPClientRequest) async throws -> CustomerView {
        let response = try await http.execute(request, timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 16 * 1024 * 1024)
        guard response.status == .ok else {
            throw DemoError.serverRefused(status: Int(response.status.code), message: String(buffer: body))
        }
        return CustomerView(json: try JSONValue(parsing: Data(buffer: body)).object ?? JSONObject())
    }
}

/// What the purchase server says of a customer.
struct CustomerView: JSONBacked {
    var json: JSONObject

    /// What the customer owns or owned.
    var entitlements: [EntitlementView] {
        (json[array: "entitlements"] ?? []).compactMap(\.object).map(EntitlementView.init(json:))
    }
}

/// One product that a customer owns or owned.
struct EntitlementView: JSONBacked {
    var json: JSONObject

    var productID: String { json[string: "product_id"] ?? "" }
    var isEntitled: Bool { json[boolean: "is_entitled"] ?? false }
    var state: String { json[string: "state"] ?? "" }
    var reason: String { json[string: "reason"] ?? "" }
    var expiresDate: Date? { json[milliseconds: "expires_date_ms"] }
}
