import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation

/// What the app asks of its receipt, offline, before it believes it.
struct ReceiptCheck: Sendable {
    let validator: AppReceiptValidator

    /// A step with one line a rule.
    ///
    /// - Throws: ``DemoError/receiptInvalid(_:)`` if a rule fails.
    func step(for data: Data) throws(DemoError) -> DemoStep {
        let validation = validator.validate(data)
        guard let receipt = validation.validReceipt else {
            throw .receiptInvalid(validation.failures.map(\.description))
        }
        let rules = validation.checks.map {
            DemoStep.Detail($0.rule.rawValue, Self.meaning(of: $0.rule, in: receipt.payload), .passed)
        }
        return DemoStep(
            "receipt-validated",
            "The receipt is checked on the device, offline",
            details: [
                .init("receipt", "\(data.count) bytes, PKCS#7, \(receipt.inAppPurchases.count) purchases")
            ] + rules,
            facts: [
                "byteCount": .number(.init(data.count)),
                "environment": .string(receipt.environment?.rawValue ?? ""),
                "purchases": .array(receipt.inAppPurchases.map { .string($0.productID) }),
                "rules": .array(validation.checks.map { .string($0.rule.rawValue) }),
            ]
        )
    }

    private static func meaning(of rule: ReceiptRuleID, in receipt: AppReceipt) -> String {
        switch rule {
        case .signature: "three certificates, \(receipt.signatureDigest.rawValue.uppercased()) with RSA"
        case .bundleID: receipt.bundleID
        case .appVersion: receipt.appVersion
        case .deviceHash: "this device"
        case .environment: receipt.environment?.rawValue ?? ""
        default: "passed"
        }
    }
}
