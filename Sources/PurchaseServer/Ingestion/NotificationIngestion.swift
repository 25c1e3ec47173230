import AppStoreModels
import AppStoreTrust
import Entitlements
import Foundation
import HTTPServing
import Logging

/// Takes a notification of the App Store in: verified, on disk, acknowledged.
///
/// What will never be acceptable is answered 4xx, so that the App Store stops sending it. What fails on our side is
/// answered 5xx, so that it comes again.
struct NotificationIngestion: Sendable {
    let storage: any PurchaseStorage
    let apps: ServedApps
    let verifier: SignedDataVerifier
    let oldStyle: OldStyleNotificationReader
    let inspection: ReceiptInspection
    let rules: EntitlementRules
    let now: @Sendable () -> Date
    let logger: Logger

    /// Returns when the notification is durable, for the first or for a repeated time.
    ///
    /// - Returns: Whether it was new.
    @discardableResult
    func ingest(_ body: Data) async throws -> Bool {
        let notification: ReceivedNotification
        do throws(Rejection) {
            notification = try LongWork.run { () throws(Rejection) in try read(body) }
        } catch {
            // Whoever has set a wrong secret or a wrong app looks here first.
            logger.warning(
                "notification refused",
                metadata: ["code": "\(error.code)", "rule": "\(error.rule ?? "-")", "error": "\(error.message)"]
            )
            throw error
        }
        let isNew = try await storage.save(notification) { facts in
            PollSchedule(rules: rules, now: now()).nextCheck(of: facts)
        }
        logger.info(
            "notification",
            metadata: ["type": "\(notification.type)", "id": "\(notification.identifier)", "new": "\(isNew)"]
        )
        return isNew
    }

    private func read(_ body: Data) throws(Rejection) -> ReceivedNotification {
        let object: JSONObject
        do throws(JSONError) {
            object = try NotificationEnvelope(jsonData: body, limits: .request(maximumLength: body.count)).json
        } catch {
            throw Rejection(400, "notification-malformed", "\(error)")
        }
        if let signed = object[string: "signedPayload"] { return try read(signedPayload: signed, of: body) }
        guard object["notification_type"] != nil else {
            throw Rejection(400, "notification-malformed", "neither signedPayload nor notification_type is there")
        }
        var notification = try oldStyle.read(object, receivedAt: now())
        notification.latestReceipt = notification.latestReceipt.flatMap(acceptable)
        return notification
    }

    /// The receipt inside of a notification, as the App Store spelt it; nil if its signature does not speak for it, or if
    /// it is of another app. The notification counts all the same.
    private func acceptable(_ latest: AccountReceipt) -> AccountReceipt? {
        do throws(Rejection) {
            let inspected = try inspection.inspect(latest.receipt)
            guard inspected.isSignatureChecked, inspected.bundleID == latest.bundleID else { return nil }
            return AccountReceipt(
                receipt: inspected.receipt,
                environment: latest.environment,
                bundleID: latest.bundleID
            )
        } catch {
            logger.warning(
                "the receipt of a notification is not kept",
                metadata: ["code": "\(error.code)", "rule": "\(error.rule ?? "-")"]
            )
            return nil
        }
    }

    /// - Parameter body: What it came in.
    private func read(signedPayload: String, of body: Data) throws(Rejection) -> ReceivedNotification {
        let verified: VerifiedNotification
        do throws(TrustError) {
            verified = try verifier.verify(signedPayload: signedPayload)
        } catch {
            throw Rejection(
                error.code.isAboutSender ? 401 : 422,
                "notification-not-accepted",
                error.reason,
                rule: error.code.rawValue
            )
        }
        if let transaction = verified.transaction, let bundleID = transaction.bundleID {
            let environment = transaction.environment ?? .production
            guard apps.accept(environment, of: bundleID) else {
                throw Rejection(
                    422,
                    "notification-not-accepted",
                    "purchases of \(bundleID) in \(environment.rawValue.prefix(40)) are not accepted",
                    rule: "wrong-environment"
                )
            }
        }
        let types = [verified.payload.notificationType?.rawValue, verified.payload.subtype?.rawValue]
        return ReceivedNotification(
            identifier: verified.notificationUUID,
            type: types.compactMap(\.self).joined(separator: "/"),
            signedDate: verified.payload.signedDate,
            receivedAt: now(),
            body: Self.body(signedPayload, of: body),
            facts: facts(of: verified),
            refundReason: verified.payload.data?.consumptionRequestReason
        )
    }

    /// Only what is signed: whoever repeats a notification could put anything beside it.
    ///
    /// All of it is Base64url and dots, or it would not have been verified: nothing has to be escaped. No other spelling of it
    /// is as short.
    private static func body(_ signedPayload: String, of body: Data) -> Data {
        let (beginning, end) = (#"{"signedPayload":""#, #""}"#)
        let length = beginning.utf8.count + signedPayload.utf8.count + end.utf8.count
        return body.count == length ? body : Data((beginning + signedPayload + end).utf8)
    }

    /// A part that states nothing usable must not cost the rest, nor the notification its place on disk.
    private func facts(of notification: VerifiedNotification) -> PurchaseFacts {
        var facts = PurchaseFacts()
        do throws(FactError) {
            if let transaction = notification.transaction { facts.insert(try PurchaseFact(transaction)) }
            if let renewalInfo = notification.renewalInfo { facts.insert(try RenewalFact(renewalInfo)) }
        } catch {
            logger.warning("incomplete payload", metadata: ["error": "\(error)"])
        }
        return facts
    }
}

extension TrustError.Code {
    /// Whether it is open who has sent the data, rather than the data that is not for us.
    fileprivate var isAboutSender: Bool {
        ![.missingMember, .unknownKind, .wrongKind, .wrongApp, .wrongEnvironment, .unboundRenewalInfo].contains(self)
    }
}

/// The body of a notification of either version.
private struct NotificationEnvelope: JSONBacked {
    var json: JSONObject

    init(json: JSONObject) { self.json = json }
}
