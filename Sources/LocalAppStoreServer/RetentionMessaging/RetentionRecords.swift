public import AppStoreModels
public import Foundation

/// A retention message, and where its review stands.
public struct RetentionMessageRecord: StoreRecord {
    public static let listName = "messages"

    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The developer's identifier.
    public var messageIdentifier: String? { json[string: "messageIdentifier"] }
    /// `PENDING`, `APPROVED` or `REJECTED`.
    public var state: String? { json[string: "messageState"] }
    /// What stands above.
    public var header: String? { json[string: "header"] }
    /// The text.
    public var body: String? { json[string: "body"] }
    /// When it was uploaded.
    public var uploadDate: Date? { json[milliseconds: "uploadDate"] }
    /// When it is approved by itself; nil for never.
    public var approvalDate: Date? { json[milliseconds: "approvalDate"] }
}

/// An image for retention messages, and where its review stands.
public struct RetentionImageRecord: StoreRecord {
    public static let listName = "images"

    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The developer's identifier.
    public var imageIdentifier: String? { json[string: "imageIdentifier"] }
    /// `PENDING`, `APPROVED` or `REJECTED`.
    public var state: String? { json[string: "imageState"] }
    /// `FULL_SIZE` or `BULLET_POINT`.
    public var size: String? { json[string: "imageSize"] }
    /// In pixels.
    public var width: Int? { json.number("width") }
    /// In pixels.
    public var height: Int? { json.number("height") }
}

/// A default retention message.
public struct DefaultMessageRecord: StoreRecord {
    public static let listName = "defaultMessages"

    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The subscription.
    public var productID: String? { json[string: "productId"] }
    /// The language.
    public var locale: String? { json[string: "locale"] }
    /// The message.
    public var messageIdentifier: String? { json[string: "messageIdentifier"] }
}

/// What a customer sees who is about to cancel.
public struct CancellationRecord: StoreRecord {
    public static let listName = "cancellations"

    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The subscription.
    public var originalTransactionID: String? { json[string: "originalTransactionId"] }
    /// Who chose the message: `realtime`, `default` or `none`.
    public var source: String? { json[string: "source"] }
    /// The message; nil for none.
    public var message: RetentionMessageRecord? { json[object: "message"].map(RetentionMessageRecord.init(json:)) }
    /// Another product that stands beside the message.
    public var alternateProductID: String? { json[string: "alternateProductId"] }
    /// The promotional offer that stands beside the message.
    public var offerIdentifier: String? { json[object: "promotionalOffer"]?[string: "offerIdentifier"] }
    /// The rule that the answer of the developer's server breaks; nil if it breaks none, or was not asked.
    public var failedRule: String? { json[object: "failure"]?[string: "rule"] }
    /// What was wrong with the answer of the developer's server.
    public var failureMessage: String? { json[object: "failure"]?[string: "message"] }
}

/// Where the developer's server is asked, and how its performance tests went.
public struct RealtimeRecord: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The address; nil for none.
    public var realtimeURL: String? { json[string: "realtimeURL"] }
    /// How performance tests are done.
    public var config: RealtimePerformanceTestConfig? {
        json[object: "config"].map(RealtimePerformanceTestConfig.init(json:))
    }
    /// The results of performance tests, oldest first: `PENDING`, `PASS` or `FAIL`.
    public var results: [String] {
        (json[array: "performanceTests"] ?? []).compactMap { $0.object?[string: "result"] }
    }
}
