import Foundation
import Testing

@testable import LocalAppStore

@Suite("What a store keeps for those who hear of it later")
struct StoreCoreTests {
    @Test(
        "It is kept while somebody may hear of it, and forgotten by the next change or move of the clock",
        arguments: [false, true]
    )
    func past(isMoved: Bool) throws {
        var core = StoreCore(engine: try Shop.engine(), log: nil)
        let observer = core.addObserver { _ in }
        try core.perform { engine throws(StoreError) in _ = try engine.createAccount(id: "fern") }
        #expect(core.engine.past != nil)
        #expect(core.takeQueue().map(\.name) == [.accountCreated])
        core.removeObserver(observer)
        if isMoved {
            let target = core.engine.now.addingTimeInterval(60)
            let portion = try core.advance(ClockJourney(from: core.engine.now, to: target, limit: 10))
            #expect(portion.isLast)
            #expect(portion.eventCount == 1)
            #expect(core.engine.now == target)
        } else {
            try core.perform { engine throws(StoreError) in _ = try engine.createAccount(id: "ivy") }
        }
        #expect(core.engine.past == nil)
        #expect(core.takeQueue().isEmpty)
    }

    @Test("For who hears of portions no past is kept, unless others have heard; what waits goes with the last of them")
    func portions() throws {
        var core = StoreCore(engine: try Shop.engine(), log: nil)
        let first = core.addPortionObserver { _ in }
        let second = core.addPortionObserver { _ in }
        #expect(core.currentPortionObservers.count == 2)
        #expect(!core.hasObservers)
        try core.perform { engine throws(StoreError) in _ = try engine.createAccount(id: "fern") }
        #expect(core.engine.past == nil)
        core.removeObserver(first)
        #expect(core.takeQueue().map(\.name) == [.accountCreated])
        let other = core.addObserver { _ in }
        #expect(core.hasObservers)
        try core.perform { engine throws(StoreError) in _ = try engine.createAccount(id: "moss") }
        #expect(core.engine.past != nil)
        core.removeObserver(other)
        try core.perform { engine throws(StoreError) in _ = try engine.createAccount(id: "reed") }
        #expect(core.engine.past != nil)
        #expect(core.takeQueue().map(\.name) == [.accountCreated, .accountCreated])
        try core.perform { engine throws(StoreError) in _ = try engine.createAccount(id: "ivy") }
        core.removeObserver(second)
        #expect(core.takeQueue().isEmpty)
        #expect(core.currentPortionObservers.isEmpty)
    }
}
