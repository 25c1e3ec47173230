import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Apple's history of notifications", .timeLimit(.minutes(15)))
struct NotificationHistoryTests {
    private let tester: RouteTester
    private var store: LocalAppStore { tester.store }
    private var delivery: NotificationDelivery { tester.server.notifications }

    init() throws { tester = try .notifying() }

    private func ask(
        _ path: String,
        _ body: String = "",
        _ method: HTTPRequest.Method = .post
    ) async throws -> RouteTester.Answer {
        let token = try TokenMaker(tester.server.serverAPIKey, bundleID: SampleShop.app.bundleID, now: tester.time.now)
            .token()
        return try await tester.ask(
            method,
            "/inApps/v1/notifications/\(path)",
            body,
            headers: [.authorization: "Bearer \(token)"]
        )
    }

    /// From a week ago until tomorrow.
    private func body(_ more: String = "", from days: Int64 = -7, to end: Int64 = 1) -> String {
        let now = store.now.millisecondsSince1970
        return #"{"startDate":\#(now + days * 86_400_000),"endDate":\#(now + end * 86_400_000)\#(more)}"#
    }

    @Test("Pages follow one another, also when more is sent between them")
    func pages() async throws {
        for _ in 1...45 { try store.buy(productID: SampleShop.seeds, account: SampleShop.customer) }
        await delivery.deliverPending()
        let wanted = body()
        var seen: [String] = []
        var token: String?
        var sizes: [Int] = []
        repeat {
            let page = try await ask("history" + (token.map { "?paginationToken=\($0)" } ?? ""), wanted).json
            let items = (page[array: "notificationHistory"] ?? []).compactMap(\.object)
            seen += items.compactMap { $0[string: "signedPayload"] }
            sizes.append(items.count)
            token = page[string: "paginationToken"]
            #expect((token != nil) == (page["hasMore"] == true))
            if sizes.count == 1 {
                try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
                await delivery.deliverPending()
            }
        } while token != nil
        #expect(sizes == [20, 20, 6])
        #expect(Set(seen).count == 46)
    }

    @Test("The order of the body's members does not matter from page to page, their values do")
    func reordered() async throws {
        for _ in 1...25 { try store.buy(productID: SampleShop.seeds, account: SampleShop.customer) }
        await delivery.deliverPending()
        let (start, end) = (store.now.millisecondsSince1970 - 86_400_000, store.now.millisecondsSince1970 + 86_400_000)
        let first = #"{"startDate":\#(start),"endDate":\#(end)}"#
        let token = try #require(try await ask("history", first).json[string: "paginationToken"])
        let reordered = #"{"endDate":\#(end),"startDate":\#(start)}"#
        let page = try await ask("history?paginationToken=\(token)", reordered)
        #expect(page.json[array: "notificationHistory"]?.count == 5, "\(page.text)")
        let other = #"{"endDate":\#(end + 1),"startDate":\#(start)}"#
        #expect(try await ask("history?paginationToken=\(token)", other).json["errorCode"] == 4_000_014)
    }

    @Test("Any transaction of a customer leads to all that was said of this customer, and of nobody else")
    func customers() async throws {
        try store.createAccount(id: "fern")
        let seeds = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer).transactionID
        try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        let posy = try store.buy(productID: SampleShop.posy, account: "fern").transactionID
        await delivery.deliverPending()
        func types(_ id: String) async throws -> [String] {
            let items = try await ask("history", body(#","transactionId":"\#(id)""#)).json[array: "notificationHistory"]
            return try (items ?? []).map { item -> String in
                let signed = try #require(item.object?[string: "signedPayload"])
                let payload = try #require(Base64.urlSafe(decoding: signed.split(separator: ".")[1]))
                return try #require(try JSONValue(parsing: payload).object?[string: "notificationType"])
            }
        }
        #expect(try await types(seeds) == ["ONE_TIME_CHARGE", "ONE_TIME_CHARGE"])
        #expect(try await types(posy) == ["SUBSCRIBED"])
        #expect(try await types(try store.account("fern").appTransactionID) == ["SUBSCRIBED"])
        #expect(try await types("1") == [])
        // What is said of a deleted transaction is found by it still.
        try store.delete(transactionID: seeds)
        #expect(try await types(seeds) == ["ONE_TIME_CHARGE"])
    }

    @Test(
        "A subtype is one of its type; those that Apple sends no longer are known",
        arguments: [
            ("OFFER_REDEEMED", "INITIAL_BUY", nil), ("OFFER_REDEEMED", "UPGRADE", nil), ("EXPIRED", "VOLUNTARY", nil),
            ("EXPIRED", "UPGRADE", 4_000_018), ("TEST", "INITIAL_BUY", 4_000_018), ("REFUND", "SUMMARY", 4_000_018),
        ] as [(String, String, Int64?)]
    )
    func subtypes(type: String, subtype: String, code: Int64?) async throws {
        let wanted = #","notificationType":"\#(type)","notificationSubtype":"\#(subtype)""#
        let answer = try await ask("history", body(wanted))
        #expect(answer.status == (code == nil ? 200 : 400), "\(answer.text)")
        #expect(answer.json[integer: "errorCode"] == code)
    }

    @Test(
        "What is wrong has Apple's code",
        arguments: [
            (#","notificationType":"REFUND","transactionId":"1""#, 4_000_019),
            (#","notificationSubtype":"UPGRADE""#, 4_000_018), (#","notificationType":"NONE""#, 4_000_018),
            (#","notificationType":7"#, 4_000_018),
            (#","notificationType":"REFUND","notificationSubtype":"NONE""#, 4_000_018),
            (#","transactionId":"x""#, 4_000_006), (#","onlyFailures":"perhaps""#, 4_000_000),
        ]
    )
    func refused(more: String, code: Int) async throws {
        let answer = try await ask("history", body(more))
        #expect(answer.status == 400)
        #expect(answer.json["errorCode"] == .number(JSONNumber(code)))
    }

    @Test("Dates and tokens that are wrong have Apple's codes")
    func dates() async throws {
        try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        for _ in 1...25 { try store.buy(productID: SampleShop.seeds, account: SampleShop.customer) }
        await delivery.deliverPending()
        func code(_ body: String, _ query: String = "") async throws -> Int64? {
            try await ask("history\(query)", body).json[integer: "errorCode"]
        }
        #expect(try await code(body(from: -31)) == 4_000_012)
        #expect(try await code(body(from: 0, to: 0)) == 4_000_013)
        #expect(try await code(#"{"endDate":1}"#) == 4_000_015)
        #expect(try await code(#"{"startDate":1}"#) == 4_000_016)
        #expect(try await code(body(), "?paginationToken=x") == 4_000_014)
        let wanted = body()
        let token = try #require(try await ask("history", wanted).json[string: "paginationToken"])
        let other = body(#","onlyFailures":false"#)
        #expect(try await code(other, "?paginationToken=\(token)") == 4_000_014)
        try store.advance(by: 86_401)
        #expect(try await code(wanted, "?paginationToken=\(token)") == 4_000_017)
    }

    @Test("Only failures are those that never arrived, or wait for another attempt")
    func failures() async throws {
        try store.setFault(StoreFault(.notificationLost, times: 1))
        try store.createAccount(id: "fern")
        let lost = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        let found = try store.buy(productID: SampleShop.greenhouse, account: "fern")
        await delivery.deliverPending()
        func count(_ more: String) async throws -> Int? {
            try await ask("history", body(more)).json[array: "notificationHistory"]?.count
        }
        #expect(try await count("") == 2)
        #expect(try await count(#","onlyFailures":true"#) == 1)
        #expect(try await count(#","onlyFailures":true,"transactionId":"\#(found.transactionID)""#) == 0)
        #expect(try await count(#","transactionId":"\#(lost.transactionID)""#) == 1)
        #expect(try await count(#","notificationType":"ONE_TIME_CHARGE""#) == 2)
        try store.advance(by: 6 * 86_400 + 80_000)
        await delivery.deliverPending()
        let answer = try await ask("history", body(#","onlyFailures":true"#, from: -8)).json
        let items = answer[array: "notificationHistory"]
        #expect(items?.first?.object?[array: "sendAttempts"]?.count == 6)
    }

    @Test("A test needs an address; what became of one that is not known cannot be told")
    func tests() async throws {
        let token = try #require(try await ask("test").json[string: "testNotificationToken"])
        let status = try await ask("test/\(token)", "", .get).json
        #expect(status[array: "sendAttempts"]?.first?.object?[string: "sendAttemptResult"] == "SUCCESS")
        let unknown = UUID().uuidString
        #expect(try await ask("test/\(unknown)", "", .get).json["errorCode"] == 4_040_008)
        #expect(try await ask("test/x", "", .get).json["errorCode"] == 4_000_020)
        delivery.destination = nil
        let refused = try await ask("test")
        #expect(refused.status == 404)
        #expect(refused.json["errorCode"] == 4_040_007)
    }
}
