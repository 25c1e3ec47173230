public import AppStoreModels
public import Foundation

// Retention Messaging from the App Store's side and the customer's.

extension StoreControlRequest where Answer == RecordList<RetentionMessageRecord> {
    /// The retention messages.
    public static var retentionMessages: Self { Self(of: nil) }
}

extension StoreControlRequest where Answer == RecordList<RetentionImageRecord> {
    /// The images of retention messages.
    public static var retentionImages: Self { Self(of: nil) }
}

extension StoreControlRequest where Answer == RecordList<DefaultMessageRecord> {
    /// The default messages.
    public static var defaultMessages: Self { Self("GET", ["default-messages"]) }
}

extension StoreControlRequest where Answer == RetentionMessageRecord {
    /// Decides about a message in the place of the App Store's review.
    public static func reviewMessage(_ id: UUID, _ decision: RetentionReviewCommand) -> Self {
        Self("POST", ["messages", id.uuidString.lowercased(), decision.rawValue])
    }
}

extension StoreControlRequest where Answer == RetentionImageRecord {
    /// Decides about an image in the place of the App Store's review.
    public static func reviewImage(_ id: UUID, _ decision: RetentionReviewCommand) -> Self {
        Self("POST", ["images", id.uuidString.lowercased(), decision.rawValue])
    }
}

extension StoreControlRequest where Answer == RecordList<CancellationRecord> {
    /// What customers see who are about to cancel.
    public static var cancellations: Self { Self(of: nil) }
}

extension StoreControlRequest where Answer == CancellationRecord {
    /// Begins to cancel as the customer: the developer's server is asked what to show.
    public static func beginCancellation(_ originalTransactionID: String, locale: String? = nil) -> Self {
        var body: JSONObject = ["originalTransactionId": .string(originalTransactionID)]
        body[string: "locale"] = locale
        return Self("POST", ["cancellations"], body: body)
    }
}

extension StoreControlRequest where Answer == SubscriptionRecord {
    /// Decides as the customer who was about to cancel.
    public static func endCancellation(_ originalTransactionID: String, _ choice: CancellationCommand) -> Self {
        Self("POST", ["cancellations", originalTransactionID, choice.rawValue])
    }
}

extension StoreControlRequest where Answer == RealtimeRecord {
    /// Where the developer's server is asked, and how performance tests went.
    public static var realtime: Self { Self("GET", ["realtime"]) }
    /// Changes how performance tests are done in what is said; the rest stays as it is.
    public static func changePerformanceTests(_ changes: RealtimePerformanceTestConfig) -> Self {
        Self("PATCH", ["realtime"], body: changes.json)
    }
    /// Waits until every performance test that was begun has ended.
    public static var finishPerformanceTests: Self { Self("POST", ["realtime", "performance-tests"]) }
}
