import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Apple's Retention Messaging API")
struct RetentionMessagingRouteTests {
    private typealias Shop = RetentionTester
    private let tester: RetentionTester

    init() throws { tester = try RetentionTester() }

    @Test("Images and messages wait for the review, and a day later they are approved")
    func review() async throws {
        try await tester.uploadImages()
        try await tester.call(.put, "message/\(Shop.message)", #"{"header":"Stay","body":"Roses"}"#)
        #expect(
            try await tester.call(.get, "image/list").json[array: "imageIdentifiers"] == [
                ["imageIdentifier": .string(Shop.image), "imageState": "PENDING", "imageSize": "FULL_SIZE"],
                ["imageIdentifier": .string(Shop.bullet), "imageState": "PENDING", "imageSize": "BULLET_POINT"],
            ]
        )
        try await tester.ask(.post, "/control/images/\(Shop.bullet)/reject")
        try tester.store.advance(by: 86_399)
        let early = try await tester.call(.get, "message/list").json
        #expect(
            early[array: "messageIdentifiers"] == [
                ["messageIdentifier": .string(Shop.message), "messageState": "PENDING"]
            ]
        )
        try tester.store.advance(by: 1)
        let late = try await tester.call(.get, "message/list").json
        #expect(late[array: "messageIdentifiers"]?.first?.object?["messageState"] == "APPROVED")
        let states = try await tester.call(.get, "image/list").json[array: "imageIdentifiers"]
        #expect(states?.map { $0.object?["imageState"] } == ["APPROVED", "REJECTED"])
    }

    @Test("The review takes as long as the setting says, or until a command", arguments: [0, nil] as [Int?])
    func setting(seconds: Int?) async throws {
        let text = seconds.map(String.init) ?? "null"
        let answer = try await tester.ask(.patch, "/control/settings", #"{"retentionReviewSeconds":\#(text)}"#)
        #expect(answer.status == 200)
        try await tester.uploadImages()
        try tester.store.advance(by: 400 * 86_400)
        let states = tester.store.retentionImages.map { $0.review.state(at: tester.store.now) }
        #expect(states == (seconds == 0 ? [.approved, .approved] : [.pending, .pending]))
        let refused = try await tester.ask(.patch, "/control/settings", #"{"retentionReviewSeconds":-1}"#)
        #expect(refused.errorCode == "invalid-value")
    }

    @Test("What is no whole PNG image is refused", arguments: [0, 7, 20, 40, 57, 66])
    func damagedImages(length: Int) async throws {
        let path = "/inApps/v1/messaging/image/\(Shop.image)"
        let png = try #require(Shop.png)
        for bytes in [Data(png.prefix(length)), png + [0], Data(png.enumerated().map { $0 == length ? $1 ^ 1 : $1 })] {
            let answer = try await tester.ask(.put, path, bytes)
            #expect(answer.status == 400)
            #expect(answer.json["errorCode"] == 4_000_161)
        }
        #expect(tester.store.retentionImages.isEmpty)
        #expect(try await tester.ask(.put, path, png).status == 200)
        #expect(tester.store.retentionImages.first?.content.width == 1)
    }

    @Test(
        "What is wrong with a message has Apple's code, and nothing has changed",
        arguments: [
            (#"{"header":"H"}"#, 4_000_000), (#"{"body":"B"}"#, 4_000_000), (#"{"header":1,"body":"B"}"#, 4_000_000),
            (#"{"header":"LONG67","body":"B"}"#, 4_000_162), (#"{"header":"H","body":"LONG145"}"#, 4_000_163),
            (#"{"header":"H","body":"B","headerPosition":"BELOW"}"#, 4_000_000),
            (#"{"header":"H","body":"B","headerPosition":"ABOVE_IMAGE"}"#, 4_000_224),
            (#"{"header":"H","body":"B","image":{"imageIdentifier":"IMAGE","altText":"LONG151"}}"#, 4_000_175),
            (#"{"header":"H","body":"B","image":{"imageIdentifier":"BULLET","altText":"A"}}"#, 4_000_216),
            (#"{"header":"H","body":"B","image":{"imageIdentifier":"MESSAGE","altText":"A"}}"#, 4_040_014),
            (#"{"header":"H","body":"B","image":7}"#, 4_000_000),
            (#"{"header":"H","body":"B","bulletPoints":[P,P,P,P,P,P]}"#, 4_000_218),
            (#"{"header":"H","body":"B","bulletPoints":[L]}"#, 4_000_219),
        ]
    )
    func refusedMessages(body: String, code: Int64) async throws {
        try await tester.uploadImages()
        var body = body.replacingOccurrences(of: "P,", with: #"{"text":"t","imageIdentifier":"BULLET","altText":"A"},"#)
            .replacingOccurrences(of: "P]", with: #"{"text":"t","imageIdentifier":"BULLET","altText":"A"}]"#)
        body = body.replacingOccurrences(
            of: "[L]",
            with: #"[{"text":"LONG67","imageIdentifier":"BULLET","altText":""}]"#
        )
        for length in [67, 145, 151] {
            body = body.replacingOccurrences(of: "LONG\(length)", with: String(repeating: "ä", count: length))
        }
        for (word, id) in [("IMAGE\"", Shop.image), ("BULLET\"", Shop.bullet), ("MESSAGE\"", Shop.message)] {
            body = body.replacingOccurrences(of: "\"\(word)", with: "\"\(id)\"")
        }
        let before = tester.store.engine
        #expect(try await tester.code(.put, "message/\(Shop.message)", body) == code)
        #expect(tester.store.engine == before)
    }

    @Test("Texts may be as long as the limits, and an image in use cannot be deleted before its message")
    func inUse() async throws {
        try await tester.uploadImages()
        let (header, body, alt) = [66, 144, 150].map { String(repeating: "ä", count: $0) }.tuple
        let message = #"""
            {"header":"\#(header)","body":"\#(body)","headerPosition":"ABOVE_IMAGE",
             "image":{"imageIdentifier":"\#(Shop.image.uppercased())","altText":"\#(alt)"},
             "bulletPoints":[{"text":"\#(header)","imageIdentifier":"\#(Shop.bullet)","altText":"\#(alt)"}]}
            """#
        #expect(try await tester.call(.put, "message/\(Shop.message)", message).status == 200)
        #expect(try await tester.code(.put, "message/\(Shop.message)", message) == 4_090_001)
        for image in [Shop.image, Shop.bullet] {
            #expect(try await tester.code(.delete, "image/\(image)") == 4_030_019)
        }
        #expect(try await tester.call(.delete, "message/\(Shop.message)").status == 200)
        #expect(try await tester.code(.delete, "message/\(Shop.message)") == 4_040_015)
        #expect(try await tester.call(.delete, "image/\(Shop.image)").status == 200)
        #expect(try await tester.code(.delete, "image/\(Shop.image)") == 4_040_014)
        #expect(tester.store.retentionImages.map(\.size) == [.bulletPoint])
    }

    @Test("An image has one identifier and one of two sizes")
    func imageCodes() async throws {
        try await tester.uploadImages()
        let png = try #require(Shop.png)
        let path = "/inApps/v1/messaging/image"
        #expect(try await tester.ask(.put, "\(path)/\(Shop.image)", png).json["errorCode"] == 4_090_000)
        #expect(try await tester.ask(.put, "\(path)/\(Shop.other)?imageSize=HUGE", png).json["errorCode"] == 4_000_216)
        #expect(try await tester.ask(.put, "\(path)/nothing", png).json["errorCode"] == 4_000_000)
    }

    @Test("There are 2,000 images and 2,000 messages at most")
    func limits() async throws {
        let png = try #require(Shop.png)
        for _ in 1...2_000 {
            try tester.store.uploadRetentionImage(UUID(), size: .fullSize, png: png)
            try tester.store.uploadRetentionMessage(UUID(), RetentionMessageContent(header: "H", body: "B"))
        }
        let image = try await tester.ask(.put, "/inApps/v1/messaging/image/\(Shop.image)", png)
        #expect(image.json["errorCode"] == 4_030_014)
        #expect(image.status == 403)
        let message = #"{"header":"H","body":"B"}"#
        #expect(try await tester.code(.put, "message/\(Shop.message)", message) == 4_030_016)
    }

    @Test("A default message needs a subscription, a locale, and the approval of all that it shows")
    func defaults() async throws {
        try await tester.uploadImages()
        let image = #""image":{"imageIdentifier":"\#(Shop.image)","altText":"A"}"#
        try await tester.call(.put, "message/\(Shop.message)", #"{"header":"H","body":"B",\#(image)}"#)
        let path = "default/\(SampleShop.posy)/en-US"
        let body = #"{"messageIdentifier":"\#(Shop.message)"}"#
        #expect(try await tester.code(.put, "default/\(SampleShop.seeds)/en-US", body) == 4_000_023)
        #expect(try await tester.code(.put, "default/\(SampleShop.posy)/english", body) == 4_000_164)
        #expect(try await tester.code(.put, path, #"{"messageIdentifier":"\#(Shop.other)"}"#) == 4_040_015)
        #expect(try await tester.code(.put, path, "{}") == 4_000_000)
        #expect(try await tester.code(.put, path, body) == 4_030_017)
        try await tester.ask(.post, "/control/messages/\(Shop.message)/approve")
        #expect(try await tester.code(.put, path, body) == 4_030_018)
        try await tester.ask(.post, "/control/images/\(Shop.image)/approve")
        #expect(try await tester.code(.get, path) == 4_040_020)
        #expect(try await tester.call(.put, path, body).status == 200)
        #expect(try await tester.call(.get, path).json["messageIdentifier"] == .string(Shop.message))
        #expect(try await tester.code(.get, "default/\(SampleShop.posy)/de") == 4_040_020)
        #expect(try await tester.call(.delete, path).status == 200)
        #expect(try await tester.code(.delete, path) == 4_040_020)
        try await tester.call(.put, path, body)
        try await tester.call(.delete, "message/\(Shop.message)")
        #expect(try await tester.code(.get, path) == 4_040_020)
    }

    @Test("The realtime URL is an address that something can be sent to")
    func realtimeURL() async throws {
        #expect(try await tester.code(.get, "realtime/url") == 4_040_021)
        #expect(try await tester.code(.delete, "realtime/url") == 4_040_021)
        let long = "https://example.com/" + String(repeating: "a", count: 237)
        for url in ["", "ftp://example.com", "https://user@example.com", "http://example.com:99999", long] {
            #expect(try await tester.code(.put, "realtime/url", #"{"realtimeURL":"\#(url)"}"#) == 4_000_215, "\(url)")
        }
        #expect(try await tester.code(.put, "realtime/url", "{}") == 4_000_215)
        let url = String(long.dropLast())
        #expect(try await tester.call(.put, "realtime/url", #"{"realtimeURL":"\#(url)"}"#).status == 200)
        #expect(try await tester.call(.get, "realtime/url").json["realtimeURL"] == .string(url))
        #expect(try await tester.call(.delete, "realtime/url").status == 200)
        #expect(tester.store.realtimeURL == nil)
    }

    @Test("Everything is in a snapshot, and back when that is restored")
    func snapshot() async throws {
        let id = try await tester.subscriber()
        try await tester.uploadImages()
        _ = try await tester.cancel(id, answering: #"{"message":{"messageIdentifier":"\#(Shop.message)"}}"#)
        let other = try RetentionTester()
        try other.store.restore(snapshot: try tester.store.snapshot())
        #expect(other.store.retentionImages == tester.store.retentionImages)
        #expect(other.store.retentionMessages == tester.store.retentionMessages)
        #expect(other.store.retentionDefaults == tester.store.retentionDefaults)
        #expect(other.store.retentionSheets == tester.store.retentionSheets)
        #expect(other.store.realtimeURL == "http://127.0.0.1:9/retain")
        #expect(try await other.code(.delete, "image/\(Shop.image)") == nil)
    }

    @Test("A store in a folder has everything again when it is opened again")
    func folder() throws {
        try withTemporaryFolder { folder in
            let time = TestTime()
            let kept = try LocalStoreServer.flowerShop(in: folder, time: time)
            let png = try #require(Shop.png)
            try kept.store.uploadRetentionImage(UUID(), size: .fullSize, png: png)
            try kept.store.uploadRetentionMessage(UUID(), RetentionMessageContent(header: "H", body: "B"))
            try kept.store.reviewRetentionMessage(kept.store.retentionMessages[0].id, .rejected)
            try kept.store.setRealtimeURL("https://example.com/retain")
            let engine = kept.store.engine
            let copy = folder.deletingLastPathComponent().appendingPathComponent("copy-\(UUID().uuidString)")
            try FileManager.default.copyItem(at: folder, to: copy)
            defer { try? FileManager.default.removeItem(at: copy) }
            let opened = try LocalStoreServer.flowerShop(in: copy, time: time)
            #expect(opened.store.engine == engine)
            #expect(opened.store.retentionMessages.first?.review.decision == .rejected)
        }
    }
}

extension [String] {
    /// Three texts, each with a name.
    fileprivate var tuple: (String, String, String) { (self[0], self[1], self[2]) }
}
