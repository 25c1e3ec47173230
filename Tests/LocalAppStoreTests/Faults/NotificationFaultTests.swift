import AppStoreModels
import Foundation
import LocalAppStore
import Testing

@Suite("What faults do to notifications")
struct NotificationFaultTests {
    private func mishaps(_ engine: inout StoreEngine) -> [NotificationMishap?] {
        engine.takeEvents().compactMap(\.notification).map(\.mishap)
    }

    @Test("A fault strikes so many notifications, and is in the event that it struck")
    func counted() throws {
        var engine = try Shop.engine()
        try engine.setFault(StoreFault(.notificationLost, times: 2, parameters: .init(attempts: 3, result: "OTHER")))
        for _ in 1...3 { _ = try engine.buy(Shop.seeds) }
        let found = mishaps(&engine)
        #expect(found.map { $0?.lostAttempts } == [3, 3, nil])
        #expect(found.map { $0?.lostResult } == ["OTHER", "OTHER", nil])
        #expect(engine.faults.isEmpty)
    }

    @Test("It strikes only whom it is about, and several may strike together")
    func chosen() throws {
        var engine = try OfferShop.engine()
        try engine.setFault(StoreFault(.notificationLate, accountID: "fern", parameters: .init(seconds: 60)))
        try engine.setFault(StoreFault(.notificationDuplicated, productID: Shop.seeds))
        try engine.setFault(StoreFault(.notificationMisdated, productID: Shop.seeds, parameters: .init(seconds: -9)))
        _ = try engine.buy(Shop.greenhouse)
        _ = try engine.purchase(PurchaseRequest(productID: Shop.seeds, accountID: "fern"))
        let found = mishaps(&engine)
        #expect(found.count == 2)
        #expect(found.first == .some(nil))
        #expect(found.last??.delay == 60)
        #expect(found.last??.isDuplicated == true)
        #expect(found.last??.dateShift == -9)
        #expect(found.last??.isOvertaken == false)
        #expect(engine.faults.count == 3)
    }

    @Test("A rate strikes that part, the same ones on the same seed")
    func rate() throws {
        let struck = try (0..<2).map { _ in
            var engine = try Shop.engine()
            try engine.setFault(StoreFault(.notificationOvertaken, parameters: .init(rate: 0.25)))
            for _ in 1...400 { _ = try engine.buy(Shop.seeds) }
            return mishaps(&engine).map { $0 != nil }
        }
        #expect(struck[0] == struck[1])
        #expect((70...130).contains(struck[0].count { $0 }))
    }

    @Test(
        "What means nothing is refused",
        arguments: [
            StoreFault.Parameters(rate: 0), .init(rate: 1.5), .init(attempts: 0), .init(result: "SUCCESS"),
            .init(seconds: 1),
        ]
    )
    func refused(parameters: StoreFault.Parameters) throws {
        var engine = try Shop.engine()
        let error = #expect(throws: StoreError.self) {
            try engine.setFault(StoreFault(.notificationLost, parameters: parameters))
        }
        #expect(error?.code == .invalidValue)
        #expect(engine.faults.isEmpty)
    }

    @Test("A wrong date is signed, and what is signed inside keeps its own")
    func misdated() throws {
        let store = try Shop.store()
        try store.setFault(StoreFault(.notificationMisdated, times: 1, parameters: .init(seconds: -7_200)))
        let heard = EventList()
        let observation = store.observe { heard.add($0) }
        try store.buy(productID: Shop.seeds, account: Shop.flora)
        observation.cancel()
        let event = try #require(heard.events.last { $0.notification != nil })
        let signed = try #require(try store.signedNotification(for: event))
        let payload = try NotificationPayload(jsonData: JWSText.payload(signed.signedPayload))
        #expect(payload.signedDate == store.now.addingTimeInterval(-7_200))
        #expect(signed.date == store.now)
        let inner = try TransactionPayload(jsonData: JWSText.payload(payload.data?.signedTransactionInfo ?? ""))
        #expect(inner.signedDate == store.now)
    }
}
