import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite(
    "Retention Messaging before outside judges",
    .tags(.judge, .slow),
    .enabled(if: Judges.areAvailable),
    .timeLimit(.minutes(15))
)
struct MessagingJudgeTests {
    @Test("Apple's own clients upload, configure, test and delete, and read what a developer's server is asked")
    func client() async throws {
        let store = try SampleShop.open()
        let folder = try TemporaryFolder()
        let server = LocalStoreServer(store: store)
        let (key, root) = (folder.file("key.p8"), folder.file("root.der"))
        try Data(server.serverAPIKey.pem.utf8).write(to: key)
        let lines = store.authority.jwsRootPEM.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        try #require(Data(base64Encoded: lines.joined())).write(to: root)
        let id = try store.buy(productID: SampleShop.posy, account: SampleShop.customer).originalTransactionID
        let verdict = try await withRunning(server) { url in
            try await Judges.ask(
                "judge_messaging.py",
                [
                    url.absoluteString, key.path, server.serverAPIKey.keyID, server.serverAPIKey.issuerID,
                    SampleShop.app.bundleID, String(SampleShop.app.appAppleID), root.path, id, SampleShop.posy,
                ]
            )
        }
        #expect(verdict.status == 0, "\(verdict.errors)")
        let read = try #require(try JSONValue(parsing: verdict.output).object)
        #expect(read["sync"] == Self.expected)
        #expect(read["async"] == Self.expected)
        #expect(store.retentionImages.isEmpty && store.retentionMessages.isEmpty && store.realtimeURL == nil)
    }

    private static let expected: JSONValue = [
        "images": [["APPROVED", "FULL_SIZE"], ["APPROVED", "BULLET_POINT"]],
        "messages": [["PENDING"], ["APPROVED"]], "default": true, "url": true, "shown": ["realtime", "Stay"],
        "asked": [true, true, "en-US", "Sandbox", true], "performance": ["PASS", 100, 0, 20, true, 21],
        "wrong": [:], "codes": 17,
    ]
}
