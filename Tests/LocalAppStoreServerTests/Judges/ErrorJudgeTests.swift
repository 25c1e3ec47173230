import AppStoreModels
import Foundation
import LocalAppStore
import OutgoingHTTP
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite(
    "Apple's numbers before Apple's own clients",
    .tags(.judge, .slow),
    .enabled(if: Judges.areAvailable),
    .timeLimit(.minutes(15))
)
struct ErrorJudgeTests {
    /// A network in which one address never answers, so that a performance test goes on.
    private struct Network: HTTPTransport {
        let others = RecordingTransport()

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            if request.url.path == "/never" { try await Task.sleep(for: .seconds(86_400)) }
            return try await others.send(request)
        }
    }

    /// A shop whose higher level families may share.
    private func shop(_ environment: AppStoreEnvironment = .sandbox) throws -> LocalAppStore {
        var configuration = try StoreConfiguration(contentsOf: SampleShop.catalogue)
        for group in configuration.subscriptionGroups.indices {
            for index in configuration.subscriptionGroups[group].subscriptions.indices {
                configuration.subscriptionGroups[group].subscriptions[index].isFamilyShareable = true
            }
        }
        let store = LocalAppStore(
            configuration: configuration,
            app: SampleShop.app,
            authority: try TestAuthority.trusted.get(),
            start: TestAuthority.signingDate,
            seed: 1,
            environment: environment
        )
        try store.createAccount(id: SampleShop.customer)
        return store
    }

    private func server(_ store: LocalAppStore, _ key: ServerAPIKey, notificationURL: URL? = nil) -> LocalStoreServer {
        LocalStoreServer(store: store, serverAPIKey: key, notificationURL: notificationURL, transport: Network())
    }

    /// A store that takes no image and no message more.
    private func fullShop() throws -> LocalAppStore {
        let store = try shop()
        let png = try #require(
            Data(
                base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJ"
                    + "RU5ErkJggg=="
            )
        )
        for _ in 1...2_000 {
            try store.uploadRetentionImage(UUID(), size: .fullSize, png: png)
            try store.uploadRetentionMessage(UUID(), RetentionMessageContent(header: "Stay", body: "Roses"))
        }
        return store
    }

    /// What the judge needs to know of a store in which something happened.
    private func setup(_ store: LocalAppStore) throws -> JSONObject {
        let first = try store.buy(productID: SampleShop.bouquet, account: SampleShop.customer)
        try store.advance(by: 40 * 86_400)
        let renewal = try store.subscription(first.transactionID).latestTransactionID
        for account in ["fern", "rose"] { try store.createAccount(id: account) }
        try store.createFamily(id: "florists", organizer: SampleShop.customer)
        try store.joinFamily(id: "florists", account: "fern")
        let shared = try #require(store.transactions(account: "fern").first)
        let trial = try store.buy(productID: SampleShop.posy, account: "rose")
        let greenhouse = try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
        var seeds = greenhouse
        for _ in 1...25 { seeds = try store.buy(productID: SampleShop.seeds, account: SampleShop.customer) }
        let account = try store.account(SampleShop.customer)
        return [
            "subscription": .string(first.transactionID), "renewal": .string(renewal),
            "shared": .string(shared.transactionID), "trial": .string(trial.transactionID),
            "nonConsumable": .string(greenhouse.transactionID), "consumable": .string(seeds.transactionID),
            "appTransaction": .string(account.appTransactionID), "product": .string(SampleShop.bouquet),
            "now": .number(JSONNumber(store.now.millisecondsSince1970)),
        ]
    }

    @Test(
        "Each of the 87 is read by them: 76 by what a caller can send, the rest by a fault",
        arguments: ["sync", "async"]
    )
    func everyNumber(kind: String) async throws {
        let key = ServerAPIKey()
        let folder = try TemporaryFolder()
        let file = folder.file("key.p8")
        try Data(key.pem.utf8).write(to: file)
        let store = try shop()
        let own = server(store, key, notificationURL: URL(string: "http://127.0.0.1:9/hook"))
        var setup = try setup(store)
        let verdict = try await withRunning(own) { url in
            try await withRunning(server(try fullShop(), key)) { full in
                try await withRunning(server(try shop(.production), key)) { production in
                    setup["url"] = .string(url.absoluteString)
                    setup["full"] = .string(full.absoluteString)
                    setup["production"] = .string(production.absoluteString)
                    return try await Judges.ask(
                        "judge_errors.py",
                        [kind, file.path, key.keyID, key.issuerID, SampleShop.app.bundleID],
                        input: JSONValue.object(setup).jsonData
                    )
                }
            }
        }
        #expect(verdict.status == 0, "\(verdict.errors)")
        let read = try JSONValue(parsing: verdict.output)
        #expect(
            read == ["wrong": [], "reached": 76, "byFault": 11, "missing": [], "both": [], "unknown": []],
            "\(String(decoding: verdict.output, as: UTF8.self))"
        )
    }
}
