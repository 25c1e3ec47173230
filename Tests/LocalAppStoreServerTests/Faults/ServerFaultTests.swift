import AppStoreModels
import Foundation
import HTTPTypes
import HummingbirdTesting
import LocalAppStore
import NIOCore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Faults of Apple's servers")
struct ServerFaultTests {
    private let tester: RouteTester
    private var store: LocalAppStore { tester.store }

    init() throws { tester = try RouteTester() }

    private func ask(_ method: HTTPRequest.Method, _ path: String, _ body: String = "") async throws
        -> RouteTester.Answer
    {
        let token = try TokenMaker(tester.server.serverAPIKey, bundleID: SampleShop.app.bundleID, now: tester.time.now)
            .token()
        return try await tester.ask(method, path, body, headers: [.authorization: "Bearer \(token)"])
    }

    private func set(_ body: String) async throws {
        let set = try await tester.ask(.post, "/control/faults", body)
        try #require(set.status == 201, "\(set.text)")
    }

    @Test("A limit of the rate is 429, and Retry-After is the moment in milliseconds since 1970")
    func rateLimited() async throws {
        let seeds = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        let path = "/inApps/v1/transactions/\(seeds.transactionID)"
        try await set(#"{"kind":"rateLimited","seconds":30,"times":1}"#)
        let limited = try await ask(.get, path)
        #expect(limited.status == 429)
        #expect(limited.headers[.contentType] == "application/json")
        #expect(limited.text == #"{"errorCode":4290000,"errorMessage":"Rate limit exceeded."}"#)
        #expect(limited.headers[.retryAfter] == String(Int64(tester.time.now.timeIntervalSince1970 * 1_000) + 30_000))
        #expect(try await ask(.get, path).status == 200)
        #expect(store.faults.isEmpty)
    }

    @Test(
        "A server that fails answers in JSON, as a page, or with nothing, and does nothing",
        arguments: [
            (#"{"kind":"serverError"}"#, 500, "application/json", #"{"errorCode":5000000,"#),
            (#"{"kind":"serverError","status":503}"#, 503, "application/json", #"{"errorCode":5000001,"#),
            (#"{"kind":"serverError","status":429,"body":"empty"}"#, 429, nil, ""),
            (#"{"kind":"serverError","status":503,"body":"html"}"#, 503, "text/html", "<html>"),
            (#"{"kind":"serverError","status":500,"body":"html"}"#, 500, "text/html", "<html>"),
            (#"{"kind":"serverError","status":502,"body":"empty"}"#, 502, nil, ""),
        ] as [(String, Int, String?, String)]
    )
    func serverError(fault: String, status: Int, type: String?, text: String) async throws {
        let seeds = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        try await set(fault)
        let answer = try await ask(.post, "/inApps/v1/transactions/\(seeds.transactionID)/finish")
        #expect(answer.status == status)
        #expect(answer.headers[.contentType] == type)
        #expect(text.isEmpty ? answer.text.isEmpty : answer.text.hasPrefix(text), "\(answer.text)")
        #expect(try !store.transaction(seeds.transactionID).isFinished)
    }

    @Test("verifyReceipt fails in a form of its own")
    func failingVerifyReceipt() async throws {
        try await set(#"{"kind":"serverError","status":503,"times":1}"#)
        let answer = try await tester.ask(.post, "/sandbox/verifyReceipt", "{}")
        #expect(answer.status == 503)
        #expect(answer.text == #"{"status":21005}"#)
    }

    @Test(
        "verifyReceipt answers with a status, and says whether asking again helps",
        arguments: [
            (#""status":21002"#, #"{"status":21002}"#), (#""status":21005"#, #"{"status":21005}"#),
            (#""status":21009"#, #"{"status":21009}"#), (#""status":21010"#, #"{"status":21010}"#),
            (#""status":21100,"isRetryable":true"#, #"{"status":21100,"is_retryable":true}"#),
            (#""status":21199,"isRetryable":false"#, #"{"status":21199,"is_retryable":false}"#),
            (#""status":21150"#, #"{"status":21150,"is_retryable":true}"#), (#""status":21006"#, #"{"status":21006}"#),
        ]
    )
    func statuses(fault: String, text: String) async throws {
        try await set(#"{"kind":"receiptStatus","times":2,\#(fault)}"#)
        let body = #"{"receipt-data":"\#(try SampleShop.receipt(store))"}"#
        for path in ["/production/verifyReceipt", "/sandbox/verifyReceipt"] {
            let answer = try await tester.ask(.post, path, body)
            #expect(answer.status == 200)
            #expect(answer.text == text)
        }
        #expect(try await tester.ask(.post, "/sandbox/verifyReceipt", body).json["status"] == 0)
    }

    @Test("A receipt that ended comes with the receipt and its newest period, as those of iOS 6 do")
    func expiredReceipt() async throws {
        let bought = try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        let body = #"{"receipt-data":"\#(try SampleShop.receipt(store))"}"#
        let truth = try await tester.ask(.post, "/sandbox/verifyReceipt", body).json
        try await set(#"{"kind":"receiptStatus","status":21006,"times":1}"#)
        let answer = try await tester.ask(.post, "/sandbox/verifyReceipt", body).json
        #expect(Set(answer.members.map(\.0)) == ["status", "receipt", "latest_expired_receipt_info"])
        #expect(answer["status"] == 21_006)
        #expect(answer[object: "receipt"]?[array: "in_app"] == truth[object: "receipt"]?[array: "in_app"])
        let newest = try #require(answer[object: "latest_expired_receipt_info"])
        #expect(newest[string: "transaction_id"] == bought.transactionID)
        let end = try #require(bought.expiresDate)
        #expect(newest[string: "expires_date"] == String(end.millisecondsSince1970))
        #expect(newest[string: "expires_date_formatted"]?.hasSuffix("Etc/GMT") == true)
        #expect(newest[string: "expires_date_formatted_pst"]?.hasSuffix("America/Los_Angeles") == true)
        #expect(newest["expires_date_ms"] == nil)
        #expect(newest["expires_date_pst"] == nil)
    }

    @Test("A code on demand says what it means")
    func meaning() async throws {
        try await set(#"{"kind":"apiError","errorCode":4040009}"#)
        let words = try await ask(.get, "/inApps/v1/transactions/1").json[string: "errorMessage"]
        let meaning = try #require(ServerAPIErrorCode(rawValue: 4_040_009).meaning)
        #expect(words?.lowercased() == meaning.lowercased() + ".")
        #expect(words?.first?.isUppercase == true)
        try await set(#"{"kind":"apiError","errorCode":4999999,"call":"getRefundHistory"}"#)
        #expect(ServerAPIErrorCode(rawValue: 4_999_999).meaning == nil)
    }

    @Test("A fresh transaction is not found for a while of store time; others are")
    func lateTransaction() async throws {
        let old = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        try store.advance(by: 3_600)
        let fresh = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        try await set(#"{"kind":"transactionLate","seconds":120}"#)
        func found(_ transaction: StoreTransaction, _ call: String = "v1/transactions") async throws -> Int64? {
            let answer = try await ask(.get, "/inApps/\(call)/\(transaction.transactionID)")
            return answer.status == 200 ? nil : answer.json[integer: "errorCode"]
        }
        #expect(try await found(old) == nil)
        #expect(try await found(fresh) == 4_040_010)
        #expect(try await found(fresh, "v2/history") == 4_040_010)
        #expect(try await found(fresh, "v1/subscriptions") == 4_040_010)
        try store.advance(by: 119)
        #expect(try await found(fresh) == 4_040_010)
        try store.advance(by: 1)
        #expect(try await found(fresh) == nil)
    }

    @Test(
        "Any code on any call, by the call's name or its path",
        arguments: [
            ("getTransactionInfo", 4_040_010, 404), ("/inApps/v1/transactions/*", 4_000_006, 400),
            ("getTransactionInfo", 4_010_000, 401), ("/inApps/v1/transactions/*", 5_000_001, 500),
        ]
    )
    func anyCode(call: String, code: Int, status: Int) async throws {
        let seeds = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        try await set(#"{"kind":"apiError","errorCode":\#(code),"call":"\#(call)"}"#)
        for prefix in ["", "/sandbox"] {
            let struck = try await ask(.get, "\(prefix)/inApps/v1/transactions/\(seeds.transactionID)")
            #expect(struck.status == status)
            #expect(struck.json["errorCode"] == .number(JSONNumber(code)))
        }
        #expect(try await ask(.get, "/inApps/v2/history/\(seeds.transactionID)").status == 200)
        #expect(try await ask(.post, "/inApps/v1/transactions/\(seeds.transactionID)/finish").status == 200)
        #expect(try await tester.ask(.post, "/sandbox/verifyReceipt", "{}").text == #"{"status":21002}"#)
    }

    @Test("A fault at a rate strikes as the seed decides, the same way each time, and about so often")
    func rate() async throws {
        func pattern() async throws -> [Int] {
            let tester = try RouteTester()
            let token = try TokenMaker(
                tester.server.serverAPIKey,
                bundleID: SampleShop.app.bundleID,
                now: tester.time.now
            )
            .token()
            try tester.store.setFault(StoreFault(.serverError, parameters: .init(rate: 0.3, status: 503)))
            var statuses: [Int] = []
            for _ in 0..<200 {
                let answer = try await tester.ask(
                    .get,
                    "/inApps/v1/lookup/M1",
                    headers: [.authorization: "Bearer \(token)"]
                )
                statuses.append(answer.status)
            }
            return statuses
        }
        let first = try await pattern()
        #expect(Set(first) == [200, 503])
        #expect((40...80).contains(first.count { $0 == 503 }))
        #expect(try await pattern() == first)
    }

    @Test("A slow answer waits so long by real time, after the store did what it was asked")
    func slow() async throws {
        let waits = Waits()
        let time = TestTime()
        let server = LocalStoreServer(
            store: store,
            realTime: RealTime(now: { time.now }, sleep: waits.sleep)
        )
        let seeds = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        try store.setFault(StoreFault(.serverSlow, times: 1, parameters: .init(seconds: Waits.slowness)))
        let token = try TokenMaker(server.serverAPIKey, bundleID: SampleShop.app.bundleID, now: time.now).token()
        try await server.application.test(.router) { client in
            let uri = "/inApps/v1/transactions/\(seeds.transactionID)/finish"
            let answer = try await client.execute(uri: uri, method: .post, headers: [.authorization: "Bearer \(token)"])
            #expect(answer.status == .ok)
        }
        #expect(await waits.seconds.contains(Waits.slowness))
        #expect(try store.transaction(seeds.transactionID).isFinished)
        #expect(store.faults.isEmpty)
    }

    @Test("A cut answer promises more bytes than come, and the store did what it was asked")
    func cut() async throws {
        let seeds = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        try store.setFault(StoreFault(.answerCut, parameters: .init(call: "getTransactionInfo")))
        try store.setFault(StoreFault(.answerCut, parameters: .init(call: "finishTransaction")))
        let path = "/inApps/v1/transactions/\(seeds.transactionID)"
        await #expect(throws: (any Error).self) { try await self.askLive(.get, path) }
        await #expect(throws: (any Error).self) { try await self.askLive(.post, path + "/finish") }
        #expect(try store.transaction(seeds.transactionID).isFinished)
        #expect(try await askLive(.get, "/inApps/v2/history/\(seeds.transactionID)").status == 200)
    }

    private func askLive(_ method: HTTPRequest.Method, _ path: String) async throws -> RouteTester.Answer {
        let token = try TokenMaker(tester.server.serverAPIKey, bundleID: SampleShop.app.bundleID, now: tester.time.now)
            .token()
        return try await tester.ask(method, path, headers: [.authorization: "Bearer \(token)"], setup: .live)
    }

    @Test(
        "The store's own interface is never struck",
        arguments: ["/control/state", "/control/faults", "/health", "/certificates/jws-root.pem", "/"]
    )
    func ownInterface(path: String) async throws {
        for fault in [
            #"{"kind":"serverError"}"#, #"{"kind":"rateLimited"}"#, #"{"kind":"answerCut"}"#,
            #"{"kind":"serverSlow","seconds":600}"#, #"{"kind":"apiError","errorCode":5000000}"#,
        ] { try await set(fault) }
        #expect(try await tester.ask(.get, path).status == 200)
        #expect(store.faults.count == 5)
    }

    @Test("A store that is opened anew has the faults, their counts, and goes on drawing where it was")
    func persistence() throws {
        try withTemporaryFolder { folder in
            let faults = [
                StoreFault(.serverError, times: 60, parameters: .init(rate: 0.5, status: 503, body: .html)),
                StoreFault(.receiptStatus, parameters: .init(call: "verifyReceipt", status: 21_100, isRetryable: true)),
            ]
            let call = try #require(AppStoreCall(method: "GET", path: "/inApps/v1/lookup/M1"))
            func draws(_ store: LocalAppStore) throws -> [Bool] {
                try (0..<20).map { _ in try store.strike(call).answer != nil }
            }
            func open(_ name: String) throws -> LocalAppStore {
                try LocalStoreServer.flowerShop(in: folder.appendingPathComponent(name), time: TestTime()).store
            }
            let whole = try open("whole")
            for fault in faults { try whole.setFault(fault) }
            let expected = try draws(whole) + draws(whole)
            var broken: [Bool] = []
            do {
                let store = try open("broken")
                for fault in faults { try store.setFault(fault) }
                broken += try draws(store)
            }
            let store = try open("broken")
            #expect(store.faults.map(\.kind) == faults.map(\.kind))
            #expect(store.faults.map(\.parameters) == faults.map(\.parameters))
            broken += try draws(store)
            #expect(broken == expected)
            #expect(Set(expected) == [true, false])
            #expect(store.faults.first?.remaining == 60 - expected.count { $0 })
        }
    }

    @Test(
        "What means nothing is refused",
        arguments: [
            #"{"kind":"apiError"}"#, #"{"kind":"apiError","errorCode":404}"#,
            #"{"kind":"apiError","errorCode":4040010,"call":"getEverything"}"#,
            #"{"kind":"apiError","errorCode":4040010,"call":"verifyReceipt"}"#,
            #"{"kind":"apiError","errorCode":4040010,"call":"/control/state"}"#,
            #"{"kind":"apiError","errorCode":4040010,"account":"flora"}"#,
            #"{"kind":"apiError","errorCode":4040010,"rate":0}"#,
            #"{"kind":"apiError","errorCode":4040010,"rate":1.1}"#,
            #"{"kind":"serverError","status":404}"#, #"{"kind":"serverError","body":"xml"}"#,
            #"{"kind":"serverSlow","seconds":601}"#, #"{"kind":"serverSlow"}"#,
            #"{"kind":"receiptStatus","status":0}"#, #"{"kind":"receiptStatus","status":21001}"#,
            #"{"kind":"receiptStatus","status":21200}"#, #"{"kind":"transactionLate","seconds":-1}"#,
            #"{"kind":"offline","rate":0.5}"#,
        ]
    )
    func refused(body: String) async throws {
        let answer = try await tester.ask(.post, "/control/faults", body)
        #expect(answer.status == 400)
        #expect(answer.errorCode == "invalid-value", "\(answer.text)")
        #expect(store.faults.isEmpty)
    }
}

/// How long somebody was told to wait.
private actor Waits {
    private(set) var seconds: [TimeInterval] = []

    /// The wait that is asked for, which goes by at once. What the server's services wait for never comes: they would not
    /// rest at all.
    static let slowness: TimeInterval = 12.5

    func sleep(_ wait: TimeInterval) async throws {
        seconds.append(wait)
        if wait != Self.slowness { try await Task.sleep(for: .seconds(1_000_000)) }
    }
}
