import AppReceipt
import Foundation
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("Verifying a receipt without the App Store")
struct LocalReceiptValidatorTests {
    @Test("A receipt that has expired is refused", arguments: [(-1.0, true), (0, false), (1, false)])
    func expiration(secondsAfter: TimeInterval, isAccepted: Bool) throws {
        let end = TestAuthority.signingDate.addingTimeInterval(86_400)
        let validator = LocalReceiptValidator(
            bundleID: SampleReceipt.bundleID,
            policy: try TestAuthority.policy,
            now: { end.addingTimeInterval(secondsAfter) }
        )
        var answers: [Bool] = []
        validator.validate(receiptData: try SampleReceipt.signed { $0.expirationDate = end }) { result in
            if case .success = result { answers.append(true) } else { answers.append(false) }
        }
        #expect(answers == [isAccepted])
    }

    @Test("The answer has the shape of Apple's: the environment, and in the latest list also what does not expire")
    func shape() throws {
        let validator = LocalReceiptValidator(
            bundleID: SampleReceipt.bundleID,
            policy: try TestAuthority.policy,
            now: { Date(timeIntervalSince1970: 0) }
        )
        var answer: ReceiptInfo = [:]
        validator.validate(receiptData: try SampleReceipt.signed()) { result in
            if case .success(let receipt) = result { answer = receipt }
        }
        #expect(answer["environment"] as? String == "Sandbox")
        let latest = try #require(answer["latest_receipt_info"] as? [ReceiptInfo])
        let inApp = try #require((answer["receipt"] as? ReceiptInfo)?["in_app"] as? [ReceiptInfo])
        #expect(latest.compactMap { $0["product_id"] as? String } == inApp.compactMap { $0["product_id"] as? String })
        #expect(latest.contains { $0["expires_date_ms"] == nil })
    }

    @Test("A clock that is years behind refuses nothing")
    func clockBehind() throws {
        let validator = LocalReceiptValidator(
            bundleID: SampleReceipt.bundleID,
            policy: try TestAuthority.policy,
            now: { Date(timeIntervalSince1970: 0) }
        )
        var isAccepted = false
        validator.validate(receiptData: try SampleReceipt.signed()) { result in
            if case .success = result { isAccepted = true }
        }
        #expect(isAccepted)
    }
}
