import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("Walking through pages")
struct ServerAPIPagesTests {
    private static func page(_ ids: [String], _ revision: String, more: Bool) throws -> ServerAPIScript.Step {
        .json(try SignedAnswers.page(ids, revision: revision, hasMore: more))
    }

    private static func queries(_ network: ServerAPIScript) -> [String?] { network.requests.map { $0.url.query } }

    @Test("All pages come, each asked for with the same filter, from the environment that knew the first")
    func walk() async throws {
        let network = ServerAPIScript(
            .code(4_040_010),
            try Self.page(["1", "2"], "r1", more: true),
            try Self.page(["3"], "r2", more: true),
            try Self.page([], "r2b", more: false)
        )
        let filter = TransactionHistoryFilter(productTypes: [.autoRenewableSubscription])
        var ids: [String?] = []
        for try await page in try network.client().transactionHistoryPages(of: "1", filter) {
            ids += page.transactions.map(\.transactionID)
            #expect(page.environment == .sandbox)
            #expect(page.json["somethingNew"] == 1)
        }
        #expect(ids == ["1", "2", "3"])
        let query = "productType=AUTO_RENEWABLE"
        #expect(Self.queries(network) == [query, query, "\(query)&revision=r1", "\(query)&revision=r2"])
        #expect(network.hosts == [ServerAPIScript.production] + Array(repeating: ServerAPIScript.sandbox, count: 3))
    }

    @Test("A walk goes on where another ended, and says where it ended itself")
    func resume() async throws {
        let network = ServerAPIScript(try Self.page(["9"], "r9", more: false))
        var iterator = try network.client().transactionHistoryPages(of: "1", resumingAt: "r8").makeAsyncIterator()
        #expect(iterator.position == "r8")
        #expect(try await iterator.next()?.revision == "r9")
        #expect(iterator.position == "r9")
        #expect(try await iterator.next() == nil)
        #expect(Self.queries(network) == ["revision=r8"])
    }

    @Test("After a failure the position is that of the last page that came")
    func failure() async throws {
        let network = ServerAPIScript(try Self.page(["1"], "r1", more: true), .code(4_000_005))
        var iterator = try network.client().refundHistoryPages(of: "1").makeAsyncIterator()
        _ = try await iterator.next()
        var seen: ServerAPIError?
        do { _ = try await iterator.next() } catch { seen = error }
        #expect(seen?.errorCode == .invalidRequestRevision)
        #expect(iterator.position == "r1")
        #expect(try await iterator.next() == nil, "a walk that failed is over")
    }

    @Test("A list that does not go on ends with an error", arguments: ["r1", ""])
    func stuck(revision: String) async throws {
        let last =
            revision.isEmpty
            ? ServerAPIScript.Step.json(#"{"hasMore":true,"signedTransactions":[]}"#)
            : try Self.page(["2"], revision, more: true)
        let network = ServerAPIScript(try Self.page(["1"], "r1", more: true), last)
        var count = 0
        let error = await #expect(throws: ServerAPIError.self) {
            for try await _ in try network.client().transactionHistoryPages(of: "1") { count += 1 }
        }
        #expect(error?.code == .endlessPages)
        #expect(count == 1)
    }

    @Test("A list that is too long ends with an error")
    func tooLong() async throws {
        let network = ServerAPIScript(try (1...5).map { try Self.page(["1"], "r\($0)", more: true) })
        let client = try network.client(limits: ServerAPILimits(maximumPages: 3))
        let error = await #expect(throws: ServerAPIError.self) {
            for try await _ in client.transactionHistoryPages(of: "1") {}
        }
        #expect(error?.code == .endlessPages)
        #expect(network.requests.count == 3)
    }

    @Test("Notifications are asked for with the same body")
    func notifications() async throws {
        let item = try SignedAnswers.sentNotification()
        let first = JSONValue.object(["notificationHistory": [item], "hasMore": true, "paginationToken": "p1"])
        let second = JSONValue.object(["notificationHistory": [item], "hasMore": false])
        let network = ServerAPIScript(.json(first.serialized()), .json(second.serialized()))
        let request = NotificationHistoryRequest(json: ["startDate": 1_000, "endDate": 2_000, "onlyFailures": true])
        var sent: [String] = []
        for try await page in try network.client().notificationHistoryPages(request) {
            sent += page.notifications.map(\.notification.notificationUUID)
        }
        #expect(sent.count == 2)
        #expect(Self.queries(network) == [nil, "paginationToken=p1"])
        #expect(Set(network.requests.map(\.body)) == [request.jsonData])
    }
}
