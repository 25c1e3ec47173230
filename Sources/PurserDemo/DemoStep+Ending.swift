import AppStoreModels
import Entitlements
import Foundation
import LocalAppStore
import PurchaseServerClient

extension DemoStep {
    static func uploaded(_ exchanges: [VerificationLog.Exchange], _ view: CustomerAccess) -> DemoStep {
        DemoStep(
            "receipt-uploaded",
            "The server takes the receipt and asks the App Store",
            details: exchanges.map { .init($0.path, "status \($0.status)\($0.meaning)") }
                + view.entitlements.map(\.detail),
            facts: [
                "verifyReceipt": .array(
                    exchanges.map { ["path": .string($0.path), "status": .number(JSONNumber($0.status))] }
                ),
                "entitlements": view.facts,
            ]
        )
    }

    static func renewed(from: Date, to: Date, _ notifications: [DemoNotification], _ view: CustomerAccess) -> DemoStep {
        DemoStep(
            "subscription-renewed",
            "Time passes, the subscription renews",
            details: [.init("clock", "\(DemoText.date(from)) → \(DemoText.date(to))")]
                + notifications.map(\.detail) + view.entitlements.map(\.detail),
            facts: [
                "startDate": .number(JSONNumber(from.millisecondsSince1970)),
                "endDate": .number(JSONNumber(to.millisecondsSince1970)),
                "notifications": .array(notifications.map { .string($0.name) }),
                "entitlements": view.facts,
            ]
        )
    }

    static func refunded(
        _ transaction: StoreTransaction,
        _ notifications: [DemoNotification],
        _ view: CustomerAccess
    ) -> DemoStep {
        DemoStep(
            "purchase-refunded",
            "The App Store refunds it, and the entitlement goes",
            details: [.init("refunded", "\(transaction.productID), transaction \(transaction.transactionID)")]
                + notifications.map(\.detail) + view.entitlements.map(\.detail),
            facts: [
                "transactionId": .string(transaction.transactionID),
                "notifications": .array(notifications.map { .string($0.name) }),
                "entitlements": view.facts,
            ]
        )
    }

    static func ready(storeURL: URL, serverURL: URL, options: DemoOptions) -> DemoStep {
        let status = serverURL.appendingPathComponent("v1/customers/\(DemoStore.customer)").absoluteString
        var details = [Detail("customer", status), Detail("App Store", storeURL.absoluteString)]
        var facts: JSONObject = ["customer": .string(status), "store": .string(storeURL.absoluteString)]
        if let secret = options.consoleSecret {
            let console = serverURL.appendingPathComponent("console").absoluteString
            details += [Detail("console", console), Detail("its secret", secret)]
            facts[string: "console"] = console
            facts[string: "consoleSecret"] = secret
        }
        return DemoStep(
            "ready",
            options.staysUp ? "Both servers stay up; Ctrl-C ends them" : "That is all",
            details: options.staysUp ? details : [.init("again", "purser demo --data \(options.folder.path)")],
            facts: facts
        )
    }
}

extension DemoNotification {
    var detail: DemoStep.Detail {
        .init("notification", isDelivered ? name : "\(name), not delivered", isDelivered ? .passed : .refused)
    }
}

extension VerificationLog.Exchange {
    /// What the status says.
    fileprivate var meaning: String {
        switch ReceiptStatusCode(rawValue: Int(status)) {
        case .valid: ", valid"
        case .sandboxReceipt: ", a sandbox receipt: ask the sandbox"
        case .productionReceipt: ", a production receipt: ask production"
        default: ""
        }
    }
}

extension CustomerAccess {
    /// The entitlements for a program, as the server wrote them.
    var facts: JSONValue { .array(entitlements.map { .object($0.json ?? [:]) }) }
}

extension CustomerEntitlement {
    /// The entitlement for a person.
    var detail: DemoStep.Detail {
        // What is used up gives no access, and the purchase of it went well all the same.
        let isWell = isEntitled || state == .bought
        let until = expiresDate.map { " until \(DemoText.date($0))" } ?? ""
        let text = isWell ? "\(state)\(until)" : "\(state), \(reason)"
        return .init(productID, text, isWell ? .passed : .refused)
    }
}
