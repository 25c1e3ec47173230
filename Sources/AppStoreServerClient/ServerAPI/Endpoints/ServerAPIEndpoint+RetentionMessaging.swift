/// What customers are shown when they are about to cancel.
extension ServerAPIEndpoint {
    /// Upload Image of the Retention Messaging API.
    public static let uploadImage = Self("upload-image", "PUT", "/inApps/v1/messaging/image/{imageIdentifier}", .ten)
    /// Delete Image.
    public static let deleteImage = Self(
        "delete-image",
        "DELETE",
        "/inApps/v1/messaging/image/{imageIdentifier}",
        .one,
        isRepeatable: true
    )
    /// Get Image List.
    public static let imageList = Self("image-list", "GET", "/inApps/v1/messaging/image/list", .ten)
    /// Upload Message.
    public static let uploadMessage = Self(
        "upload-message",
        "PUT",
        "/inApps/v1/messaging/message/{messageIdentifier}",
        .ten
    )
    /// Delete Message.
    public static let deleteMessage = Self(
        "delete-message",
        "DELETE",
        "/inApps/v1/messaging/message/{messageIdentifier}",
        .one,
        isRepeatable: true
    )
    /// Get Message List.
    public static let messageList = Self("message-list", "GET", "/inApps/v1/messaging/message/list", .ten)
    /// Configure Default Message.
    public static let configureDefaultMessage = Self(
        "configure-default-message",
        "PUT",
        "/inApps/v1/messaging/default/{productId}/{locale}",
        .ten,
        isRepeatable: true
    )
    /// Get Default Message.
    public static let defaultMessage = Self(
        "default-message",
        "GET",
        "/inApps/v1/messaging/default/{productId}/{locale}",
        .ten
    )
    /// Delete Default Message.
    public static let deleteDefaultMessage = Self(
        "delete-default-message",
        "DELETE",
        "/inApps/v1/messaging/default/{productId}/{locale}",
        .ten,
        isRepeatable: true
    )
    /// Configure Realtime URL.
    public static let configureRealtimeURL = Self(
        "configure-realtime-url",
        "PUT",
        "/inApps/v1/messaging/realtime/url",
        .one,
        isRepeatable: true
    )
    /// Get Realtime URL.
    public static let realtimeURL = Self("realtime-url", "GET", "/inApps/v1/messaging/realtime/url", .one)
    /// Delete Realtime URL.
    public static let deleteRealtimeURL = Self(
        "delete-realtime-url",
        "DELETE",
        "/inApps/v1/messaging/realtime/url",
        .one,
        isRepeatable: true
    )
    /// Initiate Performance Test; sandbox only.
    public static let startPerformanceTest = Self(
        "start-performance-test",
        "POST",
        "/inApps/v1/messaging/performanceTest",
        .one
    )
    /// Get Performance Test Results; sandbox only.
    public static let performanceTestResult = Self(
        "performance-test-result",
        "GET",
        "/inApps/v1/messaging/performanceTest/result/{requestId}",
        .ten
    )
}
