import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Receipts that were signed before")
struct SignedReceiptsTests {
    private func unsigned(
        _ number: Int,
        records: Int = 0,
        flaw: CertificateFlaw? = nil
    ) throws -> UnsignedReceipt {
        var draft = ReceiptDraft(
            bundleID: "com.example.flowershop",
            appVersion: "\(number)",
            deviceIdentifier: try DeviceIdentifier("3B76A7BD-8F5B-46A4-BCB1-CCE8DBD1B3CD"),
            opaqueValue: [UInt8](repeating: 7, count: 16),
            creationDate: Date(timeIntervalSince1970: 1_769_853_600)
        )
        draft.inAppPurchases = (0..<records).map { record in
            InAppPurchaseDraft(
                productID: "seeds",
                transactionID: "\(record)",
                purchaseDate: draft.creationDate,
                productKind: .consumable
            )
        }
        return UnsignedReceipt(draft: draft, digest: .sha256, flaw: flaw)
    }

    @Test("What says the same is found, what differs in anything is not")
    func finds() throws {
        var receipts = SignedReceipts()
        let (first, data) = (try unsigned(1, records: 2), Data([1]))
        receipts.keep(data, of: first)
        #expect(receipts.receipt(first) == data)
        #expect(receipts.receipt(try unsigned(1, records: 2)) == data)
        #expect(receipts.receipt(try unsigned(1, records: 3)) == nil)
        #expect(receipts.receipt(try unsigned(2, records: 2)) == nil)
        #expect(receipts.receipt(UnsignedReceipt(draft: first.draft, digest: .sha1, flaw: nil)) == nil)
        #expect(receipts.receipt(UnsignedReceipt(draft: first.draft, digest: .sha256, flaw: .revoked)) == nil)
        receipts.keep(data, of: try unsigned(9, flaw: .revoked))
        #expect(receipts.count == 1)
    }

    @Test("Only so many are kept, and those that were signed last; very long ones are not")
    func bounded() throws {
        var receipts = SignedReceipts()
        let each = 63
        let inGeneration = SignedReceipts.recordsOfGeneration / (each + 1)
        for number in 0..<3 * inGeneration { receipts.keep(Data([1]), of: try unsigned(number, records: each)) }
        #expect(receipts.count == 2 * inGeneration)
        #expect(receipts.receipt(try unsigned(3 * inGeneration - 1, records: each)) != nil)
        #expect(receipts.receipt(try unsigned(inGeneration - 1, records: each)) == nil)
        let long = try unsigned(0, records: SignedReceipts.recordsOfReceipt)
        receipts.keep(Data([1]), of: long)
        #expect(receipts.receipt(long) == nil)
    }

    @Test("The same receipt asked for again is the same, until something happens or another authority signs")
    func again() throws {
        let store = try Shop.store()
        let device = try DeviceIdentifier("3B76A7BD-8F5B-46A4-BCB1-CCE8DBD1B3CD")
        func receipt() throws -> Data { try store.receipt(account: Shop.flora, device: device) }
        let first = try receipt()
        #expect(try receipt() == first)
        try store.buy(productID: Shop.greenhouse, account: Shop.flora)
        let second = try receipt()
        #expect(second != first)
        try store.nameResponder(at: "http://127.0.0.1:9/ocsp")
        #expect(try receipt() != second)
        let validator = AppReceiptValidator(policy: store.trustPolicy, rules: [])
        #expect(try validator.validated(try receipt()).inAppPurchases.map(\.productID) == [Shop.greenhouse])
    }

    @Test("Damage strikes a receipt that was handed out whole before, and is gone from the next one")
    func faults() throws {
        let store = try Shop.store()
        let device = try DeviceIdentifier("3B76A7BD-8F5B-46A4-BCB1-CCE8DBD1B3CD")
        func receipt() throws -> Data { try store.receipt(account: Shop.flora, device: device) }
        let whole = try receipt()
        for kind in [StoreFault.Kind.receiptDamaged, .receiptAltered, .receiptMissing, .expiredCertificate] {
            try store.setFault(StoreFault(kind, times: 1))
            let struck = try receipt()
            #expect(struck != whole, "\(kind)")
            #expect(try receipt() == whole, "\(kind)")
        }
    }
}
