import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Foundation
import LocalAppStore
import LocalAppStoreServer
import TestSupport
import Testing

@testable import purser

@Suite("What a receiver of notifications sees")
struct NotificationInspectorTests {
    private let store: LocalAppStore

    init() throws { store = try SampleShop.open() }

    private func inspector(
        trusting anchors: [TrustAnchor]? = nil,
        bundleID: String? = nil,
        secret: String? = nil
    ) -> NotificationInspector {
        let policy = anchors.map(TrustPolicy.trusting) ?? store.trustPolicy
        let verifier = SignedDataVerifier(
            policy: policy,
            apps: bundleID.map { [AppIdentity(bundleID: $0)] } ?? []
        ) { [store] in store.now }
        return NotificationInspector(
            verifier: bundleID == nil ? verifier.acceptingAnyApp() : verifier,
            oldStyle: OldStyleNotificationVerifier(
                policy: policy,
                bundleID: bundleID,
                environments: [.production, .sandbox],
                sharedSecret: secret.map { AppSharedSecret($0) }
            )
        )
    }

    private func oldStyle(receipt: String?, password: String = "s3cret", environment: String = "Sandbox") -> Data {
        var unified: JSONObject = [:]
        unified[string: "latest_receipt"] = receipt
        let body: JSONObject = [
            "notification_type": "DID_RENEW", "password": .string(password), "bid": .string(SampleShop.app.bundleID),
            "unified_receipt": .object(unified), "environment": .string(environment),
        ]
        return JSONValue.object(body).jsonData
    }

    @Test("Version 1 is believed for its receipt and its secret, and only then")
    func versionOne() throws {
        try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        let receipt = try SampleShop.receipt(store)
        let good = inspector(secret: "s3cret").inspect(oldStyle(receipt: receipt))
        #expect(good.isBelieved, "\(good.failure ?? "")")
        #expect(good.version == 1)
        #expect(good.name == "DID_RENEW")
        #expect(inspector().inspect(oldStyle(receipt: receipt)).isBelieved)
        #expect(inspector(secret: "other").inspect(oldStyle(receipt: receipt)).failure?.hasPrefix("password") == true)
        #expect(inspector(bundleID: "x").inspect(oldStyle(receipt: receipt)).failure?.hasPrefix("wrong-app") == true)
        #expect(inspector(secret: "s3cret").inspect(oldStyle(receipt: nil)).isBelieved)
        #expect(!inspector().inspect(oldStyle(receipt: nil)).isBelieved)
        let xcode = inspector(secret: "s3cret").inspect(oldStyle(receipt: receipt, environment: "Xcode"))
        #expect(xcode.failure == "wrong-environment: Xcode is not accepted")
        let foreign = inspector(trusting: [try TestAuthority.foreign.get().receiptAnchor])
        #expect(foreign.inspect(oldStyle(receipt: receipt)).failure?.hasPrefix("receipt-not-authentic") == true)
    }

    @Test("Version 2 says what it is about even if nobody vouches for it")
    func versionTwo() throws {
        var payload = NotificationPayload()
        payload.notificationType = .refund
        payload.notificationUUID = "a-b"
        payload.version = "2.0"
        payload.signedDate = store.now
        var data = NotificationData()
        data.bundleID = SampleShop.app.bundleID
        data.environment = .sandbox
        payload.data = data
        let body = JSONValue.object(["signedPayload": .string(try store.sign(payload))]).jsonData
        let good = inspector(bundleID: SampleShop.app.bundleID).inspect(body)
        #expect(good.isBelieved, "\(good.failure ?? "")")
        #expect(good.name == "REFUND")
        #expect(good.id == "a-b")
        #expect(good.date == store.now)
        let foreign = inspector(trusting: [try TestAuthority.foreign.get().jwsAnchor]).inspect(body)
        #expect(!foreign.isBelieved)
        #expect(foreign.name == "REFUND")
        #expect(!inspector(bundleID: "com.example.other").inspect(body).isBelieved)
    }

    @Test("A program reads which rule fails, as of other verdicts, in members of the article about the wire")
    func program() throws {
        try store.buy(productID: SampleShop.posy, account: SampleShop.customer)
        let receipt = try SampleShop.receipt(store)
        let foreign = inspector(trusting: [try TestAuthority.foreign.get().receiptAnchor])
        let inspections = [
            inspector(secret: "s3cret").inspect(oldStyle(receipt: receipt)),
            inspector(secret: "other").inspect(oldStyle(receipt: receipt)),
            inspector(bundleID: "x").inspect(oldStyle(receipt: receipt)),
            inspector(secret: "s3cret").inspect(oldStyle(receipt: receipt, environment: "Xcode")),
            foreign.inspect(oldStyle(receipt: receipt)), inspector().inspect(Data("{}".utf8)),
        ]
        let article = try WireArticle()
        let rules = inspections.map { inspection -> [String] in
            let json = inspection.json("200", file: nil)
            #expect(article.strangers(in: json) == [], "\(json)")
            #expect(json["isValid"] == .bool(inspection.isBelieved))
            return (json[array: "failures"] ?? []).compactMap { $0.object?[string: "rule"] }
        }
        let expected = ["password", "wrong-app", "wrong-environment", "receipt-not-authentic", "malformed"]
        #expect(rules == [[]] + expected.map { [$0] })
        #expect(Set(expected).isSubset(of: article.codes.map(\.name)))
    }

    @Test(
        "What is no notification is none",
        arguments: ["", "[]", "{}", "no", #"{"signedPayload":7}"#, #"{"signedPayload":"x"}"#]
    )
    func strangers(body: String) { #expect(!inspector().inspect(Data(body.utf8)).isBelieved) }

    @Test(
        "Answers are statuses, slow ones and cut ones",
        arguments: [
            ("200", 200, 0, false), ("503", 503, 0, false), ("slow", 200, 35, false), ("slow:1.5", 200, 1.5, false),
            ("cut", 200, 0, true),
        ] as [(String, Int, TimeInterval, Bool)]
    )
    func answers(text: String, status: Int, delay: TimeInterval, isCut: Bool) throws {
        let answer = try #require(ListenerAnswer(argument: text))
        #expect((answer.status, answer.delay, answer.isCut) == (status, delay, isCut))
    }

    @Test("What means no answer is none", arguments: ["", "100", "600", "ok", "slow:", "slow:-1", "cut:1"])
    func noAnswer(text: String) { #expect(ListenerAnswer(argument: text) == nil) }

    @Test("Version 1 is posted as it is kept, with the secret; version 2 in an envelope, without")
    func posted() throws {
        let one = NotificationRecord(json: ["version": 1, "content": ["notification_type": "CANCEL", "bid": "a"]])
        #expect(
            try JSONValue(parsing: StoreNotificationHistory.body(of: one, password: "hush"))
                == ["notification_type": "CANCEL", "bid": "a", "password": "hush"]
        )
        #expect(
            try JSONValue(parsing: StoreNotificationHistory.body(of: one, password: nil))
                == ["notification_type": "CANCEL", "bid": "a"]
        )
        let two = NotificationRecord(json: ["version": 2, "signedPayload": "a.b.c"])
        #expect(
            try JSONValue(parsing: StoreNotificationHistory.body(of: two, password: "hush"))
                == ["signedPayload": "a.b.c"]
        )
    }

    @Test("Shuffled, the same seed gives the same order, and nothing is lost")
    func shuffled() {
        let items = Array(0..<50)
        let first = NotificationsReplayCommand.order(items, shuffledBy: 3)
        #expect(first == NotificationsReplayCommand.order(items, shuffledBy: 3))
        #expect(first != items && first.sorted() == items)
        #expect(first != NotificationsReplayCommand.order(items, shuffledBy: 4))
        #expect(NotificationsReplayCommand.order(items, shuffledBy: nil) == items)
    }

    @Test("A folder keeps the order, goes on counting, and no name leads out of it")
    func folder() throws {
        try withTemporaryFolder { url in
            let folder = NotificationFolder(url: url.appendingPathComponent("saved"))
            #expect(try folder.lastNumber() == 0)
            #expect(try folder.save(Data("a".utf8), 1, name: "../../x/y", id: "../z") == "000001-......x.y-.._z.json")
            _ = try folder.save(Data("b".utf8), 10, name: "B", id: nil)
            _ = try folder.save(Data("c".utf8), 9, name: "C", id: "1")
            #expect(try folder.load().map { String(decoding: $0.body, as: UTF8.self) } == ["a", "c", "b"])
            #expect(try folder.lastNumber() == 10)
            #expect(try FileManager.default.contentsOfDirectory(atPath: url.path) == ["saved"])
        }
    }

    @Test(
        "A file with a number beyond all counting is read last, and nothing is counted on from it",
        arguments: ["9223372036854775807", "1000000000000", "99999999999999999999"]
    )
    func hugeNumber(digits: String) throws {
        try withTemporaryFolder { url in
            let folder = NotificationFolder(url: url)
            _ = try folder.save(Data("a".utf8), 7, name: "A", id: nil)
            try Data("z".utf8).write(to: url.appendingPathComponent("\(digits)-x.json"))
            #expect(try folder.lastNumber() == 7)
            #expect(try folder.load().map { String(decoding: $0.body, as: UTF8.self) } == ["a", "z"])
        }
    }
}
