/// A call of Apple's servers: what it is called, and where it arrives.
///
/// Faults of the servers are limited to calls by these names, which are those of Apple's own clients, or by a path such as
/// `/inApps/v1/transactions/*`, in which `*` stands for one part.
public struct AppStoreCall: Sendable, Hashable {
    /// The names of all calls, in the order of Apple's documentation.
    public static let names: [String] = table.reduce(into: []) { names, entry in
        if !names.contains(entry.name) { names.append(entry.name) }
    }

    /// The path, without the environment before it and the query behind it.
    package let path: String
    /// By what name Apple's clients call it; nil for a path below Apple's that no client asks.
    package let name: String?

    /// The call that a request makes.
    ///
    /// - Parameters:
    ///   - method: The request's, in capitals.
    ///   - path: The request's, without query; `/production` and `/sandbox` may come first.
    /// - Returns: Nil for what is none of Apple's, such as the control interface.
    package init?(method: String, path: String) {
        let environment = ["/production/", "/sandbox/"].first { path.hasPrefix($0) }
        let path = String(path.dropFirst((environment?.count ?? 1) - 1))
        guard Self.isApple(path) else { return nil }
        self.path = path
        name = Self.table.first { $0.method == method && Self.matches(path, $0.path) }?.name
    }

    /// Whether a name or a path with `*` means this call.
    func isMeant(by selector: String) -> Bool {
        selector.hasPrefix("/") ? Self.matches(path, selector) : name == selector
    }

    /// Whether it asks `verifyReceipt`; else it asks the App Store Server API.
    var isVerifyReceipt: Bool { path == "/verifyReceipt" }

    /// Whether a selector can mean anything, and whether that is `verifyReceipt`; nil if it cannot.
    static func meansVerifyReceipt(_ selector: String) -> Bool? {
        if selector.hasPrefix("/") { return isApple(selector) ? selector == "/verifyReceipt" : nil }
        return names.contains(selector) ? selector == "verifyReceipt" : nil
    }

    private static func isApple(_ path: String) -> Bool {
        path == "/verifyReceipt"
            || ["/inApps/", "/advancedCommerce/", "/externalPurchase/"].contains(where: path.hasPrefix)
    }

    private static func matches(_ path: String, _ pattern: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let wanted = pattern.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == wanted.count && zip(parts, wanted).allSatisfy { $1 == "*" || $0 == $1 }
    }

    private struct Entry {
        let name, method, path: String

        init(_ name: String, _ method: String, _ path: String) {
            (self.name, self.method, self.path) = (name, method, path)
        }
    }

    private static let table: [Entry] = [
        Entry("verifyReceipt", "POST", "/verifyReceipt"),
        Entry("getAllSubscriptionStatuses", "GET", "/inApps/v1/subscriptions/*"),
        Entry("extendSubscriptionRenewalDate", "PUT", "/inApps/v1/subscriptions/extend/*"),
        Entry("extendRenewalDateForAllActiveSubscribers", "POST", "/inApps/v1/subscriptions/extend/mass"),
        Entry("getStatusOfSubscriptionRenewalDateExtensions", "GET", "/inApps/v1/subscriptions/extend/mass/*/*"),
        Entry("getTransactionHistory", "GET", "/inApps/v2/history/*"),
        Entry("getTransactionHistory", "GET", "/inApps/v1/history/*"),
        Entry("getTransactionInfo", "GET", "/inApps/v1/transactions/*"),
        Entry("getAppTransactionInfo", "GET", "/inApps/v1/transactions/appTransactions/*"),
        Entry("setAppAccountToken", "PUT", "/inApps/v1/transactions/*/appAccountToken"),
        Entry("finishTransaction", "POST", "/inApps/v1/transactions/*/finish"),
        Entry("sendConsumptionInformation", "PUT", "/inApps/v2/transactions/consumption/*"),
        Entry("sendConsumptionInformation", "PUT", "/inApps/v1/transactions/consumption/*"),
        Entry("lookUpOrderId", "GET", "/inApps/v1/lookup/*"),
        Entry("getRefundHistory", "GET", "/inApps/v2/refund/lookup/*"),
        Entry("getRefundHistory", "GET", "/inApps/v1/refund/lookup/*"),
        Entry("requestTestNotification", "POST", "/inApps/v1/notifications/test"),
        Entry("getTestNotificationStatus", "GET", "/inApps/v1/notifications/test/*"),
        Entry("getNotificationHistory", "POST", "/inApps/v1/notifications/history"),
        Entry("uploadImage", "PUT", "/inApps/v1/messaging/image/*"),
        Entry("deleteImage", "DELETE", "/inApps/v1/messaging/image/*"),
        Entry("getImageList", "GET", "/inApps/v1/messaging/image/list"),
        Entry("uploadMessage", "PUT", "/inApps/v1/messaging/message/*"),
        Entry("deleteMessage", "DELETE", "/inApps/v1/messaging/message/*"),
        Entry("getMessageList", "GET", "/inApps/v1/messaging/message/list"),
        Entry("configureDefaultMessage", "PUT", "/inApps/v1/messaging/default/*/*"),
        Entry("getDefaultMessage", "GET", "/inApps/v1/messaging/default/*/*"),
        Entry("deleteDefaultMessage", "DELETE", "/inApps/v1/messaging/default/*/*"),
        Entry("configureRealtimeURL", "PUT", "/inApps/v1/messaging/realtime/url"),
        Entry("getRealtimeURL", "GET", "/inApps/v1/messaging/realtime/url"),
        Entry("deleteRealtimeURL", "DELETE", "/inApps/v1/messaging/realtime/url"),
        Entry("initiatePerformanceTest", "POST", "/inApps/v1/messaging/performanceTest"),
        Entry("getPerformanceTestResults", "GET", "/inApps/v1/messaging/performanceTest/result/*"),
        Entry("cancelSubscription", "POST", "/advancedCommerce/v1/subscription/cancel/*"),
        Entry("changeSubscriptionMetadata", "POST", "/advancedCommerce/v1/subscription/changeMetadata/*"),
        Entry("changeSubscriptionPrice", "POST", "/advancedCommerce/v1/subscription/changePrice/*"),
        Entry("migrateSubscription", "POST", "/advancedCommerce/v1/subscription/migrate/*"),
        Entry("revokeSubscription", "POST", "/advancedCommerce/v1/subscription/revoke/*"),
        Entry("requestRefund", "POST", "/advancedCommerce/v1/transaction/requestRefund/*"),
    ]
}
