import AppStoreModels
import Foundation
import LocalAppStore
import StoreConfiguration
import Testing

/// What the App Store states has a date, and of two statements of one date a server holds on to the one that takes more away. So
/// what a command states last of a moment must not be more than what it stated before.
@Suite("What is stated of one moment")
struct MomentTests {
    @Test("Renewal that is on at its end was on before, whatever happens in the shop", arguments: 1...20)
    func order(seed: Int) throws {
        var engine = try OfferShop.engine(seed: UInt64(seed))
        var purchases = RandomPurchases(seed: UInt64(seed))
        var several = 0
        for _ in 0..<600 {
            let command = purchases.command(for: engine)
            guard let events = try? engine.handle(command) else { continue }
            let told = events.filter { $0.notification != nil && $0.subscription != nil }
            let moments = Dictionary(grouping: told) { "\($0.date) \($0.subscription?.originalTransactionID ?? "")" }
            for moment in moments.values where moment.count > 1 {
                several += 1
                let renews = moment.compactMap(\.subscription).map(\.autoRenews)
                #expect(renews.last == false || !renews.contains(false), "\(command)")
            }
        }
        #expect(several > 0)
    }

    @Test(
        "Renewal is on in both notifications of a product that is chosen while it was off",
        arguments: [Shop.posy, Shop.bouquet]
    )
    func turnedOn(product: String) throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.bouquet).transactionID
        try engine.setRenewalProduct(product == Shop.posy ? Shop.bouquet : Shop.posy, originalTransactionID: id)
        try engine.setAutoRenew(false, originalTransactionID: id)
        _ = engine.takeEvents()
        try engine.setRenewalProduct(product, originalTransactionID: id)
        let events = engine.takeEvents()
        #expect(events.map(\.name) == [.renewalPreferenceChanged, .autoRenewChanged])
        #expect(events.compactMap(\.subscription).map(\.autoRenews) == [true, true])
        #expect(events.compactMap(\.subscription).map(\.autoRenewProductID) == [product, product])
    }
}
