import AppStoreModels
import Foundation
import OutgoingHTTP

/// Talks to the purchase server as the developer's app does.
struct PurchaseServerClient: Sendable {
    let base: URL
    let customer: String
    var transport: any HTTPTransport = AsyncHTTPClientTransport()

    /// Sends the receipt; the answer is what the customer owns now.
    func upload(_ receipt: Data) async throws -> CustomerView {
        let body: JSONObject = ["receiptData": .string(receipt.base64EncodedString())]
        return try await send("POST", "receipts", JSONValue.object(body).jsonData)
    }

    /// Asks what the customer owns.
    func status() async throws -> CustomerView { try await send("GET", nil, Data()) }

    private func send(_ method: String, _ leaf: String?, _ body: Data) async throws -> CustomerView {
        let customerURL = base.appendingPathComponent("v1/customers").appendingPathComponent(customer)
        let url = leaf.map(customerURL.appendingPathComponent) ?? customerURL
        let answer = try await transport.send(
            HTTPTransportRequest(
                url: url,
                method: method,
                body: body,
                timeout: 60,
                maximumResponseLength: 16 * 1_024 * 1_024
            )
        )
        guard answer.status == 200 else {
            throw DemoError.serverRefused(status: answer.status, message: String(decoding: answer.body, as: UTF8.self))
        }
        return CustomerView(json: try JSONValue(parsing: answer.body).object ?? JSONObject())
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

    var productID: String { json[string: "productId"] ?? "" }
    var isEntitled: Bool { json[boolean: "isEntitled"] ?? false }
    var state: String { json[string: "state"] ?? "" }
    var reason: String { json[string: "reason"] ?? "" }
    var expiresDate: Date? { json[milliseconds: "expiresDate"] }
}
