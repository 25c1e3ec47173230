import AppStoreModels
import Foundation
import Testing

@testable import LocalAppStore

@Suite("Retention messages, from the upload to the default")
struct RetentionMessageTests {
    private static let image = UUID(uuidString: "00000000-0000-4000-8000-00000000000a") ?? UUID()
    private static let message = UUID(uuidString: "00000000-0000-4000-8000-000000000001") ?? UUID()
    private static let plain = RetentionMessageContent(header: "Stay", body: "Roses next week")

    private var engine: StoreEngine

    init() throws { engine = try Shop.engine() }

    private func state(of id: UUID) -> RetentionReviewState? {
        engine.retentionMessages.first { $0.id == id }?.review.state(at: engine.now)
    }

    private mutating func upload(_ id: UUID = Self.message, _ content: RetentionMessageContent = Self.plain) throws {
        try engine.uploadMessage(id, content)
    }

    private mutating func uploadImage(_ size: RetentionImageSize = .fullSize) throws {
        let content = RetentionImageContent(width: 1, height: 1, byteCount: 70, digest: "00")
        try engine.uploadImage(Self.image, size: size, content: content)
    }

    /// The number that the App Store's servers answer a refusal with.
    private mutating func refusal(_ body: (inout StoreEngine) throws -> Void) -> Int? {
        let before = engine
        do {
            try body(&engine)
            return nil
        } catch {
            #expect(engine == before)
            return (error as? StoreError)?.appStoreCode
        }
    }

    @Test("The review ends by the store's clock, a day after the upload")
    mutating func review() throws {
        try upload()
        try engine.advance(to: "2026-02-01T09:59:59Z")
        #expect(state(of: Self.message) == .pending)
        try engine.advance(to: "2026-02-01T10:00:00Z")
        #expect(state(of: Self.message) == .approved)
    }

    @Test(
        "A decision counts at once, and can be taken back by another",
        arguments: [RetentionReviewState.approved, .rejected]
    )
    mutating func decided(decision: RetentionReviewState) throws {
        try upload()
        try engine.reviewMessage(Self.message, decision)
        #expect(state(of: Self.message) == decision)
        try engine.reviewMessage(Self.message, .pending)
        try engine.advance(to: "2026-03-01T00:00:00Z")
        #expect(state(of: Self.message) == .pending)
    }

    @Test("Only what is approved becomes the default, with all its images")
    mutating func approvedOnly() throws {
        try uploadImage()
        var content = Self.plain
        content.image = .init(imageID: Self.image, altText: "A rose")
        try upload(Self.message, content)
        func put(_ engine: inout StoreEngine) throws {
            try engine.setDefaultMessage(Self.message, productID: Shop.posy, locale: "en_US")
        }
        #expect(refusal(put) == 4_030_017)
        try engine.reviewMessage(Self.message, .approved)
        #expect(refusal(put) == 4_030_018)
        try engine.reviewImage(Self.image, .approved)
        #expect(refusal(put) == nil)
        #expect(engine.retentionDefaults.map(\.locale) == ["en-US"])
        // Taken back later, it is not shown.
        #expect(engine.shownDefault(productID: Shop.posy, locale: "en-US")?.id == Self.message)
        try engine.reviewImage(Self.image, .rejected)
        #expect(engine.shownDefault(productID: Shop.posy, locale: "en-US") == nil)
    }

    @Test(
        "A default is for a subscription of the catalogue and a language",
        arguments: [(Shop.seeds, "en", 4_000_023), ("none", "en", 4_000_023), (Shop.posy, "english", 4_000_164)]
    )
    mutating func wrongDefault(product: String, locale: String, code: Int) throws {
        try upload()
        try engine.reviewMessage(Self.message, .approved)
        #expect(refusal { try $0.setDefaultMessage(Self.message, productID: product, locale: locale) } == code)
        #expect(refusal { try $0.deleteDefaultMessage(productID: product, locale: locale) } == code)
        #expect(refusal { _ = try $0.defaultMessage(productID: Shop.posy, locale: "en") } == 4_040_020)
    }

    @Test(
        "Who speaks a language sees the default that comes nearest",
        arguments: [
            ("zh-Hans-CN", "zh-Hans-CN"), ("zh-Hans-SG", "zh-Hans"), ("zh-Hant-TW", "zh"), ("ZH_hans_cn", "zh-Hans-CN"),
            ("en", nil),
        ]
    )
    mutating func nearest(spoken: String, shown: String?) throws {
        var ids: [String: UUID] = [:]
        for locale in ["zh", "zh-Hans", "zh-Hans-CN"] {
            let id = UUID()
            ids[locale] = id
            try upload(id)
            try engine.reviewMessage(id, .approved)
            try engine.setDefaultMessage(id, productID: Shop.posy, locale: locale)
        }
        #expect(engine.shownDefault(productID: Shop.posy, locale: spoken)?.id == shown.flatMap { ids[$0] })
        #expect(engine.shownDefault(productID: Shop.bouquet, locale: spoken) == nil)
    }

    @Test("A message that goes takes its defaults and its use of images with it")
    mutating func deleted() throws {
        try uploadImage(.bulletPoint)
        var content = Self.plain
        let picture = RetentionMessageContent.Picture(imageID: Self.image, altText: "A rose")
        content.bulletPoints = [.init(text: "one", picture: picture), .init(text: "two", picture: picture)]
        try upload(Self.message, content)
        try engine.reviewMessage(Self.message, .approved)
        try engine.reviewImage(Self.image, .approved)
        try engine.setDefaultMessage(Self.message, productID: Shop.posy, locale: "en")
        #expect(refusal { try $0.deleteImage(Self.image) } == 4_030_019)
        try engine.deleteMessage(Self.message)
        #expect(engine.retentionDefaults.isEmpty)
        try engine.deleteImage(Self.image)
        #expect(engine.retentionImages.isEmpty)
        #expect(refusal { try $0.deleteImage(Self.image) } == 4_040_014)
        #expect(refusal { try $0.deleteMessage(Self.message) } == 4_040_015)
    }

    @Test("There are at most 2,000 images and 2,000 messages")
    mutating func limits() throws {
        let content = RetentionImageContent(width: 1, height: 1, byteCount: 70, digest: "00")
        for _ in 1...2_000 {
            try engine.uploadImage(UUID(), size: .fullSize, content: content)
            try upload(UUID())
        }
        #expect(refusal { try $0.uploadImage(UUID(), size: .fullSize, content: content) } == 4_030_014)
        #expect(refusal { try $0.uploadMessage(UUID(), Self.plain) } == 4_030_016)
    }

    @Test("What was uploaded, decided and set is in a snapshot")
    mutating func snapshot() throws {
        try uploadImage()
        try upload()
        try engine.reviewMessage(Self.message, .approved)
        try engine.setDefaultMessage(Self.message, productID: Shop.posy, locale: "en")
        try engine.setRealtimeURL("https://shop.example/ask", in: .sandbox)
        let again = try StoreEngine(snapshot: engine.snapshot(), configuration: Shop.configuration(), app: Shop.app)
        #expect(again.retentionImages == engine.retentionImages)
        #expect(again.retentionMessages == engine.retentionMessages)
        #expect(again.retentionDefaults == engine.retentionDefaults)
        #expect(again.realtimeURL(in: .sandbox) == "https://shop.example/ask")
        #expect(again.realtimeURL(in: .production) == nil)
    }
}
