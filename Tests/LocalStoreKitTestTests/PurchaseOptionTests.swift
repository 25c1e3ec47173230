import Foundation
import LocalAppStore
import LocalStoreKit
import LocalStoreKitTest
import TestSupport
import Testing

@Suite struct PurchaseOptionTests {
    private let bench: TestBench
    private var session: SKTestSession { bench.session }
    private let now = TestAuthority.signingDate

    init() throws { bench = try TestBench() }

    @Test func `Without options it buys now, and the app hears of it`() async throws {
        let transaction = try await session.buyProduct(identifier: SampleShop.greenhouse)
        #expect(transaction.productID == SampleShop.greenhouse)
        #expect(transaction.purchaseDate == now)
        bench.queue.run()
        #expect(bench.heard() == ["purchased greenhouse"])
        #expect(session.allTransactions().map(\.identifier) == [Int(transaction.id)])
    }

    @Test func `It is the transaction that the app gets, signed for its device`() async throws {
        let transaction = try await session.buyProduct(identifier: SampleShop.posy)
        #expect(transaction.environment == .xcode)
        #expect(transaction.originalID == transaction.id)
        #expect(transaction.deviceVerificationNonce.uuidString.isEmpty == false)
        #expect(try session.device.transaction(String(transaction.id))?.payloadValue == transaction)
        #expect(try session.device.transaction("0") == nil)
    }

    @Test func `A subscription that was bought in the past has renewed until now and goes on`() async throws {
        let date = now.addingTimeInterval(-100 * 86_400)
        let first = try await session.buyProduct(identifier: SampleShop.bouquet, options: [.purchaseDate(date)])
        #expect(first.purchaseDate == date)
        let all = session.allTransactions()
        #expect(all.count == 4)
        #expect(all.allSatisfy { $0.originalTransactionIdentifier == Int(first.id) })
        let latest = try #require(all.last)
        #expect(latest.autoRenewingEnabled)
        #expect(latest.expirationDate.map { $0 > now } == true)
        bench.queue.run()
        #expect(bench.heard().count == 4)
    }

    @Test func `One that was cancelled at once has one period`() async throws {
        let date = now.addingTimeInterval(-100 * 86_400)
        let option = Product.PurchaseOption.purchaseDate(date, renewalBehavior: .cancelImmediately)
        let only = try await session.buyProduct(identifier: SampleShop.bouquet, options: [option])
        #expect(session.allTransactions().count == 1)
        #expect(only.expirationDate.map { $0 < now } == true)
        #expect(session.allTransactions().map(\.autoRenewingEnabled) == [false])
    }

    @Test func `Quantity and token reach the receipt's transaction`() async throws {
        let token = UUID()
        try await session.buyProduct(identifier: SampleShop.seeds, options: [.quantity(3), .appAccountToken(token)])
        let stored = try #require(session.store.transactions(account: "customer").first)
        #expect(stored.quantity == 3)
        #expect(stored.appAccountToken == token)
    }

    @Test func `What cannot be bought like this is refused, and nothing is bought`() async throws {
        let tomorrow = now.addingTimeInterval(86_400)
        let refused: [(String, Set<Product.PurchaseOption>, SKTestError.Code)] = [
            ("no.such.product", [], .invalidProductIdentifier),
            (SampleShop.seeds, [.purchaseDate(tomorrow)], .invalidAction),
            (SampleShop.seeds, [.quantity(11)], .invalidAction),
            (SampleShop.greenhouse, [.quantity(2)], .invalidAction),
            (SampleShop.posy, [.promotionalOffer(id: "none")], .invalidAction),
            (SampleShop.posy, [.codeOffer(referenceName: "none")], .invalidAction),
        ]
        for (product, options, code) in refused {
            let error = await #expect(throws: SKTestError.self) {
                try await session.buyProduct(identifier: product, options: options)
            }
            #expect(error?.code == code, "\(product) \(options)")
        }
        #expect(session.store.transactions(account: "customer").isEmpty)
    }

    @Test func `Two of a kind are one, the same every time`() async throws {
        for _ in 0..<5 {
            try await session.buyProduct(identifier: SampleShop.seeds, options: [.quantity(3), .quantity(2)])
        }
        #expect(session.store.transactions(account: "customer").map(\.quantity) == [3, 3, 3, 3, 3])
    }
}
