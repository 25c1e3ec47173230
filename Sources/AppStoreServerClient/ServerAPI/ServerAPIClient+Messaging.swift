public import AppStoreModels
public import Foundation

/// The Retention Messaging API: what a customer sees who is about to cancel.
extension ServerAPIClient {
    /// Upload Image: a PNG, which Apple reviews before it can be shown.
    ///
    /// - Parameters:
    ///   - png: The image.
    ///   - identifier: Its name.
    ///   - size: For what it is; nil leaves it to the App Store.
    public func uploadImage(
        _ png: Data,
        as identifier: UUID,
        size: RetentionImageSize? = nil
    ) async throws(ServerAPIError) {
        guard png.starts(with: [0x89, 0x50, 0x4E, 0x47]) else { throw .invalidRequest("an image must be a PNG") }
        var call = try ServerAPICall(.uploadImage, identifier.wireText)
        call.ask("imageSize", [size].compactMap { $0?.rawValue })
        call.body = png
        call.contentType = "image/png"
        try await perform(call)
    }

    /// Delete Image; 4030019 while a message uses it.
    public func deleteImage(_ identifier: UUID) async throws(ServerAPIError) {
        try await perform(try ServerAPICall(.deleteImage, identifier.wireText))
    }

    /// Get Image List.
    public func images() async throws(ServerAPIError) -> [RetentionImage] {
        let answer = try await answer(try ServerAPICall(.imageList))
        return try answer.required("imageIdentifiers", answer.json[array: "imageIdentifiers"])
            .compactMap(\.object).map(RetentionImage.init(json:))
    }

    /// Upload Message, which Apple reviews before it can be shown.
    public func uploadMessage(_ message: RetentionMessage, as identifier: UUID) async throws(ServerAPIError) {
        try Self.check(message)
        try await perform(try ServerAPICall(.uploadMessage, identifier.wireText, body: message.json))
    }

    /// Delete Message.
    public func deleteMessage(_ identifier: UUID) async throws(ServerAPIError) {
        try await perform(try ServerAPICall(.deleteMessage, identifier.wireText))
    }

    /// Get Message List.
    public func messages() async throws(ServerAPIError) -> [RetentionMessageSummary] {
        let answer = try await answer(try ServerAPICall(.messageList))
        return try answer.required("messageIdentifiers", answer.json[array: "messageIdentifiers"])
            .compactMap(\.object).map(RetentionMessageSummary.init(json:))
    }

    /// Configure Default Message: what is shown where the realtime URL gives no answer.
    ///
    /// - Parameters:
    ///   - message: An approved message.
    ///   - productID: For whose subscribers.
    ///   - locale: In which language, for example `en-US`.
    public func setDefaultMessage(
        _ message: UUID,
        of productID: String,
        locale: String
    ) async throws(ServerAPIError) {
        let body: JSONObject = ["messageIdentifier": .string(message.wireText)]
        try await perform(try ServerAPICall(.configureDefaultMessage, productID, locale, body: body))
    }

    /// Get Default Message; 4040020 if there is none.
    public func defaultMessage(of productID: String, locale: String) async throws(ServerAPIError) -> UUID {
        let answer = try await answer(try ServerAPICall(.defaultMessage, productID, locale))
        let text = answer.json[string: "messageIdentifier"]
        return try answer.required("messageIdentifier", text.flatMap(UUID.init(uuidString:)))
    }

    /// Delete Default Message.
    public func deleteDefaultMessage(of productID: String, locale: String) async throws(ServerAPIError) {
        try await perform(try ServerAPICall(.deleteDefaultMessage, productID, locale))
    }

    /// Configure Realtime URL: the server that is asked which message to show.
    public func setRealtimeURL(_ url: URL) async throws(ServerAPIError) {
        let text = url.absoluteString
        guard url.scheme?.lowercased() == "https", text.utf8.count <= 256 else {
            throw .invalidRequest("the realtime URL begins with https:// and has at most 256 characters")
        }
        try await perform(try ServerAPICall(.configureRealtimeURL, body: ["realtimeURL": .string(text)]))
    }

    /// Get Realtime URL; 4040021 if there is none.
    public func realtimeURL() async throws(ServerAPIError) -> URL {
        let answer = try await answer(try ServerAPICall(.realtimeURL))
        return try answer.required("realtimeURL", answer.json[string: "realtimeURL"].flatMap(URL.init(string:)))
    }

    /// Delete Realtime URL.
    public func deleteRealtimeURL() async throws(ServerAPIError) {
        try await perform(try ServerAPICall(.deleteRealtimeURL))
    }

    /// Initiate Performance Test of the server behind the realtime URL; sandbox only.
    public func startPerformanceTest(
        of originalTransactionID: String
    ) async throws(ServerAPIError) -> RealtimePerformanceTestStart {
        let body: JSONObject = ["originalTransactionId": .string(originalTransactionID)]
        let call = try ServerAPICall(.startPerformanceTest, body: body)
        return RealtimePerformanceTestStart(json: try await answer(call, .sandbox).json)
    }

    /// Get Performance Test Results; sandbox only.
    public func performanceTestResult(
        _ requestID: String
    ) async throws(ServerAPIError) -> RealtimePerformanceTestResult {
        let call = try ServerAPICall(.performanceTestResult, requestID)
        return RealtimePerformanceTestResult(json: try await answer(call, .sandbox).json)
    }

    private static func check(_ message: RetentionMessage) throws(ServerAPIError) {
        let texts: [(String, String?, Int)] =
            [("header", message.header, 66), ("body", message.body, 144), ("altText", message.image?.altText, 150)]
            + message.bulletPoints.flatMap { [("text", $0.text, 66), ("altText", $0.altText, 150)] }
        for (name, text, limit) in texts where (text?.count ?? 0) > limit {
            throw .invalidRequest("\(name) has \(text?.count ?? 0) characters, at most \(limit) are allowed")
        }
        guard message.header?.isEmpty == false, message.body?.isEmpty == false else {
            throw .invalidRequest("a message has a header and a body")
        }
        guard message.bulletPoints.count <= 5 else { throw .invalidRequest("a message has at most 5 bullet points") }
        guard message.headerPosition != .aboveImage || message.image != nil else {
            throw .invalidRequest("a header above the image needs an image")
        }
    }
}

extension UUID {
    /// As the documentation writes identifiers in paths and bodies.
    var wireText: String { uuidString.lowercased() }
}
