/// Notifications of version 2.
extension ServerAPIEndpoint {
    /// Request a Test Notification.
    public static let requestTestNotification = Self("test-notification", "POST", "/inApps/v1/notifications/test", .one)
    /// Get Test Notification Status.
    public static let testNotificationStatus = Self(
        "test-notification-status",
        "GET",
        "/inApps/v1/notifications/test/{testNotificationToken}",
        .one
    )
    /// Get Notification History; it reads, though its method is POST.
    public static let notificationHistory = Self(
        "notification-history",
        "POST",
        "/inApps/v1/notifications/history",
        .fifty,
        isRepeatable: true
    )
}
