import AppReceipt
import Foundation
import LocalAppStore
import LocalStoreKit
import LocalStoreKitTest
import Locking
import TestSupport
import Testing

@Suite struct SessionTests {
    @Test func `Without a configuration that says otherwise everything is off, in real time, in the United States`()
        throws
    {
        let session = try TestBench().session
        #expect(!session.askToBuyEnabled)
        #expect(!session.disableDialogs)
        #expect(!session.failTransactionsEnabled)
        #expect(session.failureError == .unknown)
        #expect(!session.interruptedPurchasesEnabled)
        #expect(!session.shouldEnterBillingRetryOnRenewal)
        #expect(!session.billingGracePeriodIsEnabled)
        #expect(session.storefront == "USA")
        #expect(session.locale == Locale(identifier: "en_US"))
        #expect(session.timeRate == .realTime)
    }

    @Test func `Resetting takes the settings of the file again and keeps the transactions`() async throws {
        let bench = try TestBench()
        let session = bench.session
        bench.buy(SampleShop.seeds)
        session.askToBuyEnabled = true
        session.storefront = "DEU"
        session.timeRate = .oneRenewalEveryTwoSeconds
        session.locale = Locale(identifier: "de_DE")
        try await session.setSimulatedError(.generic(.unknown), forAPI: .loadProducts)
        session.resetToDefaultState()
        #expect(!session.askToBuyEnabled)
        #expect(session.storefront == "USA")
        #expect(session.timeRate == .realTime)
        #expect(session.locale == Locale(identifier: "en_US"))
        #expect(await session.simulatedError(forAPI: .loadProducts) == nil)
        #expect(session.allTransactions().count == 1)
    }

    @Test func `Clearing removes the transactions, also from the receipt, and keeps the settings`() throws {
        let bench = try TestBench()
        let session = bench.session
        bench.buy(SampleShop.greenhouse)
        session.askToBuyEnabled = true
        bench.buy(SampleShop.seeds)
        #expect(session.allTransactions().map(\.state) == [.purchased, .deferred])
        session.clearTransactions()
        #expect(session.allTransactions().isEmpty)
        #expect(session.askToBuyEnabled)
        let device = try DeviceIdentifier(identifierForVendor: SKTestSessionOptions().deviceIdentifier)
        let data = try session.store.receipt(account: "customer", device: device)
        let receipt = try AppReceipt(wireForm: data)
        #expect(receipt.inAppPurchases.isEmpty)
    }

    @Test(arguments: ["FlowerShop", "FlowerShop.storekit"])
    func `A file that no bundle has is not found, with or without its extension`(name: String) {
        #expect(throws: SKTestError.self) { try SKTestSession(configurationFileNamed: "No\(name)") }
    }

    @Test func `Only a file with the right extension is a configuration`() throws {
        let web = try #require(URL(string: "https://example.com/Shop.storekit"))
        for url in [web, URL(fileURLWithPath: "/Shop.json")] {
            #expect { try SKTestSession(contentsOf: url) } throws: { ($0 as? SKTestError)?.code == .invalidURL }
        }
        #expect { try SKTestSession(contentsOf: URL(fileURLWithPath: "/nowhere/Shop.storekit")) } throws: {
            ($0 as? SKTestError)?.code == .fileNotFound
        }
    }

    @Test func `A damaged file is an error that says where`() throws {
        try withTemporaryFolder { folder in
            let file = folder.appendingPathComponent("Damaged.storekit")
            try Data("{ \"products\": [".utf8).write(to: file)
            #expect(throws: (any Error).self) { try SKTestSession(contentsOf: file) }
        }
    }

    @Test func `A storefront that does not exist changes nothing`() throws {
        let session = try TestBench().session
        session.storefront = "Atlantis"
        #expect(session.storefront == "USA")
    }

    @Test func `A session is taken from the main queue's device unless it is isolated`() throws {
        let outside = LocalDevice.current
        try LocalDevice.isolated {
            #expect(LocalDevice.current == nil)
            let first = try SKTestSession(contentsOf: TestBench.catalogue, options: TestBench.options())
            #expect(LocalDevice.current === first.device)
            let second = try SKTestSession(contentsOf: TestBench.catalogue, options: TestBench.options())
            #expect(LocalDevice.current === second.device)
        }
        #expect(LocalDevice.current === outside)
    }

    @Test func `Sessions that run in parallel do not hear of each other`() async throws {
        try await withThrowingTaskGroup(of: [String].self) { group in
            for number in 0..<8 {
                group.addTask {
                    try LocalDevice.isolated {
                        let bench = try TestBench()
                        for _ in 0..<number { bench.buy(SampleShop.seeds) }
                        #expect(bench.session.allTransactions().count == number)
                        return bench.heard()
                    }
                }
            }
            var counts: [Int] = []
            for try await heard in group { counts.append(heard.count) }
            #expect(counts.sorted() == (0..<8).map { $0 * 2 })
        }
    }

    @Test func `A session that follows a clock does what has fallen due`() throws {
        let time = Locked(TestAuthority.signingDate)
        var options = TestBench.options()
        options.clock = .reading { time.withLock { $0 } }
        let session = try LocalDevice.isolated {
            try SKTestSession(contentsOf: TestBench.catalogue, options: options)
        }
        session.timeRate = .oneRenewalEveryTenSeconds
        try session.buyProduct(productIdentifier: SampleShop.bouquet)
        time.withLock { $0 += 25 }
        #expect(session.allTransactions().count == 3)
        time.withLock { $0 -= 20 }
        #expect(session.allTransactions().count == 3)
    }

    @Test func `Without dialogs the payment sheet is not asked`() throws {
        let bench = try TestBench()
        bench.session.device.settings.paymentSheet = { _ in .cancel }
        bench.buy(SampleShop.seeds)
        #expect(bench.heard() == ["purchasing seeds", "failed seeds"])
        bench.session.disableDialogs = true
        bench.buy(SampleShop.seeds)
        #expect(bench.heard() == ["purchasing seeds", "purchased seeds"])
    }

    @Test func `A new storefront is the queue's, and its observers hear of it`() throws {
        let bench = try TestBench()
        bench.then { $0.storefront = "DEU" }
        #expect(bench.heard() == ["storefront changed"])
        #expect(bench.session.device.perform { SKPaymentQueue.default().storefront?.countryCode } == "DEU")
    }

    @Test func `Rates and codes that have no name yet are values, as on the systems of Apple`() throws {
        let session = try TestBench().session
        let rate = try #require(SKTestSession.TimeRate(rawValue: 99))
        #expect(rate.rawValue == 99)
        #expect(rate != .realTime)
        session.timeRate = rate
        #expect(session.timeRate.rawValue == 99)
        session.timeRate = .oneRenewalEveryTwoSeconds
        #expect(session.timeRate.rawValue == 1005)
        let error = SKTestError(try #require(SKTestError.Code(rawValue: 8)))
        #expect(error.errorCode == 8)
        #expect((error as NSError).code == 8)
        #expect(SKTestError.invalidAction.rawValue == 7)
        switch error.code {
        case .serviceUnavailable, .invalidProductIdentifier, .invalidProductType, .invalidURL, .fileNotFound,
            .noSubscriptionFound, .noTransactionFound, .invalidAction:
            Issue.record("taken for a known code")
        @unknown default: break
        }
    }
}
