import AppStoreModels
import AppStoreServerClient
import Foundation
import LocalAppStore
import TestSupport
import Testing

@Suite("The client and the local store")
struct LocalStoreClientTests {
    private let store: LocalAppStore
    private let network: LocalStoreTransport

    init() throws {
        store = try SampleShop.open()
        network = LocalStoreTransport(store)
    }

    @discardableResult
    private func buy(_ productID: String) throws -> String {
        try store.buy(productID: productID, account: SampleShop.customer).transactionID
    }

    @Test("The sandbox knows what production does not, and the transaction verifies")
    func transaction() async throws {
        let id = try buy(SampleShop.greenhouse)
        let transaction = try await network.client().transaction(id)
        #expect(transaction.transactionID == id)
        #expect(transaction.productID == SampleShop.greenhouse)
        #expect(transaction.environment == .sandbox)
    }

    @Test("Nobody knows a transaction that there is not")
    func unknown() async throws {
        let error = await #expect(throws: ServerAPIError.self) { try await network.client().transaction("999999") }
        #expect(error?.errorCode == .transactionIDNotFound)
        let malformed = await #expect(throws: ServerAPIError.self) {
            try await network.client().asking(.sandbox).transaction("a/b")
        }
        #expect(malformed?.code == .refused)
    }

    @Test("A key of another team is refused in plain text")
    func foreignKey() async throws {
        let client = try network.client(key: try SampleKey.key())
        let error = await #expect(throws: ServerAPIError.self) { try await client.transaction("1") }
        #expect(error?.code == .unauthenticated)
        #expect(error?.message?.hasPrefix("Unauthenticated") == true)
    }

    @Test("A history of 45 comes whole, and later what has changed")
    func history() async throws {
        let ids = try (1...45).map { _ in try buy(SampleShop.seeds) }
        let client = try network.client()
        var seen: [String?] = []
        var revision: String?
        for try await page in client.transactionHistoryPages(of: ids[0]) {
            seen += page.transactions.map(\.transactionID)
            revision = page.revision
        }
        #expect(seen == ids)
        try store.advance(by: 60)
        try store.refund(transactionID: ids[3])
        var changed: [String?] = []
        for try await page in client.transactionHistoryPages(of: ids[0], resumingAt: revision) {
            changed += page.transactions.map(\.transactionID)
        }
        #expect(changed == [ids[3]])
        var refunds: [String?] = []
        for try await page in client.refundHistoryPages(of: ids[0]) {
            refunds += page.transactions.map(\.transactionID)
        }
        #expect(refunds == [ids[3]])
    }

    @Test("Statuses come with what the next renewal will do")
    func statuses() async throws {
        let id = try buy(SampleShop.posy)
        let subscription = try #require(try await network.client().subscriptionStatuses(of: id).subscriptions.first)
        #expect(subscription.status == .active)
        #expect(subscription.transaction.transactionID == id)
        #expect(subscription.renewalInfo?.autoRenewProductID == SampleShop.posy)
    }

    @Test("A purchase is finished, and the other version of the history leaves it out")
    func finish() async throws {
        let id = try buy(SampleShop.seeds)
        let client = try network.client()
        try await client.finish(transactionID: id)
        #expect(try store.transaction(id).isFinished)
        for try await page in client.transactionHistoryPagesV1(of: id) { #expect(page.transactions.isEmpty) }
        let error = await #expect(throws: ServerAPIError.self) { try await client.requestTestNotification() }
        #expect(error?.environment == .production)
    }
}
