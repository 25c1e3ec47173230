import AppStoreModels
import AppStoreServerClient
import Crypto
import Entitlements
import Foundation

/// Reads notifications of version 1, which are not signed: all that speaks for them is the shared secret inside.
struct OldStyleNotificationReader: Sendable {
    private let apps: ServedApps

    init(apps: ServedApps) { self.apps = apps }

    /// A reader for apps that have one shared secret.
    init(sharedSecret: AppSharedSecret?, apps: Set<String>, environments: Set<AppStoreEnvironment>) {
        self.init(
            apps: ServedApps(
                [ServedApp(bundleIDs: apps.sorted())],
                sharedSecret: sharedSecret,
                environments: environments
            )
        )
    }

    func read(_ object: JSONObject, receivedAt: Date) throws(Rejection) -> ReceivedNotification {
        let bundleID = object[string: "bid"] ?? ""
        guard isPassword(object[string: "password"] ?? "", of: bundleID) else {
            throw Rejection(401, "notification-not-accepted", "the password is not our shared secret", rule: "password")
        }
        guard apps.bundleIDs.contains(bundleID) else {
            throw Rejection(
                422,
                "notification-not-accepted",
                "the notification is about another app",
                rule: "wrong-app"
            )
        }
        let environment = Self.environment(of: object)
        guard apps.accept(environment, of: bundleID) else { throw .environment(environment) }
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

    /// The password must be that of the app. Only who knows one of ours learns which apps are served.
    private func isPassword(_ password: String, of bundleID: String) -> Bool {
        let secrets =
            apps.bundleIDs.contains(bundleID)
            ? [apps.sharedSecret(of: bundleID)] : apps.bundleIDs.map { apps.sharedSecret(of: $0) }
        return secrets.compactMap(\.self).contains { $0.matches(password) }
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
