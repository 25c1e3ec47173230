import AppStoreModels
import AppStoreTrust
import Foundation

/// A notification for which the purchase server has answered 200, as the simulator reads it.
struct AcknowledgedNotification: Sendable {
    let type: String
    let transaction: String
    let originalTransaction: String

    /// Nil for one without a transaction.
    init?(_ request: HTTPTransportRequest) {
        guard let body = try? JSONValue(parsing: request.body).object,
            let payload = body[string: "signedPayload"].flatMap(Self.payload),
            let type = payload[string: "notificationType"],
            let signed = payload[object: "data"]?[string: "signedTransactionInfo"].flatMap(Self.payload),
            let transaction = signed[string: "transactionId"], let original = signed[string: "originalTransactionId"]
        else { return nil }
        (self.type, self.transaction, self.originalTransaction) = (type, transaction, original)
    }

    private static func payload(_ text: String) -> JSONObject? { (try? UnverifiedJWS(text))?.json }
}
