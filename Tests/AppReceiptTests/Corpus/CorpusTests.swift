import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("Every genuine receipt of the fixtures", .enabled(if: Fixtures.areAvailable))
struct CorpusTests {
    @Test("has the fields of its row", arguments: CorpusReceipt.all)
    func fields(_ row: CorpusReceipt) throws {
        let receipt = try AppReceipt(wireForm: row.data)
        #expect(receipt.environment?.rawValue == row["environment"])
        #expect(receipt.bundleID == row["bundle_id"])
        #expect(receipt.appVersion == row["app_version"])
        #expect(receipt.inAppPurchases.count == Int(row["in_app_records"]))
        #expect(receipt.creationDate == RFC3339.date(from: row["receipt_creation_date"]))
        #expect(receipt.signatureDigest.rawValue == row["digest"])
    }

    @Test("gets the verdict of its row from the roots it needs", arguments: CorpusReceipt.all)
    func verdict(_ row: CorpusReceipt) throws {
        let policy = row.isXcode ? TrustPolicy.appStore.addingXcodeTesting([try XcodeCertificate.anchor]) : .appStore
        let validator = AppReceiptValidator(
            policy: policy,
            bundleID: row["bundle_id"],
            appVersion: row["app_version"],
            environments: [ReceiptEnvironment(rawValue: row["environment"])]
        )
        #expect(row["openssl_signature"] == "pass" && row["openssl_chain_at_creation"] == "pass")
        #expect(validator.validate(try row.data).failures == [])
    }

    @Test("is refused by name if it comes from Xcode and nobody opted in", arguments: CorpusReceipt.all)
    func xcodeNeedsOptIn(_ row: CorpusReceipt) throws {
        let validator = AppReceiptValidator(bundleID: row["bundle_id"])
        let codes = validator.validate(try row.data).failures.map(\.code)
        #expect(codes == (row.isXcode ? [.init(rawValue: "chain-invalid"), .environment] : []))
    }

    @Test("is bound to the device of its row, and to no other", arguments: CorpusReceipt.all)
    func deviceHash(_ row: CorpusReceipt) throws {
        let receipt = try AppReceipt(wireForm: row.data)
        let other = try DeviceIdentifier("00000000-0000-0000-0000-000000000001")
        #expect(DeviceHashRule([other]).failure(in: receipt)?.code == .deviceHash)
        guard !row["device_guid_hex"].isEmpty else { return }
        guard row["device_guid_hex"].contains(where: { $0 != "0" }) else {
            #expect(throws: AppReceiptError(.deviceIdentifier, "")) { try DeviceIdentifier(row["device_guid_hex"]) }
            return
        }
        let device = try DeviceIdentifier(row["device_guid_hex"])
        #expect(DeviceHashRule([other, device]).failure(in: receipt) == nil)
    }

    @Test("no longer verifies at a date when its certificates have expired", arguments: CorpusReceipt.all)
    func expired(_ row: CorpusReceipt) throws {
        var policy = TrustPolicy.appStore
        policy.validityMoment = .fixed(Date(timeIntervalSince1970: 1_795_219_200))
        let failure = SignatureRule(policy: policy).failure(in: try AppReceipt(wireForm: row.data))
        #expect(failure?.code.rawValue == (row.isXcode ? "chain-invalid" : "certificate-expired"))
    }
}
