import AppReceipt
import AppStoreServerClient
import AppStoreTrust
import Foundation
import LocalAppStore
import TestSupport
import Testing

@Suite("From receipts to transactions")
struct ReceiptTransactionsTests {
    private func shopReceipt() throws -> (receipt: Data, ids: [String]) {
        let store = try SampleShop.open()
        let first = try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer).transactionID
        try store.advance(by: 60)
        let second = try store.buy(productID: SampleShop.posy, account: SampleShop.customer).transactionID
        return (Data(try SampleShop.receipt(store).utf8), [first, second])
    }

    @Test("An app receipt gives all its transactions, and the newest when one is wanted")
    func appReceipt() throws {
        let (receipt, ids) = try shopReceipt()
        #expect(Set(try ReceiptTransactions.transactionIDs(inReceipt: receipt)) == Set(ids))
        #expect(try ReceiptTransactions.anyTransactionID(inReceipt: receipt) == ids.last)
        let octets = try #require(Data(base64Encoded: receipt))
        #expect(try ReceiptTransactions.anyTransactionID(inReceipt: octets) == ids.last)
    }

    @Test("With a validator, only what is signed gives transactions")
    func verified() throws {
        let (receipt, ids) = try shopReceipt()
        let bundleID = SampleShop.app.bundleID
        let validator = AppReceiptValidator(policy: try TestAuthority.policy, bundleID: bundleID)
        let found = try ReceiptTransactions.transactionIDs(inReceipt: receipt, verifiedBy: validator)
        #expect(Set(found) == Set(ids))
        let foreign = AppReceiptValidator(
            policy: .trusting([try TestAuthority.foreign.get().receiptAnchor]),
            bundleID: bundleID
        )
        #expect(throws: AppReceiptError.self) {
            try ReceiptTransactions.transactionIDs(inReceipt: receipt, verifiedBy: foreign)
        }
    }

    /// A receipt as of iOS 6, with something else in the place of its signature.
    private func oldReceipt(_ purchase: String) -> Data {
        let inner = Data(purchase.utf8).base64EncodedString()
        let outer = "{\n\t\"signature\" = \"AAAA\";\n\t\"purchase-info\" = \"\(inner)\";\n\t\"pod\" = \"100\";\n}"
        return Data(Data(outer.utf8).base64EncodedString().utf8)
    }

    @Test("A receipt of iOS 6 gives its one transaction")
    func old() throws {
        let receipt = oldReceipt("{\n\t\"original-transaction-id\" = \"1\";\n\t\"transaction-id\" = \"33993399\";\n}")
        #expect(try ReceiptTransactions.transactionIDs(inReceipt: receipt) == ["33993399"])
        #expect(try ReceiptTransactions.anyTransactionID(inReceipt: receipt) == "33993399")
    }

    @Test("What is no receipt is refused with the reason")
    func none() throws {
        for data in [
            Data(), Data("hello".utf8), Data("<html>".utf8), oldReceipt("{}"), oldReceipt("\"transaction-id\""),
        ] {
            #expect(throws: AppReceiptError.self) { try ReceiptTransactions.transactionIDs(inReceipt: data) }
        }
    }

    @Test("A receipt without purchases has nothing to ask about")
    func empty() throws {
        let receipt = Data(try SampleShop.receipt(try SampleShop.open()).utf8)
        #expect(try ReceiptTransactions.transactionIDs(inReceipt: receipt) == [])
        #expect(try ReceiptTransactions.anyTransactionID(inReceipt: receipt) == nil)
    }
}
