import AppStoreModels
import Foundation
import StoreConfiguration
import Testing

@testable import LocalAppStore

@Suite("Refunds that customers ask for")
struct RefundRequestTests {
    private func asked(
        _ product: String = Shop.seeds,
        _ decision: StoreRefundDecision = .undecided
    ) throws -> (StoreEngine, String) {
        var engine = try Shop.engine()
        let id = try engine.buy(product).transactionID
        try engine.requestRefund(transactionID: id, reason: "LEGAL", decision: decision)
        #expect(engine.takeNotifications().last == "CONSUMPTION_REQUEST")
        return (engine, id)
    }

    private func answer(_ preference: StoreRefundPreference?, used: Int? = nil) -> StoreConsumptionAnswer {
        StoreConsumptionAnswer(refundPreference: preference, consumptionPercentage: used)
    }

    /// What is said beforehand, what the developer prefers, what is reported at once, and what after twelve hours.
    static let table: [(StoreRefundDecision, StoreRefundPreference?, [String], [String])] = [
        (.grant, nil, ["REFUND"], []), (.grant, .decline, ["REFUND"], []),
        (.decline, .grantFull, ["REFUND_DECLINED"], []), (.preference, .decline, ["REFUND_DECLINED"], []),
        (.preference, .grantFull, ["REFUND"], []), (.preference, .grantProrated, ["REFUND"], []),
        (.preference, nil, [], ["REFUND"]), (.undecided, .decline, [], ["REFUND_DECLINED"]),
        (.undecided, .grantFull, [], ["REFUND"]), (.undecided, nil, [], ["REFUND"]),
    ]

    @Test("An answer is heard as was said beforehand; who is undecided waits for twelve hours", arguments: table)
    func decided(
        _ decision: StoreRefundDecision,
        _ preference: StoreRefundPreference?,
        _ atOnce: [String],
        _ later: [String]
    ) throws {
        var (engine, id) = try asked(Shop.seeds, decision)
        try engine.reportConsumption(transactionID: id, answer(preference))
        #expect(engine.takeNotifications() == atOnce)
        try engine.advance(to: "2026-01-31T21:59:59Z")
        #expect(engine.takeNotifications().isEmpty)
        try engine.advance(to: "2026-01-31T22:00:00Z")
        #expect(engine.takeNotifications() == later)
        let request = try #require(engine.refundRequest(transactionID: id))
        #expect(request.isGranted == (atOnce + later == ["REFUND"]))
        #expect(request.answer?.refundPreference == preference)
        #expect(request.decisionDate == (atOnce.isEmpty ? Shop.date("2026-01-31T22:00:00Z") : request.date))
        #expect((try engine.transaction(id).revocationDate != nil) == request.isGranted)
    }

    @Test(
        "Without an answer it is decided after twelve hours: as was said, else granted",
        arguments: [
            (StoreRefundDecision.undecided, "REFUND"), (.preference, "REFUND"), (.grant, "REFUND"),
            (.decline, "REFUND_DECLINED"),
        ]
    )
    func unanswered(_ decision: StoreRefundDecision, _ notification: String) throws {
        var (engine, id) = try asked(Shop.seeds, decision)
        #expect(engine.nextDueDate == Shop.date("2026-01-31T22:00:00Z"))
        try engine.advance(to: "2026-02-02T00:00:00Z")
        #expect(engine.takeNotifications() == [notification])
        #expect(engine.nextDueDate == nil)
        #expect(throws: StoreError(.invalidState, "")) {
            try engine.reportConsumption(transactionID: id, answer(.decline))
        }
        #expect(throws: StoreError(.invalidState, "")) { try engine.settleRefund(transactionID: id) }
    }

    @Test(
        "A prorated refund is what was not used, and says so",
        arguments: [(0, 100_000, "REFUND_FULL"), (25_000, 75_000, "REFUND_PRORATED"), (99_999, 1, "REFUND_PRORATED")]
    )
    func prorated(_ used: Int, _ refunded: Int, _ type: String) throws {
        let store = try Shop.store()
        let id = try store.buy(productID: Shop.seeds, account: Shop.flora).transactionID
        try store.requestRefund(transactionID: id, decision: .preference)
        try store.reportConsumption(transactionID: id, answer(.grantProrated, used: used))
        let payload = try store.transactionPayload(id)
        #expect(payload.json[string: "revocationType"] == type)
        #expect(payload.json[integer: "revocationPercentage"] == Int64(refunded))
        try store.reverseRefund(transactionID: id)
        #expect(try store.transaction(id).revocationPercentage == nil)
        #expect(try store.transactionPayload(id).json["revocationType"] == nil)
    }

    @Test("What is used up is not refunded in part; of a subscription's period the time counts")
    func shares() throws {
        var (engine, id) = try asked(Shop.seeds, .preference)
        try engine.reportConsumption(transactionID: id, answer(.grantProrated, used: 100_000))
        #expect(engine.takeNotifications() == ["REFUND_DECLINED"])
        // Thirty days of January and February: bought on the 31st, it ends on the 28th.
        var (club, period) = try asked(Shop.bouquet)
        try club.reportConsumption(transactionID: period, answer(.grantProrated))
        try club.advance(to: "2026-01-31T17:00:00Z")
        try club.settleRefund(transactionID: period)
        #expect(try club.transaction(period).revocationPercentage == 98_958)
        #expect(try club.subscription(period).status == .revoked)
    }

    @Test("A command decides before the twelve hours are over")
    func commands() throws {
        var (engine, id) = try asked()
        try engine.declineRefund(transactionID: id)
        #expect(engine.takeNotifications() == ["REFUND_DECLINED"])
        #expect(engine.refundRequest(transactionID: id)?.isGranted == false)
        try engine.advance(to: "2026-02-02T00:00:00Z")
        #expect(engine.takeNotifications().isEmpty)
        // The customer asks once more.
        try engine.requestRefund(transactionID: id)
        #expect(engine.refundRequest(transactionID: id)?.isOpen == true)
        try engine.refund(transactionID: id, reason: .issueInApp, percentage: 50_000)
        #expect(engine.takeNotifications() == ["CONSUMPTION_REQUEST", "REFUND"])
        #expect(engine.refundRequest(transactionID: id)?.isGranted == true)
        #expect(try engine.transaction(id).revocationPercentage == 50_000)
    }

    @Test("What nobody asked for changes nothing; what cannot be is refused")
    func refused() throws {
        var engine = try Shop.engine()
        let id = try engine.buy(Shop.season).transactionID
        let before = engine
        try engine.reportConsumption(transactionID: id, answer(.decline))
        #expect(engine == before)
        #expect(throws: StoreError(.unknownTransaction, "")) {
            try engine.reportConsumption(transactionID: "1", answer(nil))
        }
        #expect(throws: StoreError(.invalidValue, "")) {
            try engine.reportConsumption(transactionID: id, answer(nil, used: 100_001))
        }
        #expect(throws: StoreError(.invalidValue, "")) {
            try engine.reportConsumption(transactionID: id, answer(StoreRefundPreference(rawValue: "MAYBE")))
        }
        #expect(throws: StoreError(.invalidValue, "")) {
            try engine.requestRefund(transactionID: id, decision: StoreRefundDecision(rawValue: "dice"))
        }
        for percentage in [0, -1, 100_001] {
            #expect(throws: StoreError(.invalidValue, "")) {
                try engine.refund(transactionID: id, reason: .other, percentage: percentage)
            }
        }
        #expect(engine == before)
    }

    @Test("Requests outlive snapshots and logs, are taken back, and go with their transactions")
    func kept() throws {
        var (engine, id) = try asked(Shop.seeds, .decline)
        var twin = try StoreEngine(snapshot: try engine.snapshot(), configuration: try Shop.configuration())
        #expect(twin == engine)
        twin.beginChange()
        try twin.advance(to: "2026-02-02T00:00:00Z")
        twin.undoChange()
        #expect(twin == engine)
        #expect(twin.nextDueDate == engine.nextDueDate)
        try engine.advance(to: "2026-02-02T00:00:00Z")
        for event in engine.takeEvents() { twin.replay(event) }
        #expect(twin == engine)
        try engine.delete(transactionID: id)
        #expect(engine.refundRequests.isEmpty)
    }
}
