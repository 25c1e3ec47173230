public import AppStoreModels
import Crypto
public import Foundation

/// Retention Messaging: what a developer uploads, and what a customer sees who is about to cancel.
///
/// A refusal for which the App Store's servers have a number is answered by them with it.
extension LocalAppStore {
    /// The images, in the order of their upload.
    public var retentionImages: [StoreRetentionImage] { look(\.retentionImages) }
    /// The messages, in the order of their upload.
    public var retentionMessages: [StoreRetentionMessage] { look(\.retentionMessages) }
    /// The default messages, in the order in which they were set.
    public var retentionDefaults: [DefaultRetentionMessage] { look(\.retentionDefaults) }

    /// Takes an image in, for the review.
    ///
    /// - Throws: `messagingRefused` for what is no PNG image, exists already, or is one too many.
    public func uploadRetentionImage(_ id: UUID, size: RetentionImageSize, png: Data) throws(StoreError) {
        let file: PNGFile
        do {
            file = try PNGFile(png)
        } catch {
            throw .messaging(4_000_161, "the image is no PNG image: \(error)")
        }
        let content = RetentionImageContent(
            width: file.width,
            height: file.height,
            byteCount: png.count,
            digest: SHA256.hash(data: png).hexadecimal
        )
        try perform { engine throws(StoreError) in try engine.uploadImage(id, size: size, content: content) }
    }

    /// Deletes an image that no message uses.
    ///
    /// - Throws: `unknownImage`, `messagingRefused`
    public func deleteRetentionImage(_ id: UUID) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.deleteImage(id) }
    }

    /// Decides about an image in the place of the App Store's review.
    ///
    /// - Throws: `unknownImage`
    public func reviewRetentionImage(_ id: UUID, _ decision: RetentionReviewState) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.reviewImage(id, decision) }
    }

    /// Takes a message in, for the review.
    ///
    /// - Throws: `messagingRefused`, `unknownImage`
    public func uploadRetentionMessage(_ id: UUID, _ content: RetentionMessageContent) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.uploadMessage(id, content) }
    }

    /// Deletes a message; where it was the default there is none any more.
    ///
    /// - Throws: `unknownMessage`
    public func deleteRetentionMessage(_ id: UUID) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.deleteMessage(id) }
    }

    /// Decides about a message in the place of the App Store's review.
    ///
    /// - Throws: `unknownMessage`
    public func reviewRetentionMessage(_ id: UUID, _ decision: RetentionReviewState) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.reviewMessage(id, decision) }
    }

    /// Sets the message that is shown for a product in a language where nothing else is chosen.
    ///
    /// - Throws: `messagingRefused`, `unknownMessage`
    public func setDefaultRetentionMessage(
        _ id: UUID,
        productID: String,
        locale: String
    ) throws(StoreError) {
        try perform { engine throws(StoreError) in
            try engine.setDefaultMessage(id, productID: productID, locale: locale)
        }
    }

    /// The default of a product in exactly this language.
    ///
    /// - Throws: `messagingRefused` if there is none.
    public func defaultRetentionMessage(
        productID: String,
        locale: String
    ) throws(StoreError) -> DefaultRetentionMessage {
        try look { engine throws(StoreError) in try engine.defaultMessage(productID: productID, locale: locale) }
    }

    /// Removes the default of a product in a language.
    ///
    /// - Throws: `messagingRefused` if there is none.
    public func deleteDefaultRetentionMessage(productID: String, locale: String) throws(StoreError) {
        try perform { engine throws(StoreError) in
            try engine.deleteDefaultMessage(productID: productID, locale: locale)
        }
    }

    // MARK: The developer's server

    /// Where the developer's server is asked about a customer who is about to cancel, in the store's environment; nil for
    /// nowhere.
    public var realtimeURL: String? {
        let environment = environment
        return look { $0.realtimeURL(in: environment) }
    }

    /// Sets where the developer's server is asked; nil for nowhere.
    ///
    /// - Throws: `messagingRefused` for an address that nothing can be sent to, and in production as long as no
    ///   performance test was passed.
    public func setRealtimeURL(_ url: String?) throws(StoreError) {
        let environment = environment
        try perform { engine throws(StoreError) in
            if let url { return try engine.setRealtimeURL(url, in: environment) }
            try engine.deleteRealtimeURL(in: environment)
        }
    }

    /// How performance tests are done from now on.
    public var performanceTestPlan: PerformanceTestPlan { look(\.performanceTestPlan) }

    /// Changes how performance tests are done.
    ///
    /// - Throws: `invalidValue`
    public func setPerformanceTestPlan(_ plan: PerformanceTestPlan) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.setPerformanceTestPlan(plan) }
    }

    /// The performance tests that are remembered, oldest first.
    public var performanceTests: [PerformanceTest] { look(\.performanceTests) }

    /// A performance test.
    ///
    /// - Throws: `messagingRefused` if there is none.
    public func performanceTest(_ id: UUID) throws(StoreError) -> PerformanceTest {
        try look { engine throws(StoreError) in try engine.performanceTest(id) }
    }

    /// Begins a performance test; who serves the store sends its requests.
    ///
    /// - Throws: `messagingRefused` in production, while another one goes on, without a realtime address, or for what is
    ///   no subscription.
    public func beginPerformanceTest(originalTransactionID id: String) throws(StoreError) -> PerformanceTest {
        let environment = environment
        var noise = ReceiptNoise(seed: seed, text: "performance test \(eventCount)")
        let testID = noise.uuid()
        return try perform { engine throws(StoreError) in
            try engine.beginPerformanceTest(testID, originalTransactionID: id, in: environment)
        }
    }

    /// Notes what came of a performance test.
    ///
    /// - Throws: `messagingRefused` if there is none.
    public func endPerformanceTest(_ id: UUID, _ outcome: PerformanceTest.Outcome) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.endPerformanceTest(id, outcome) }
    }

    /// What the developer's server is asked about a subscription, signed as the App Store signs it.
    ///
    /// - Parameters:
    ///   - id: The subscription.
    ///   - locale: The language of the customer's device.
    ///   - mark: Tells one question from another: the same text gives the same identifier.
    ///   - url: Where to.
    /// - Throws: `unknownSubscription`, `signingFailed`
    package func retentionQuestion(
        about id: String,
        locale: String,
        mark: String,
        to url: String
    ) throws(StoreError) -> RetentionQuestion {
        let subscription = try subscription(id)
        var noise = ReceiptNoise(seed: seed, text: "realtime \(id) \(mark)")
        let identifier = noise.uuid()
        let payload = PlainPayload(json: [
            "originalTransactionId": .string(id), "appAppleId": .number(JSONNumber(app.appAppleID)),
            "productId": .string(subscription.productID),
            "userLocale": .string(locale.replacingOccurrences(of: "_", with: "-")),
            "requestIdentifier": .string(identifier.uuidString.lowercased()),
            "environment": .string(environment.rawValue),
            "signedDate": .number(JSONNumber(now.millisecondsSince1970)),
        ])
        let signed = try sign(payload, for: subscription.accountID)
        return RetentionQuestion(
            url: url,
            requestIdentifier: identifier,
            body: JSONValue.object(["signedPayload": .string(signed)]).jsonData,
            seconds: Double(performanceTestPlan.responseMilliseconds) / 1_000
        )
    }

    // MARK: The customer

    /// The sheets that customers look at who are about to cancel, in the order in which they were shown.
    public var retentionSheets: [RetentionSheet] { look(\.retentionSheets) }

    /// Refuses what its customer could not cancel now.
    ///
    /// - Throws: `unknownSubscription`, `familyShared`; `invalidState` if it has ended or does not renew anyway
    package func checkCancellable(_ id: String) throws(StoreError) {
        _ = try look { engine throws(StoreError) in try engine.cancellable(id) }
    }

    /// Whether an answer of the developer's server keeps all rules, at this moment.
    package func checkRetentionAnswer(
        _ answer: JSONObject,
        about id: String
    ) throws(RetentionFailure) {
        try look { engine throws(RetentionFailure) in
            guard let chain = engine.chains[id] else { return }
            _ = try engine.retentionAnswer(answer, for: chain)
        }
    }

    /// Shows a customer, who is about to cancel, what the developer's server chose; else the default message; else none.
    ///
    /// - Throws: `unknownSubscription`, `familyShared`, `invalidValue`; `invalidState` if it has ended or does not renew
    package func beginCancellation(
        of id: String,
        locale: String,
        _ reply: RealtimeReply
    ) throws(StoreError) -> RetentionSheet {
        try perform { engine throws(StoreError) in
            try engine.beginCancellation(of: id, locale: locale, reply)
        }
    }

    /// Shows a customer, who is about to cancel, the default message, without asking the developer's server.
    ///
    /// - Parameters:
    ///   - id: The subscription.
    ///   - locale: The language of the customer's device.
    /// - Throws: `unknownSubscription`, `familyShared`, `invalidValue`; `invalidState` if it has ended or does not renew
    @discardableResult
    public func beginCancellation(of id: String, locale: String) throws(StoreError) -> RetentionSheet {
        try beginCancellation(of: id, locale: locale, .notAsked)
    }

    /// Decides for a customer who looks at a sheet.
    ///
    /// - Throws: `unknownCancellation`; `invalidState` if there is nothing to accept, or the subscription has ended; what
    ///   taking the offer throws
    public func endCancellation(of id: String, _ choice: RetentionChoice) throws(StoreError) {
        try perform { engine throws(StoreError) in try engine.endCancellation(of: id, choice) }
    }
}

/// A payload without a type of its own.
private struct PlainPayload: JSONBacked {
    var json: JSONObject
}
