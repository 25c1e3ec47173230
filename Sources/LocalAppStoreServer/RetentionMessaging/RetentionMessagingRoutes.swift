import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore
import NIOCore

/// Apple's Retention Messaging API: what is shown to a customer who is about to cancel.
struct RetentionMessagingRoutes {
    /// The longest image that is taken in, in bytes.
    static let maximumImage = 10 * 1024 * 1024

    let context: ServerAPIContext
    let performanceTests: PerformanceTestRunner

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        addImages(to: group)
        addMessages(to: group)
        addDefaults(to: group)
        addRealtime(to: group)
        addPerformanceTests(to: group)
    }

    private func addImages(to group: RouterGroup<BasicRequestContext>) {
        group.get("v1/messaging/image/list") { _, _ in
            let now = store.now
            let images = store.retentionImages.map { image -> JSONValue in
                [
                    "imageIdentifier": .string(image.id.uuidString.lowercased()),
                    "imageState": .string(image.review.state(at: now).rawValue),
                    "imageSize": .string(image.size.rawValue),
                ]
            }
            return JSONAnswer(["imageIdentifiers": .array(images)])
        }
        group.put("v1/messaging/image/:id") { request, routing in
            let id = try identifier(try routing.part("id"))
            let text = request.uri.queryParameters["imageSize"].map(String.init) ?? RetentionImageSize.fullSize.rawValue
            let size = RetentionImageSize(rawValue: text)
            guard RetentionImageSize.all.contains(size) else {
                throw ServerAPIError(4_000_216, "Invalid image size: it is FULL_SIZE or BULLET_POINT.")
            }
            let png = try await image(request)
            return try done { () throws(StoreError) in try store.uploadRetentionImage(id, size: size, png: png) }
        }
        group.delete("v1/messaging/image/:id") { _, routing in
            let id = try identifier(try routing.part("id"))
            return try done { () throws(StoreError) in try store.deleteRetentionImage(id) }
        }
    }

    private func image(_ request: Request) async throws -> Data {
        do {
            return Data(try await request.bytes(upTo: Self.maximumImage).readableBytesView)
        } catch let error as RequestError where error.status == .contentTooLarge {
            throw ServerAPIError(4_000_161, "Invalid image: it has more than \(Self.maximumImage) bytes.")
        }
    }

    private func addMessages(to group: RouterGroup<BasicRequestContext>) {
        group.get("v1/messaging/message/list") { _, _ in
            let now = store.now
            let messages = store.retentionMessages.map { message -> JSONValue in
                [
                    "messageIdentifier": .string(message.id.uuidString.lowercased()),
                    "messageState": .string(message.review.state(at: now).rawValue),
                ]
            }
            return JSONAnswer(["messageIdentifiers": .array(messages)])
        }
        group.put("v1/messaging/message/:id") { request, routing in
            let id = try identifier(try routing.part("id"))
            let content = try RetentionMessageContent(try await request.json(upTo: context.limit))
            return try done { () throws(StoreError) in try store.uploadRetentionMessage(id, content) }
        }
        group.delete("v1/messaging/message/:id") { _, routing in
            let id = try identifier(try routing.part("id"))
            return try done { () throws(StoreError) in try store.deleteRetentionMessage(id) }
        }
    }

    private func addDefaults(to group: RouterGroup<BasicRequestContext>) {
        let path: RouterPath = "v1/messaging/default/:product/:locale"
        group.get(path) { _, routing in
            let (product, locale) = (try routing.part("product"), try routing.part("locale"))
            let found = try refusing { () throws(StoreError) in
                try store.defaultRetentionMessage(productID: product, locale: locale)
            }
            return JSONAnswer(["messageIdentifier": .string(found.messageID.uuidString.lowercased())])
        }
        group.put(path) { request, routing in
            let (product, locale) = (try routing.part("product"), try routing.part("locale"))
            let body = try await request.json(upTo: context.limit)
            let id = try identifier(body["messageIdentifier"]?.string ?? "")
            return try done { () throws(StoreError) in
                try store.setDefaultRetentionMessage(id, productID: product, locale: locale)
            }
        }
        group.delete(path) { _, routing in
            let (product, locale) = (try routing.part("product"), try routing.part("locale"))
            return try done { () throws(StoreError) in
                try store.deleteDefaultRetentionMessage(productID: product, locale: locale)
            }
        }
    }

    private func addRealtime(to group: RouterGroup<BasicRequestContext>) {
        group.get("v1/messaging/realtime/url") { _, _ in
            guard let url = store.realtimeURL else {
                throw ServerAPIError(4_040_021, "No realtime URL is configured.")
            }
            return JSONAnswer(["realtimeURL": .string(url)])
        }
        group.put("v1/messaging/realtime/url") { request, _ in
            let body = try await request.json(upTo: context.limit)
            guard let url = body["realtimeURL"]?.string else {
                throw ServerAPIError(4_000_215, "The text \"realtimeURL\" is missing.")
            }
            return try done { () throws(StoreError) in try store.setRealtimeURL(url) }
        }
        group.delete("v1/messaging/realtime/url") { _, _ in
            try done { () throws(StoreError) in try store.setRealtimeURL(nil) }
        }
    }

    private func addPerformanceTests(to group: RouterGroup<BasicRequestContext>) {
        group.post("v1/messaging/performanceTest") { request, _ in
            let body = try await request.json(upTo: context.limit)
            guard let id = body["originalTransactionId"]?.string else {
                throw ServerAPIError(4_000_211, "The text \"originalTransactionId\" is missing.")
            }
            let test = try refusing { () throws(StoreError) in try store.beginPerformanceTest(originalTransactionID: id)
            }
            performanceTests.wake()
            return JSONAnswer([
                "config": .object(test.plan.json), "requestId": .string(test.id.uuidString.lowercased()),
            ])
        }
        group.get("v1/messaging/performanceTest/result/:id") { _, routing in
            guard let id = UUID(uuidString: try routing.part("id")) else {
                throw ServerAPIError(4_000_212, "Invalid request id.")
            }
            let test = try refusing { () throws(StoreError) in try store.performanceTest(id) }
            return JSONAnswer(.object(test.json(pending: performanceTests.pendingCount(of: test))))
        }
    }

    // MARK: Answers

    private func identifier(_ text: String) throws(ServerAPIError) -> UUID {
        guard let id = UUID(uuidString: text) else { throw .badRequest("\"\(text.prefix(64))\" is no UUID.") }
        return id
    }

    /// Does something, and answers with an empty body.
    private func done(_ body: () throws(StoreError) -> Void) throws(ServerAPIError) -> Response {
        try refusing(body)
        return Response(status: .ok)
    }

    private func refusing<Result>(_ body: () throws(StoreError) -> Result) throws(ServerAPIError) -> Result {
        do {
            return try body()
        } catch {
            throw ServerAPIError(numbered: error)
        }
    }
}

extension ServerAPIError {
    /// The store's refusal under the number that the App Store has for it, if it has one.
    init(numbered error: StoreError) {
        if let number = error.appStoreCode {
            self.init(number, error.reason.prefix(1).uppercased() + error.reason.dropFirst() + ".")
        } else {
            self.init(error)
        }
    }
}
