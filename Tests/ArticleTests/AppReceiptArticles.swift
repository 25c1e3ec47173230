import AppReceipt
import Foundation

private func showFailures(_ data: Data, _ vendorID: UUID) throws {
    let validator = AppReceiptValidator(
        bundleID: "com.example.app",
        deviceIdentifiers: [try DeviceIdentifier(identifierForVendor: vendorID)]
    )
    let validation = validator.validate(data)
    for failure in validation.failures {
        print(failure.code, failure.reason, failure.expected ?? "", failure.found ?? "")
    }
}
