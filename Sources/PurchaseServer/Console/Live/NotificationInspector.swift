import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation

/// Shows a notification that came: decoded, with what became of every rule.
struct NotificationInspector: Sendable {
    let log: NotificationLog
    let configuration: PurchaseServerConfiguration

    /// - Returns: nil if it is not kept, or no longer.
    func json(of number: Int64) -> JSONObject? {
        guard let entry = log.entry(number) else { return nil }
        var json = entry.json
        json[object: "document"] = document(entry)
        return json
    }

    private func document(_ entry: NotificationLog.Entry) -> JSONObject? {
        guard let object = entry.object else {
            // What nobody can read is shown as it is, as far as it is text.
            return entry.body.map { body in
                [
                    "kind": "unreadable", "isValid": false, "checks": [],
                    "text": .string(String(decoding: body.prefix(Self.longestText), as: UTF8.self)),
                ]
            }
        }
        if let signed = object[string: "signedPayload"] {
            return SignedDataVerifier(configuration).examine(signed).document(signed)
        }
        return oldStyle(object)
    }

    /// Of version 1, without the secret inside.
    private func oldStyle(_ object: JSONObject) -> JSONObject {
        let examination = OldStyleNotificationReader(apps: ServedApps(configuration)).examine(object)
        var clean = object
        clean["password"] = object["password"] == nil ? nil : "…"
        var json: JSONObject = [
            "kind": "version1", "isValid": .bool(examination.firstFailure == nil), "payload": .object(clean),
        ]
        json[array: "checks"] = examination.checks.map { .object($0.json) }
        return json
    }

    private static let longestText = 16_384
}
