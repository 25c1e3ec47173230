import AppStoreModels
import Foundation

/// What a notification holds, in the shape of a real one: signed with a chain of certificates, and in it a transaction and
/// renewal information that are signed with the same. Nothing in it is verified here.
enum NotificationBody {
    static let made: Data = {
        let header = Base64.urlSafe(
            #"{"alg":"ES256","x5c":["\#(octets(1_090, standard: true))","\#(octets(780, standard: true))","\#(octets(580, standard: true))"]}"#
                .utf8
        )
        func signed(_ payload: String) -> String {
            "\(header).\(Base64.urlSafe(payload.utf8)).\(octets(64, standard: false))"
        }
        let transaction = signed(
            """
            {"transactionId":"2000000123456789","originalTransactionId":"2000000123456789","webOrderLineItemId":"2000000012345678",\
            "bundleId":"com.example.flowers","productId":"com.example.monthly","subscriptionGroupIdentifier":"20651234",\
            "purchaseDate":1700000000000,"originalPurchaseDate":1690000000000,"expiresDate":1702592000000,"quantity":1,\
            "type":"Auto-Renewable Subscription","appAccountToken":"\(UUID().uuidString)","inAppOwnershipType":"PURCHASED",\
            "signedDate":1700000000000,"environment":"Production","transactionReason":"RENEWAL","storefront":"DEU",\
            "storefrontId":"143443","price":4990,"currency":"EUR","appTransactionId":"704289572350123456"}
            """
        )
        let renewal = signed(
            """
            {"originalTransactionId":"2000000123456789","autoRenewProductId":"com.example.monthly","productId":"com.example.monthly",\
            "autoRenewStatus":1,"renewalPrice":4990,"currency":"EUR","signedDate":1700000000000,"environment":"Production",\
            "recentSubscriptionStartDate":1690000000000,"renewalDate":1702592000000,"appTransactionId":"704289572350123456"}
            """
        )
        let notification = signed(
            """
            {"notificationType":"DID_RENEW","notificationUUID":"\(UUID().uuidString)","version":"2.0","signedDate":1700000000000,\
            "data":{"appAppleId":1234567890,"bundleId":"com.example.flowers","bundleVersion":"1","environment":"Production",\
            "status":1,"signedTransactionInfo":"\(transaction)","signedRenewalInfo":"\(renewal)"}}
            """
        )
        return Data(#"{"signedPayload":"\#(notification)"}"#.utf8)
    }()

    /// So many octets that nothing makes shorter, in base64.
    private static func octets(_ count: Int, standard: Bool) -> String {
        var generator = SystemRandomNumberGenerator()
        let octets = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        return standard ? Data(octets).base64EncodedString() : Base64.urlSafe(octets)
    }
}
