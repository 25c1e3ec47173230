public import AppStoreModels
import Foundation

extension ServerAPIClient {
    /// Request a Test Notification to the address in App Store Connect; 4040007 if there is none.
    ///
    /// - Returns: The token by which ``testNotification(_:)`` says whether it arrived.
    public func requestTestNotification() async throws(ServerAPIError) -> String {
        let answer = try await answer(try ServerAPICall(.requestTestNotification))
        return try answer.required("testNotificationToken", answer.json[string: "testNotificationToken"])
    }

    /// Get Test Notification Status: whether a test arrived; 4040008 if it was not sent yet.
    public func testNotification(_ token: String) async throws(ServerAPIError) -> SentNotification {
        let answer = try await answer(try ServerAPICall(.testNotificationStatus, token))
        return try SentNotification(answer.json, answer)
    }

    /// Get Notification History: one page.
    ///
    /// - Parameters:
    ///   - request: Which notifications.
    ///   - paginationToken: Where to go on, with the same request; nil for the beginning.
    public func notificationHistory(
        _ request: NotificationHistoryRequest,
        paginationToken: String? = nil
    ) async throws(ServerAPIError) -> NotificationHistoryPage {
        try await notificationHistory(request, paginationToken: paginationToken, passesRefused: false)
    }

    private func notificationHistory(
        _ request: NotificationHistoryRequest,
        paginationToken: String?,
        passesRefused: Bool
    ) async throws(ServerAPIError) -> NotificationHistoryPage {
        try Self.check(request)
        var call = try ServerAPICall(.notificationHistory, body: request.json)
        call.ask("paginationToken", [paginationToken].compactMap(\.self))
        return try NotificationHistoryPage(try await answer(call), passesRefused: passesRefused)
    }

    /// Get Notification History: all pages. What a receiver missed while it was down is among them.
    ///
    /// - Parameters:
    ///   - request: Which notifications; the same for all pages, and for going on later.
    ///   - paginationToken: The token of the last page that was read; nil for the beginning.
    public func notificationHistoryPages(
        _ request: NotificationHistoryRequest,
        resumingAt paginationToken: String? = nil
    ) -> ServerAPIPages<NotificationHistoryPage> {
        notificationHistoryPages(request, resumingAt: paginationToken, passesRefused: false)
    }

    /// The same, where one notification that cannot be verified need not end the whole: what is wrong with it stands in
    /// ``NotificationHistoryPage/refused``.
    package func notificationHistoryPages(
        _ request: NotificationHistoryRequest,
        resumingAt paginationToken: String?,
        passesRefused: Bool
    ) -> ServerAPIPages<NotificationHistoryPage> {
        ServerAPIPages(
            start: paginationToken,
            maximumPages: limits.maximumPages
        ) { position, _ async throws(ServerAPIError) in
            try await notificationHistory(request, paginationToken: position, passesRefused: passesRefused)
        }
    }

    private static func check(_ request: NotificationHistoryRequest) throws(ServerAPIError) {
        guard let start = request.startDate, let end = request.endDate, start < end else {
            throw .invalidRequest("a notification history needs a startDate before an endDate")
        }
        guard request.notificationType == nil || request.transactionID == nil else {
            throw .invalidRequest("filter by notificationType or by transactionId, not by both")
        }
        guard request.notificationSubtype == nil || request.notificationType != nil else {
            throw .invalidRequest("a notificationSubtype needs its notificationType")
        }
    }
}
