import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The history as a feed of changes")
struct ServerAPIHistoryTests {
    private let tester: RouteTester
    private var store: LocalAppStore { tester.store }

    init() throws { tester = try RouteTester() }

    /// The identifiers on a page.
    private func ids(_ answer: RouteTester.Answer) -> [String] {
        (answer.json[array: "signedTransactions"] ?? []).compactMap(\.string).compactMap { jws in
            let parts = jws.split(separator: ".")
            guard parts.count == 3, let payload = Base64.urlSafe(decoding: parts[1]) else { return nil }
            return (try? JSONValue(parsing: payload))?.object?[string: "transactionId"]
        }
    }

    /// All pages: the identifiers, how many pages, and the last revision.
    private func walk(_ path: String, _ query: String = "") async throws -> ([String], pages: Int, revision: String) {
        var (all, pages): ([String], Int) = ([], 0)
        var revision: String?
        while true {
            let next = [query, revision.map { "revision=\($0)" } ?? ""].filter { !$0.isEmpty }
            let answer = try await tester.api(.get, path + (next.isEmpty ? "" : "?" + next.joined(separator: "&")))
            #expect(answer.status == 200, "\(answer.text)")
            all += ids(answer)
            pages += 1
            let end: String = try #require(answer.json[string: "revision"])
            if answer.json["hasMore"] == false { return (all, pages, end) }
            revision = end
        }
    }

    @Test("What changes at the same instant comes again to who kept the revision, and only that")
    func feed() async throws {
        let club = try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        let seeds = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
        let path = "v2/history/\(club.transactionID)"
        var (all, _, revision) = try await walk(path)
        #expect(all == [club.transactionID, seeds.transactionID])
        func news() async throws -> [String] {
            let answer = try await tester.api(.get, "\(path)?revision=\(revision)")
            revision = try #require(answer.json[string: "revision"])
            return ids(answer)
        }
        #expect(try await news() == [])
        try store.refund(transactionID: seeds.transactionID)
        #expect(try await news() == [seeds.transactionID])
        try store.reverseRefund(transactionID: seeds.transactionID)
        #expect(try await news() == [seeds.transactionID])
        let body = #"{"appAccountToken":"00000000-0000-4000-8000-000000000001"}"#
        #expect(try await tester.api(.put, "v1/transactions/\(club.transactionID)/appAccountToken", body).status == 200)
        #expect(try await news() == [club.transactionID])
        try store.setRenewalProduct(SampleShop.bouquet, originalTransactionID: club.transactionID)
        let upgraded = try store.subscription(club.transactionID).latestTransactionID
        #expect(try await news() == [club.transactionID, upgraded])
        try store.extendRenewal(originalTransactionID: club.transactionID, days: 5)
        #expect(try await news() == [upgraded])
        try store.finish(transactionID: upgraded)
        #expect(try await news() == [])
    }

    @Test(
        "45 transactions are three pages, in both orders, with filters",
        arguments: [
            ("", 3, 45), ("sort=DESCENDING", 3, 45), ("productType=NON_RENEWABLE", 1, 15),
            ("productType=CONSUMABLE&sort=DESCENDING", 2, 30), ("revoked=True", 1, 1), ("revoked=false", 3, 44),
        ]
    )
    func pages(query: String, pages: Int, count: Int) async throws {
        var bought: [String] = []
        for number in 0..<45 {
            let product = number % 3 == 0 ? SampleShop.season : SampleShop.seeds
            bought.append(try store.buy(productID: product, account: SampleShop.customer).transactionID)
        }
        try store.refund(transactionID: bought[4])
        let walked = try await walk("v2/history/\(bought[0])", query)
        #expect(walked.pages == pages)
        #expect(walked.0.count == count)
        #expect(Set(walked.0).count == count)
        if query.isEmpty { #expect(walked.0 == bought[..<4] + bought[5...] + [bought[4]]) }
        if query == "sort=DESCENDING" {
            #expect(walked.0 == [bought[4]] + bought[5...].reversed() + bought[..<4].reversed())
        }
    }

    @Test("The revision of an empty list is no number that nobody could have, and goes on")
    func emptyRevision() async throws {
        let id = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer).transactionID
        let path = "v2/refund/lookup/\(id)"
        let empty = try await tester.api(.get, path).json
        let revision = try #require(empty[string: "revision"])
        #expect(revision.hasPrefix("0.0."), "\(revision)")
        #expect(try await tester.api(.get, "\(path)?revision=\(revision)").json[string: "revision"] == revision)
        try store.refund(transactionID: id)
        #expect(ids(try await tester.api(.get, "\(path)?revision=\(revision)")) == [id])
    }

    @Test("The first version leaves finished consumables out until they are refunded, the second does not")
    func versions() async throws {
        let seeds = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer).transactionID
        #expect(try await walk("v1/history/\(seeds)").0 == [seeds])
        #expect(try await tester.api(.post, "v1/transactions/\(seeds)/finish").status == 200)
        #expect(try await walk("v1/history/\(seeds)").0 == [])
        #expect(try await walk("v2/history/\(seeds)").0 == [seeds])
        try store.refund(transactionID: seeds)
        #expect(try await walk("v1/history/\(seeds)").0 == [seeds])
    }

    @Test("Refunds are listed in both versions; what a family lost is none")
    func refunds() async throws {
        try store.createAccount(id: "fern")
        try store.createFamily(id: "bloom", organizer: SampleShop.customer)
        try store.joinFamily(id: "bloom", account: "fern")
        var bought: [String] = []
        for _ in 0..<25 {
            bought.append(try store.buy(productID: SampleShop.seeds, account: SampleShop.customer).transactionID)
        }
        bought.append(try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer).transactionID)
        for id in bought { try store.refund(transactionID: id) }
        let walked = try await walk("v2/refund/lookup/\(bought[0])")
        #expect(walked.0 == bought)
        #expect(walked.pages == 2)
        #expect(ids(try await tester.api(.get, "v1/refund/lookup/\(bought[0])")) == bought)
        let shared = try #require(store.transactions(account: "fern").first).transactionID
        #expect(try await walk("v2/refund/lookup/\(shared)").0 == [])
    }

    @Test("Any identifier of the customer leads to the history; node's question mark does not matter")
    func identifiers() async throws {
        let id = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer).transactionID
        let download = try store.account(SampleShop.customer).appTransactionID
        for path in ["v2/history/\(id)", "v2/history/\(download)", "v2/history/\(id)?", "v1/history/\(download)?"] {
            #expect(ids(try await tester.api(.get, path)) == [id], "\(path)")
        }
        #expect(try await tester.api(.get, "v1/transactions/\(id)?").status == 200)
    }

    @Test(
        "A revision holds for its filters, and nothing else is one",
        arguments: ["x", "1", "1.2", "1.2.x", "-1.2.x", "1_2_x", "1769853600000_2000000123456789_abc", "..", "%20"]
    )
    func revisions(text: String) async throws {
        let id = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer).transactionID
        let answer = try await tester.api(.get, "v2/history/\(id)?revision=\(text)")
        #expect(answer.json["errorCode"] == 4_000_005)
        let revision = try await walk("v2/history/\(id)").revision
        let other = try await tester.api(.get, "v2/history/\(id)?revision=\(revision)&revoked=true")
        #expect(other.json["errorCode"] == 4_000_005)
    }
}
