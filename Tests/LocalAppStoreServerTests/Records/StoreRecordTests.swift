import AppStoreModels
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Records of a running store", .timeLimit(.minutes(15)))
struct StoreRecordTests {
    @Test("A purchase and its subscription are what the store knows of them")
    func purchase() async throws {
        let store = try SampleShop.open()
        try await withRunning(LocalStoreServer(store: store)) { url in
            let client = StoreControlClient(baseURL: url)
            let purchase = try await client.send(.buy(productID: SampleShop.bouquet, account: SampleShop.customer))
            let bought = try #require(purchase.transaction)
            #expect(purchase.attempt == nil)
            let id = try #require(bought.transactionID)
            let transaction = try store.transaction(id)
            #expect(bought.account == SampleShop.customer)
            #expect(bought.productID == SampleShop.bouquet)
            #expect(bought.expiresDate == transaction.expiresDate)
            #expect(bought.price == transaction.price.amount)
            #expect(bought.isFinished == false)
            let extended = try await client.send(.subscription(id, .extend(days: 30)))
            let subscription = try store.subscription(id)
            #expect(extended.expiresDate == subscription.expiresDate)
            #expect(extended.status == .active)
            #expect(extended.autoRenewStatus == .on)
            #expect(extended.groupID == subscription.groupID)
            let dearer = try await client.send(.subscription(id, .priceIncrease(29.99)))
            #expect(dearer.increasedPrice == (try store.subscription(id)).priceIncrease?.price)
            #expect(try await client.send(.transaction(id, .finish)).isFinished == true)
        }
    }

    @Test("What waits is an attempt, and becomes a transaction when it is approved")
    func attempt() async throws {
        let store = try SampleShop.open()
        try await withRunning(LocalStoreServer(store: store)) { url in
            let client = StoreControlClient(baseURL: url)
            var request = PurchaseRequest(productID: SampleShop.seeds, accountID: SampleShop.customer)
            request.simulatesAskToBuy = true
            let waiting = try #require(try await client.send(.buy(request)).attempt)
            #expect(try await client.send(.attempts()).records == [waiting])
            #expect(waiting.productID == SampleShop.seeds)
            let approved = try await client.send(.attempt(try #require(waiting.id), .approve))
            #expect(approved.transaction?.productID == SampleShop.seeds)
            let completed = try #require(try await client.send(.attempts()).records.first)
            #expect(completed.transactionID == approved.transaction?.transactionID)
            #expect(PurchaseRecord(json: completed.json).attempt == completed)
        }
    }

    @Test("How performance tests are done changes in what is said, and is told")
    func performanceTests() async throws {
        let store = try SampleShop.open()
        try await withRunning(LocalStoreServer(store: store)) { url in
            let client = StoreControlClient(baseURL: url)
            var changes = RealtimePerformanceTestConfig()
            changes.totalRequests = 7
            let changed = try #require(try await client.send(.changePerformanceTests(changes)).config)
            #expect(changed.totalRequests == 7)
            #expect(changed.maxConcurrentRequests == 10)
            #expect(store.performanceTestPlan.requests == 7)
            #expect(try await client.send(.realtime).config == changed)
        }
    }

    @Test("The state has the records of everything")
    func state() async throws {
        let store = try SampleShop.open()
        try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        try store.setFault(StoreFault(.offline))
        try await withRunning(LocalStoreServer(store: store)) { url in
            let state = try await StoreControlClient(baseURL: url).send(.state)
            #expect(state.bundleID == store.app.bundleID)
            #expect(state.environment == store.environment)
            #expect(state.sequence == store.eventCount)
            #expect(state.clock?.now == store.now)
            #expect(state.settings?.timeRate == "manual", "its clock stands")
            #expect(state.products.map(\.price) == (try store.catalogue()).map(\.price))
            #expect(state.accounts.map(\.id) == store.accounts.map(\.id))
            #expect(state.accounts.first?.createdDate == store.accounts.first?.createdDate)
            #expect(state.faults.map(\.kind) == [.offline])
            #expect(state.transactions.map(\.productID) == [SampleShop.posy])
            #expect(state.subscriptions.map(\.latestTransactionID) == state.transactions.map(\.transactionID))
            #expect(state.transactionCount == 1)
        }
    }

    @Test("What a store of another version says is kept, and what it does not say is nil")
    func otherVersion() {
        let record = SubscriptionRecord(json: ["status": 9, "hat": "green"])
        #expect(record.status == SubscriptionStatusCode(rawValue: 9))
        #expect(record.json[string: "hat"] == "green")
        #expect(record.expiresDate == nil)
        #expect(RecordList<AccountRecord>(json: ["customers": []]).records.isEmpty)
        #expect(FaultRecord(json: ["kind": "meteor", "seconds": "soon"]).parameters == StoreFault.Parameters())
    }
}
