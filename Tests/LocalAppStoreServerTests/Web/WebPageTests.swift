import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LocalAppStore
import Logging
import ServiceLifecycle
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The web page of a store", .timeLimit(.minutes(15)))
struct WebPageTests {
    @Test("is served with all its files, which may load nothing from elsewhere", arguments: WebPage().names + [""])
    func files(name: String) async throws {
        let server = LocalStoreServer(store: try SampleShop.open())
        try await server.application.test(.router) { client in
            let path = name.isEmpty ? "/" : "/web/\(name)"
            let tag = try await client.execute(uri: path, method: .get) { response in
                #expect(response.status == .ok)
                #expect(response.body.readableBytes > 100)
                let policy = response.headers[.contentSecurityPolicy] ?? ""
                #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
                let text = String(buffer: response.body)
                #expect(!text.contains("https://") && !text.contains("innerHTML"))
                return try #require(response.headers[.eTag])
            }
            try await client.execute(uri: path, method: .get, headers: [.ifNoneMatch: tag]) { response in
                #expect(response.status == .notModified)
                #expect(response.body.readableBytes == 0)
            }
        }
    }

    @Test("names every file that a file of it asks for")
    func references() async throws {
        let page = WebPage()
        let server = LocalStoreServer(store: try SampleShop.open())
        try await server.application.test(.router) { client in
            for name in page.names where name.hasSuffix(".js") {
                let text = try await client.execute(uri: "/web/\(name)", method: .get) { String(buffer: $0.body) }
                for line in text.split(separator: "\n") where line.contains("from \"./") {
                    let file = line.split(separator: "\"")[1].dropFirst(2)
                    #expect(page.names.contains(String(file)), "\(name) asks for \(file)")
                }
            }
        }
    }

    @Test("moves nothing for people who asked for reduced motion", arguments: WebPage().names)
    func reducedMotion(name: String) async throws {
        let server = LocalStoreServer(store: try SampleShop.open())
        let text = try await server.application.test(.router) { client in
            try await client.execute(uri: "/web/\(name)", method: .get) { String(buffer: $0.body) }
        }
        // What stands before the rules for those who did not ask; such rules are the end of the style sheet.
        let forEverybody = text.components(separatedBy: "@media (prefers-reduced-motion: no-preference)")[0]
        for word in ["animation", "transition", "scroll-behavior", "@keyframes", ".animate(", "behavior:"] {
            #expect(!forEverybody.contains(word), "\(word)")
        }
    }

    @Test("has no other files")
    func unknownFile() async throws {
        let server = LocalStoreServer(store: try SampleShop.open())
        try await server.application.test(.router) { client in
            for path in ["/web/secret.js", "/web/..%2F..%2Fauthority.pem"] {
                try await client.execute(uri: path, method: .get) { response in
                    #expect(response.status == .notFound)
                }
            }
        }
    }
}

@Suite(
    "A person on the web page of a store",
    .tags(.browser, .slow),
    .serialized,
    .enabled(if: Browser.isAvailable),
    .timeLimit(.minutes(15))
)
struct BrowserTests {
    @Test("buys, asks a parent, gets refunded, renews, falls into billing retry, recovers, agrees to a higher price")
    func story() async throws {
        let store = try SampleShop.open()
        try await withRunning(LocalStoreServer(store: store)) { url in
            let folder = try pictures()
            let trouble = try await Browser.follow("store_page.py", url.absoluteString, folder.path)
            #expect(trouble == "")
        }
        let transactions = store.transactions(account: SampleShop.customer)
        #expect(transactions.filter { $0.productID == SampleShop.seeds }.map(\.quantity) == [2])
        #expect(transactions.filter { $0.productID == SampleShop.greenhouse }.map(\.revocationDate) == [nil])
        let posy = transactions.filter { $0.productID == SampleShop.posy }
        #expect(posy.map { "\($0.price.amount)" } == ["0", "4.99", "4.99", "7.49"])
        let first = try #require(posy.first)
        #expect(try store.subscription(first.originalTransactionID).status == .active)
        #expect(store.attempts.map(\.status) == [.completed])
    }

    @Test("redeems a code, shares with a family, makes purchases of other days, changes plans, sets faults")
    func sharing() async throws {
        let store = try SampleShop.open(codeOffers: ["Spring"])
        try await withRunning(LocalStoreServer(store: store)) { url in
            let trouble = try await Browser.follow("sharing_page.py", url.absoluteString, try pictures().path)
            #expect(trouble == "")
        }
        #expect(store.offerCodes.map(\.redeemedBy) == [[SampleShop.customer]])
        #expect(store.families.map(\.memberIDs) == [[SampleShop.customer, "fern"]])
        let subscription = try #require(store.subscriptions(account: SampleShop.customer).first)
        #expect(subscription.productID == SampleShop.bouquet)
        #expect(subscription.expirationIntent == .priceIncreaseDeclined)
        #expect(store.transactions(account: "fern").allSatisfy { $0.ownership == .familyShared })
        let greenhouse = store.transactions(account: SampleShop.customer).filter {
            $0.productID == SampleShop.greenhouse
        }
        #expect(greenhouse.map { RFC3339.string(from: $0.purchaseDate) } == ["2024-01-02T03:04:05Z"])
    }

    @Test("changes prices, offers and content, keeps the state and puts it back, from the page and from a file")
    func shelf() async throws {
        let store = try SampleShop.open(winBackOffers: ["return"])
        try await withRunning(LocalStoreServer(store: store)) { url in
            let trouble = try await Browser.follow("shelf_page.py", url.absoluteString)
            #expect(trouble == "")
        }
        #expect(store.settings.priceOverrides.isEmpty)
        #expect(store.settings.winBackRules["return"] == WinBackRule(minimumPaidMonths: 3, maximumMonthsSinceChurn: 12))
        #expect(store.settings.hostedContentVersions == [SampleShop.greenhouse: "2.1"])
        #expect(store.transactions(account: SampleShop.customer).map(\.productID) == [SampleShop.greenhouse])
    }

    @Test("is told when the store is away, loses nothing, and sees everything when it is back")
    func lostConnection() async throws {
        let store = try SampleShop.open()
        try await withRunning(LocalStoreServer(store: store)) { url in
            let trouble = try await Browser.follow("lost_connection.py", url.absoluteString)
            #expect(trouble == "")
        }
        #expect(store.transactions(account: SampleShop.customer).map(\.productID) == [SampleShop.greenhouse])
    }

    @Test("sees sheets rise only if that is welcome, and can read them once they stand")
    func motion() async throws {
        try await withRunning(LocalStoreServer(store: try SampleShop.open())) { url in
            let trouble = try await Browser.follow("moving_page.py", url.absoluteString)
            #expect(trouble == "")
        }
    }

    @Test("sees texts of the catalogue as texts, whatever they hold")
    func hostileTitle() async throws {
        let catalogue = """
            {"identifier":"A","products":[{"displayPrice":"1","familyShareable":false,"internalID":"1","localizations":\
            [{"description":"<script>alert(2)</script>","displayName":"<img src=x onerror=alert(1)>","locale":"en_US"}],\
            "productID":"a","referenceName":"a","type":"Consumable"}],"version":{"major":3,"minor":0}}
            """
        let store = LocalAppStore(
            configuration: try StoreConfiguration(data: Data(catalogue.utf8)),
            app: SampleShop.app,
            authority: try TestAuthority.trusted.get(),
            start: TestAuthority.signingDate
        )
        try store.createAccount(id: SampleShop.customer)
        try await withRunning(LocalStoreServer(store: store)) { url in
            let trouble = try await Browser.follow("hostile_title.py", url.absoluteString)
            #expect(trouble == "")
        }
    }

    /// Where the pictures go: a folder of the caller's choice, or one that is thrown away.
    private func pictures() throws -> URL {
        let chosen = ProcessInfo.processInfo.environment["PURSER_PICTURES"].map { URL(fileURLWithPath: $0) }
        let folder = chosen ?? FileManager.default.temporaryDirectory.appendingPathComponent("purser-pictures")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }
}
