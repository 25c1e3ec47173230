import AppStoreModels
import AppStoreServerClient
import Crypto
import Entitlements
import Foundation

/// Reads notifications of version 1, which are not signed: all that speaks for them is the shared secret inside.
struct OldStyleNotificationReader: Sendable {
    private let verifier: OldStyleNotificationVerifier

    init(apps: ServedApps) {
        // The secret speaks for all of it. The receipt inside is looked at by whoever keeps it.
        verifier = OldStyleNotificationVerifier(
            secrets: { Self.secrets($0, in: apps) },
            acceptsApp: { apps.bundleIDs.contains($0) },
            acceptsEnvironment: { apps.accept($0, of: $1) }
        )
    }

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

    /// What became of every rule.
    func examine(_ object: JSONObject) -> OldStyleNotificationExamination { verifier.examine(object) }

    func read(_ object: JSONObject, receivedAt: Date) throws(Rejection) -> ReceivedNotification {
        let examination = verifier.examine(object)
        if let failure = examination.firstFailure { throw Rejection(failure, examination.environment) }
        var clean = object
        clean["password"] = nil
        let body = JSONValue.object(clean).jsonData
        return ReceivedNotification(
            // There is no identifier; the same notification sent again has the same bytes.
            identifier: "v1-" + SHA256.hash(data: body).hexadecimal,
            type: examination.type,
            signedDate: nil,
            receivedAt: receivedAt,
            body: body,
            facts: facts(of: examination, object, receivedAt),
            latestReceipt: examination.latestReceipt.map { receipt in
                AccountReceipt(
                    receipt: receipt,
                    environment: examination.environment,
                    bundleID: examination.bundleID
                )
            }
        )
    }

    /// The password must be that of the app. Only who knows one of ours learns which apps are served.
    private static func secrets(_ bundleID: String, in apps: ServedApps) -> [AppSharedSecret] {
        let asked = apps.bundleIDs.contains(bundleID) ? [bundleID] : Array(apps.bundleIDs)
        return asked.compactMap { apps.sharedSecret(of: $0) }
    }

    /// The notification has no date of its own. It is dated by the last thing that it reports, the earliest moment at
    /// which it can have been sent: an old notification that is delivered late never hides something newer.
    /// That a charge failed, or that the subscription is over, was so a little later at the earliest: when a period is
    /// bought nothing has ended.
    private func facts(
        of examination: OldStyleNotificationExamination,
        _ object: JSONObject,
        _ receivedAt: Date
    ) -> PurchaseFacts {
        let unified = examination.unified
        let reported = unified.latestReceiptInfo.flatMap { [$0.purchaseDate, $0.cancellationDate] }
        let change = VerifyReceiptDate.read("auto_renew_status_change_date", from: object)
        let dates = (reported + [change]).compactMap(\.self).filter { $0 <= receivedAt }
        let facts = PurchaseFacts(
            unverified: unified,
            environment: examination.environment,
            receivedAt: dates.max() ?? receivedAt
        )
        let ours = facts.purchases.map { fact in
            var fact = fact
            fact.bundleID = examination.bundleID
            return fact
        }
        return PurchaseFacts(purchases: ours, renewals: facts.renewals.map { $0.stated(asOf: $0.statedDate) })
    }
}

extension Rejection {
    /// What the sender hears: a wrong secret is told before anything else is.
    fileprivate init(_ failure: OldStyleNotificationFailure, _ environment: AppStoreEnvironment) {
        let code = "notification-not-accepted"
        switch failure.rule {
        case .password: self.init(401, code, "the password is not our shared secret", rule: failure.rule.code)
        case .app: self.init(422, code, "the notification is about another app", rule: failure.rule.code)
        case .environment: self = .environment(environment)
        case .receipt: self.init(422, code, failure.reason, rule: failure.rule.code)
        }
    }
}
