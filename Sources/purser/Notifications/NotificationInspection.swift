import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation

/// What a notification says, of either version, and whether it can be believed.
struct NotificationInspection: Sendable {
    /// 1 or 2; nil for what is no notification.
    let version: Int?
    /// Type and subtype, with a slash between them.
    let name: String
    /// `notificationUUID`; version 1 has none.
    let id: String?
    /// Whom and what it is about.
    let transactionID, productID: String?
    /// When it was signed, in the sender's time.
    let date: Date?
    /// Why it cannot be believed; nil if it can.
    let refusal: Refusal?

    /// The rule that fails, and how.
    struct Refusal: Sendable {
        /// What programs know the rule by.
        let rule: String
        let reason: String
        /// For a person.
        let text: String

        init(_ error: TrustError) { (rule, reason, text) = (error.code.rawValue, error.reason, "\(error)") }

        init(_ failure: OldStyleNotificationFailure) {
            (rule, reason, text) = (failure.rule.code, failure.reason, "\(failure)")
        }

        /// A failed rule as other verdicts have it.
        var json: JSONValue { ["rule": .string(rule), "reason": .string(reason)] }
    }

    /// Why it cannot be believed, for a person.
    var failure: String? { refusal?.text }

    var isBelieved: Bool { refusal == nil }

    /// One line for a person.
    func line(_ answer: String, on terminal: Terminal) -> String {
        let verdict =
            failure.map { terminal.styled("not verified: \($0)", .bad) } ?? terminal.styled("verified", .good)
        let words: [String?] = [
            date.map { RFC3339.string(from: $0) }, version.map { "V\($0)" }, name, id, transactionID, productID,
            verdict,
            "answered \(answer)",
        ]
        return words.compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// One line for a program.
    func json(_ answer: String, file: String?) -> JSONObject {
        var json: JSONObject = ["isValid": .bool(isBelieved)]
        let failures = refusal.map { [$0.json] } ?? []
        json[array: "failures"] = failures
        json[string: "answer"] = answer
        json["version"] = version.map { .number(JSONNumber($0)) }
        let parts = name.split(separator: "/", maxSplits: 1).map(String.init)
        json[string: "notificationType"] = parts.first
        json[string: "subtype"] = parts.count > 1 ? parts[1] : nil
        json[string: "notificationUUID"] = id
        json[string: "transactionId"] = transactionID
        json[string: "productId"] = productID
        json[milliseconds: "signedDate"] = date
        json[string: "file"] = file
        return json
    }
}

/// Looks at the bodies of notifications.
struct NotificationInspector: Sendable {
    let verifier: SignedDataVerifier
    /// Examines version 1.
    let oldStyle: OldStyleNotificationVerifier

    func inspect(_ body: Data) -> NotificationInspection {
        guard let object = (try? JSONValue(parsing: body))?.object else {
            return stranger("the body is no JSON object")
        }
        if let signed = object[string: "signedPayload"] { return inspect(signedPayload: signed) }
        guard object["notification_type"] != nil else {
            return stranger("neither signedPayload nor notification_type is there")
        }
        return inspectOldStyle(object)
    }

    private func stranger(_ reason: String) -> NotificationInspection {
        NotificationInspection(
            version: nil,
            name: "no notification",
            id: nil,
            transactionID: nil,
            productID: nil,
            date: nil,
            refusal: NotificationInspection.Refusal(TrustError(.malformed, reason))
        )
    }

    private func inspect(signedPayload: String) -> NotificationInspection {
        var refusal: NotificationInspection.Refusal?
        do throws(TrustError) {
            _ = try verifier.verify(signedPayload: signedPayload)
        } catch {
            refusal = NotificationInspection.Refusal(error)
        }
        // What it says is of interest even if nobody vouches for it.
        let payload = Self.payload(of: signedPayload)
        let data = payload?[object: "data"]
        let transaction = data?[string: "signedTransactionInfo"].flatMap(Self.payload)
        let names = [payload?[string: "notificationType"], payload?[string: "subtype"]].compactMap { $0 }
        return NotificationInspection(
            version: 2,
            name: names.joined(separator: "/"),
            id: payload?[string: "notificationUUID"],
            transactionID: transaction?[string: "transactionId"],
            productID: transaction?[string: "productId"],
            date: payload?[milliseconds: "signedDate"],
            refusal: refusal
        )
    }

    private static func payload(of compact: String) -> JSONObject? { (try? UnverifiedJWS(compact))?.json }

    // MARK: Version 1

    private func inspectOldStyle(_ object: JSONObject) -> NotificationInspection {
        let examination = oldStyle.examine(object)
        let latest = examination.unified.latestReceiptInfo.max {
            ($0.purchaseDate ?? .distantPast) < ($1.purchaseDate ?? .distantPast)
        }
        return NotificationInspection(
            version: 1,
            name: examination.type,
            id: nil,
            transactionID: latest?.transactionID,
            productID: latest?.productID ?? object[string: "auto_renew_product_id"],
            date: nil,
            refusal: examination.firstFailure.map(NotificationInspection.Refusal.init)
        )
    }
}

extension OldStyleNotificationVerifier {
    /// - Parameters:
    ///   - policy: Whose signature of receipts counts.
    ///   - bundleID: The app that notifications must be about; nil for any.
    ///   - environments: The App Stores that are accepted.
    ///   - sharedSecret: What notifications must show; nil if any will do.
    init(
        policy: TrustPolicy,
        bundleID: String?,
        environments: Set<AppStoreEnvironment>,
        sharedSecret: AppSharedSecret?
    ) {
        self.init(
            receiptPolicy: policy,
            secrets: { _ in sharedSecret.map { [$0] } ?? [] },
            acceptsApp: { bundleID == nil || bundleID == $0 },
            acceptsEnvironment: { environment, _ in environments.contains(environment) }
        )
    }
}
