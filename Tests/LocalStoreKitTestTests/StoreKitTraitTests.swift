import Foundation
import LocalAppStore
import LocalStoreKit
import Testing

@testable import LocalStoreKitTest

private let catalogue = "../../Examples/Catalogues/FlowerShop.storekit"
private let posy = "com.example.flowershop.club.posy"

@Suite("The trait that gives a test its store", .storeKit(catalogue))
struct StoreKitTraitTests {
    @Test("A subscription that was bought renews when time passes")
    func renews() async throws {
        let session = try #require(SKTestSession.current)
        try await session.buyProduct(identifier: posy)
        try session.advance(months: 2)
        #expect(session.store.transactions(account: "customer").map(\.productID) == [posy, posy, posy])
        try session.advance(days: 1)
        #expect(session.now == LocalAppStore.usualStart.addingTimeInterval(60 * 86_400))
    }

    @Test("A year has twelve renewals, as the first page says")
    func year() async throws {
        let session = try #require(SKTestSession.current)
        try await session.buyProduct(identifier: posy)
        try session.advance(months: 12)
        #expect(session.allTransactions().count == 13)
    }

    @Test("Tests that run side by side know nothing of each other", arguments: 0..<8)
    func isolated(number: Int) async throws {
        let session = try #require(SKTestSession.current)
        #expect(session.allTransactions().isEmpty)
        #expect(LocalDevice.current === session.device)
        try await session.buyProduct(identifier: posy)
        await Task.yield()
        #expect(session.allTransactions().count == 1)
        #expect(session.now == LocalAppStore.usualStart)
    }

    @Test("A test changes its surroundings", .storeKit(catalogue) { $0.account = "ada" })
    func surroundings() throws {
        let session = try #require(SKTestSession.current)
        #expect(session.store.engine.accounts.map(\.id) == ["ada"])
    }
}

@Suite("Without the trait")
struct NoStoreKitTraitTests {
    @Test("No session is in use")
    func none() {
        #expect(SKTestSession.current == nil)
    }

    @Test("A file that is not there is named")
    func missing() async throws {
        let trait: StoreKitTrait = .storeKit("NoSuch.storekit")
        let test = try #require(Test.current)
        let error = await #expect(throws: SKTestError.self) {
            try await trait.provideScope(for: test, testCase: Test.Case.current) { Issue.record("it ran") }
        }
        #expect(error?.code == .fileNotFound)
    }
}
