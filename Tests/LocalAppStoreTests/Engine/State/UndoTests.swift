import AppStoreModels
import Foundation
import StoreConfiguration
import Testing

@testable import LocalAppStore

@Suite("Taking back what could not be written down")
struct UndoTests {
    private func engine(_ seed: Int) throws -> StoreEngine {
        try OfferShop.engine(seed: UInt64(seed))
    }

    @Test("A command that was taken back left nothing behind, also not in what comes after", arguments: 1...12)
    func undone(seed: Int) throws {
        var (engine, twin) = (try engine(seed), try engine(seed))
        var purchases = RandomPurchases(seed: UInt64(seed))
        for number in 0..<400 {
            // Some others are tried and taken back, then one is carried out, as by the twin.
            for _ in 0..<2 {
                let command = purchases.command(for: engine)
                engine.beginChange()
                try? engine.run(command)
                engine.undoChange()
                #expect(engine == twin, "seed \(seed), command \(number): \(command)")
                #expect(engine.takeEvents().isEmpty)
            }
            let command = purchases.command(for: engine)
            engine.beginChange()
            let events = try? engine.handle(command)
            engine.keepChange()
            #expect(events == (try? twin.handle(command)), "seed \(seed), command \(number): \(command)")
            #expect(engine.nextDueDate == twin.nextDueDate, "seed \(seed), command \(number): \(command)")
        }
        #expect(try engine.snapshot() == twin.snapshot(), "names or terms were left behind")
        let isSlow = engine.settings.timeRate == .realTime
        let later = engine.now.addingTimeInterval(isSlow ? 400 * 86_400 : 3_600)
        try engine.advance(to: later)
        try twin.advance(to: later)
        #expect(engine == twin)
    }

    @Test("Commands that are taken back for ever cost no memory")
    func noGrowth() throws {
        var engine = try Shop.engine()
        for number in 0..<5_000 {
            engine.beginChange()
            let request = PurchaseRequest(
                productID: Shop.bouquet,
                accountID: Shop.flora,
                applicationUsername: "name-\(number)"
            )
            _ = try engine.purchase(request)
            engine.undoChange()
        }
        #expect(engine.ledger.table.rowCount == 0)
        #expect(engine.chains.table.rowCount == 0)
        #expect(engine.ledger.names.counts.appUsers == 1)
        #expect(engine.nextDueDate == nil)
    }
}
