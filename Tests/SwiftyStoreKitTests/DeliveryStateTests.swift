import LocalStoreKit
import Testing

@testable import SwiftyStoreKit

@Suite("What waits to be delivered")
struct DeliveryStateTests {
    private var state = DeliveryState()

    private mutating func take(_ identifiers: String...) -> Bool {
        state.take(identifiers.map { FakeTransaction("rose", .purchased, identifier: $0) })
    }

    private func identifiers(_ keys: [DeliveryState.Key]?) -> [String]? { keys?.compactMap(\.identifier) }

    @Test("One worker and one clerk at a time: only the first purchase starts them, until they have ended")
    mutating func starts() {
        #expect(take("1", "2") == true)
        #expect(take("3") == false)
        #expect([state.next(), state.next()].compactMap { $0?.key.identifier } == ["1", "2"])
        #expect(state.delivered(.identifier("1")) == true)
        #expect(state.delivered(.identifier("2")) == false)
        #expect(state.next()?.key.identifier == "3")
        #expect(state.next() == nil)
        #expect(take("4") == true)

        #expect(identifiers(state.nextToFinish()) == ["1", "2"])
        #expect(state.delivered(.identifier("3")) == false)
        #expect(identifiers(state.nextToFinish()) == ["3"])
        #expect(state.nextToFinish() == nil)
        #expect(state.delivered(.identifier("4")) == true)
    }

    @Test("It is idle only when everything is finished")
    mutating func idle() {
        #expect(state.isIdle)
        _ = take("1")
        _ = state.next()
        _ = state.delivered(.identifier("1"))
        #expect(!state.isIdle)
        _ = state.nextToFinish()
        #expect(!state.isIdle)
        state.finished(.identifier("1"))
        #expect(state.isIdle)
    }

    @Test("The transaction that is finished is the one that the queue showed last")
    mutating func newest() {
        _ = take("1")
        _ = state.next()
        let newest = FakeTransaction("rose", .purchased, identifier: "1")
        #expect(state.take([newest]) == false)
        #expect(state.transaction(of: .identifier("1")) === newest)
        state.finished(.identifier("1"))
        #expect(state.transaction(of: .identifier("1")) == nil)
    }

    @Test("A hundred that are not recorded are the most")
    mutating func bounded() {
        for number in 1...DeliveryState.mostUnrecorded {
            #expect(!state.mustWaitForClerk)
            _ = state.delivered(.identifier("\(number)"))
        }
        #expect(state.mustWaitForClerk)
        #expect(state.nextToFinish()?.count == 100)
        #expect(!state.mustWaitForClerk)
    }

    private mutating func withdraw(_ identifier: String) -> [String?] {
        state.withdraw(identifier).map(\.transactionIdentifier)
    }

    /// A delivery fails: how often it has by now; nil if it is not tried again.
    private mutating func failures(of identifier: String) -> Int? {
        guard case .again(let failures) = state.failed(.identifier(identifier)) else { return nil }
        return failures
    }

    /// A delivery fails: what is finished without having been delivered.
    private mutating func spared(_ identifier: String) -> String? {
        guard case .takenBack(let transaction) = state.failed(.identifier(identifier)) else { return nil }
        return transaction.transactionIdentifier
    }

    @Test("What was taken back is delivered no more; what is being delivered is not tried again")
    mutating func takenBack() throws {
        _ = take("1", "2", "3")
        #expect(state.next()?.key.identifier == "1")
        #expect(withdraw("2") == ["2"])
        #expect(withdraw("1") == [])
        #expect(withdraw("4") == [])
        #expect(spared("1") == "1")
        #expect(state.next()?.key.identifier == "3")
        #expect(failures(of: "3") == 1)
        #expect(state.next() == nil)
        #expect(state.waitingCount == 1)
    }

    @Test("What is taken back after it failed is withdrawn, and has not to fail once more")
    mutating func takenBackBetweenTries() throws {
        _ = take("1")
        let next = state.next()
        let first = try #require(next)
        #expect(failures(of: "1") == 1)
        #expect(withdraw("1") == ["1"])
        #expect(state.isIdle)
        #expect(state.wake(first) == false)
    }

    @Test("What was taken back and given back while it was being delivered is tried again")
    mutating func kept() throws {
        _ = take("1")
        let next = state.next()
        let first = try #require(next)
        #expect(withdraw("1") == [])
        state.keep("1")
        #expect(failures(of: "1") == 1)
        #expect(state.next() == nil)
        #expect(state.wake(first) == true)
        #expect(state.next()?.key.identifier == "1")
    }

    @Test("What was taken back and given back is delivered once, though the old one was due again")
    mutating func givenBack() throws {
        _ = take("1")
        let next = state.next()
        let first = try #require(next)
        #expect(failures(of: "1") == 1)
        #expect(state.next() == nil)
        #expect(withdraw("1") == ["1"])
        #expect(state.isIdle)
        #expect(take("1") == true)
        #expect(state.wake(first) == false)
        #expect(state.next()?.key.identifier == "1")
        #expect(state.next() == nil)
    }

    @Test("What was delivered and taken away is forgotten, until it is delivered again")
    mutating func forgotten() {
        #expect(state.forget(["1"]) == true)
        #expect(state.forget(["1", "2"]) == false)
        #expect(state.isForgotten("1"))
        #expect(identifiers(state.nextToFinish()) == [])
        #expect(state.nextToFinish() == nil)
        _ = state.delivered(.identifier("1"))
        #expect(!state.isForgotten("1"))
        #expect(state.forgotten == ["2"])
    }
}
