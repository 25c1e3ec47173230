import AppReceipt
import AppStoreTrust
import Foundation

private func showOutcomes(_ data: Data, _ vendorID: UUID) throws {
    let validator = AppReceiptValidator(
        bundleID: "com.example.app",
        deviceIdentifiers: [try DeviceIdentifier(identifierForVendor: vendorID)]
    )
    let validation = validator.validate(data)
    for check in validation.checks {
        switch check.outcome {
        case .passed: print("✓", check.rule)
        case .failed(let error): print("✗", check.rule, error.reason, error.expected ?? "", error.found ?? "")
        case .notApplicable(let reason): print("–", check.rule, reason)
        }
    }
}

private func validate(_ data: Data) throws {
    let validator = AppReceiptValidator(bundleID: "com.example.app")
    let receipt = try validator.validated(data)
    _ = receipt
}

private func read(_ data: Data) throws {
    let receipt = try AppReceipt(wireForm: data)
    print(receipt.bundleID, receipt.inAppPurchases.map(\.productID))
}

private func write(_ device: DeviceIdentifier, _ date: Date, _ authority: CertificateAuthority) throws -> Data {
    let draft = ReceiptDraft(
        bundleID: "com.example.app",
        appVersion: "1",
        deviceIdentifier: device,
        opaqueValue: [UInt8](repeating: 7, count: 16),
        creationDate: date
    )
    let receipt = try ReceiptWriter(authority: authority).receipt(draft)
    return receipt
}

private enum Rules {
    struct NoTrials: ReceiptRule {
        let id: ReceiptRuleID = "no-trials"
        func failure(in receipt: AppReceipt) -> AppReceiptError? {
            guard receipt.inAppPurchases.contains(where: { $0.isTrialPeriod == true }) else { return nil }
            return AppReceiptError(AppReceiptError.Code(rawValue: "trial"), "There is a trial in the receipt.")
        }
    }
}
