import AppStoreModels
import AppStoreServerClient
import Crypto
import Entitlements
import Foundation

/// Reads notifications of version 1, which are not signed: all that speaks for them is the shared secret inside.
struct OldStyleNotificationReader: Sendable {
    let sharedSecret: AppSharedSecret?
    let apps: Set<String>
    let environments: Set<AppStoreEnvironment>

    func read(_ object: JSONObject, receivedAt: Date) throws(Rejection) -> ReceivedNotification {
        guard let sharedSecret, sharedSecret.matches(object[string: "password"] ?? "") else {
            throw Rejection(401, "notification-not-accepted", "the password is not our shared secret", rule: "password")
        }
        let bundleID = object[string: "bid"] ?? ""
        guard apps.contains(bundleID) else {
            throw Rejection(
                422,
                "notification-not-accepted",
                "the notification is about another app",
                rule: "wrong-app"
            )
        }
        let environment = Self.environment(of: object)
        guard environments.contains(environment) else { throw .environment(environment) }
        var clean = object
        clean["password"] = nil
        let body = JSONValue.object(clean).jsonData
        let unified = VerifyReceiptResponse(json: object[object: "unified_receipt"] ?? JSONObject())
        return ReceivedNotification(
            // There is no identifier; the same notification sent again has the same bytes.
            identifier: "v1-" + SHA256.hash(data: body).hexadecimal,
            type: object[string: "notification_type"] ?? "",
            signedDate: nil,
            receivedAt: receivedAt,
            body: body,
            facts: facts(of: unified, object, bundleID, environment, receivedAt),
            latestReceipt: unified.latestReceipt.flatMap { Data(base64Encoded: $0) }
        )
    }

    /// The notification has no date of its own. It is dated by the last thing that it reports, the earliest moment at
    /// which it can have been sent: an old notification that is delivered late never hides something newer.
    private func facts(
        of unified: VerifyReceiptResponse,
        _ object: JSONObject,
        _ bundleID: String,
        _ environment: AppStoreEnvironment,
        _ receivedAt: Date
    ) -> PurchaseFacts {
        let reported = unified.latestReceiptInfo.flatMap { [$0.purchaseDate, $0.cancellationDate] }
        let change = VerifyReceiptDate.read("auto_renew_status_change_date", from: object)
        let dates = (reported + [change]).compactMap(\.self).filter { $0 <= receivedAt }
        let facts = PurchaseFacts(
            unverified: unified,
            environment: environment,
            receivedAt: dates.max() ?? receivedAt
        )
        let ours = facts.purchases.map { fact in
            var fact = fact
            fact.bundleID = bundleID
            return fact
        }
        return PurchaseFacts(purchases: ours, renewals: facts.renewals)
    }

    /// `PROD` stands for production here and nowhere else.
    private static func environment(of object: JSONObject) -> AppStoreEnvironment {
        let text = object[string: "environment"] ?? ""
        return text == "PROD" ? .production : AppStoreEnvironment(rawValue: text)
    }
}
