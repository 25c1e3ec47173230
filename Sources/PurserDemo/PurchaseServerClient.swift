import AppStoreModels
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import OutgoingHTTP

/// Talks to the purchase server as the developer's app does.
struct PurchaseServerClient: Sendable {
    let base: URL
    let customer: String
    var exchange = HTTPExchange()

    /// Sends the receipt; the answer is what the customer owns now.
    func upload(_ receipt: Data) async throws -> CustomerView {
        let body: JSONObject = ["receiptData": .string(receipt.base64EncodedString())]
        return try await send(.POST, "receipts", ByteBuffer(data: JSONValue.object(body).jsonData))
    }

    /// Asks what the customer owns.
    func status() async throws -> CustomerView { try await send(.GET, nil, nil) }

    private func address(_ leaf: String?) throws(HTTPAddressError) -> HTTPAddress {
        let customerURL = base.appendingPathComponent("v1/customers").appendingPathComponent(customer)
        return try HTTPAddress(leaf.map(customerURL.appendingPathComponent) ?? customerURL)
    }

    private func send(_ method: HTTPMethod, _ leaf: String?, _ body: ByteBuffer?) async throws -> CustomerView {
        let answer = try await exchange.answer(
            to: HTTPExchange.Request(
                method,
                try address(leaf),
                headers: body == nil ? [:] : ["Content-Type": "application/json"],
                body: body,
                deadline: .seconds(60),
                maximumAnswer: 16 * 1_024 * 1_024
            )
        )
        guard answer.status == 200 else {
            throw DemoError.serverRefused(status: answer.status, message: String(buffer: answer.body))
        }
        return CustomerView(json: try JSONValue(parsing: Data(buffer: answer.body)).object ?? JSONObject())
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
