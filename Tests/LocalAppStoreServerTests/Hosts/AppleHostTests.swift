import AppStoreModels
import AsyncHTTPClient
import Foundation
import LocalAppStore
import NIOCore
import NIOHTTP1
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("The names of Apple's servers", .timeLimit(.minutes(15)))
struct AppleHostTests {
    @Test(
        "Each leads to what Apple has there, and to nothing else",
        arguments: [
            ("api.storekit.apple.com", "/inApps/v1/lookup/M1", "/production/inApps/v1/lookup/M1"),
            ("api.storekit-sandbox.apple.com", "/inApps/v1/lookup/M1", "/sandbox/inApps/v1/lookup/M1"),
            ("api.storekit.itunes.apple.com", "/inApps/v1/lookup/M1", "/production/inApps/v1/lookup/M1"),
            ("api.storekit-sandbox.itunes.apple.com", "/inApps/v1/lookup/M1", "/sandbox/inApps/v1/lookup/M1"),
            ("API.StoreKit.Apple.com:443", "/inApps/v1/lookup/M1", "/production/inApps/v1/lookup/M1"),
            ("buy.itunes.apple.com", "/verifyReceipt", "/production/verifyReceipt"),
            ("sandbox.itunes.apple.com:8443", "/verifyReceipt", "/sandbox/verifyReceipt"),
            ("buy.itunes.apple.com", "/inApps/v1/lookup/M1", nil),
            ("buy.itunes.apple.com", "/control/state", nil),
            ("api.storekit.apple.com", "/verifyReceipt", nil),
            ("api.storekit.apple.com", "/control/state", nil),
            ("api.storekit.apple.com", "/production/inApps/v1/lookup/M1", nil),
            ("api.storekit.apple.com", "/sandbox/inApps/v1/lookup/M1", nil),
            ("api.storekit.apple.com", "/groups/v1/transactions/1/seats", "/production/groups/v1/transactions/1/seats"),
        ] as [(String, String, String?)]
    )
    func places(authority: String, path: String, place: String?) throws {
        let host = try #require(AppleHost(authority: authority))
        #expect(host.place(of: path) == place)
    }

    @Test(
        "Names that only look like them are none",
        arguments: [
            "apple.com", "api.storekit.apple.com.evil.test", "xapi.storekit.apple.com", "", "[api.storekit.apple.com",
        ]
    )
    func others(authority: String) {
        #expect(AppleHost(authority: authority) == nil)
    }

    private struct Answer {
        let status: UInt
        let json: JSONObject
    }

    private func ask(
        _ url: URL,
        _ host: AppleHost,
        _ path: String,
        _ body: String? = nil
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: url.absoluteString + path)
        request.headers = ["Host": host.rawValue]
        if let body {
            request.method = .POST
            request.body = .bytes(ByteBuffer(string: body))
        }
        let answer = try await HTTPClient.shared.execute(request, timeout: .seconds(600))
        let bytes = try await answer.body.collect(upTo: 1 << 20)
        return Answer(
            status: answer.status.code,
            json: (try? JSONValue(parsing: bytes.readableBytesView))?.object ?? [:]
        )
    }

    private func running(
        _ environment: AppStoreEnvironment = .sandbox,
        _ body: (LocalAppStore, URL) async throws -> Void
    ) async throws {
        let store = try SampleShop.open(environment: environment)
        try await withRunning(LocalStoreServer(store: store)) { try await body(store, $0) }
    }

    @Test("verifyReceipt answers by the host, 21007 and 21008 where it is the wrong one")
    func receipts() async throws {
        for (environment, right, wrong, status) in [
            (AppStoreEnvironment.sandbox, AppleHost.sandboxReceipts, AppleHost.receipts, 21_007),
            (.production, .receipts, .sandboxReceipts, 21_008),
        ] {
            try await running(environment) { store, url in
                try store.buy(productID: SampleShop.greenhouse, account: SampleShop.customer)
                let body = #"{"receipt-data":"\#(try SampleShop.receipt(store))"}"#
                #expect(try await ask(url, right, "/verifyReceipt", body).json[integer: "status"] == 0)
                #expect(try await ask(url, wrong, "/verifyReceipt", body).json[integer: "status"] == Int64(status))
            }
        }
    }

    @Test("The App Store Server API wants its token by these names, too")
    func token() async throws {
        try await running { _, url async throws in
            for host in AppleHost.allCases where host.place(of: "/verifyReceipt") == nil {
                #expect(try await ask(url, host, "/inApps/v1/transactions/1").status == 401)
            }
        }
    }

    @Test("Nothing else of the store can be reached by them")
    func nothingElse() async throws {
        try await running { _, url async throws in
            for host in AppleHost.allCases {
                for path in ["/control/state", "/", "/health", "/production/../control/state", "/device/customer"] {
                    #expect(try await ask(url, host, path).status == 404, "\(host) \(path)")
                }
            }
        }
    }
}
