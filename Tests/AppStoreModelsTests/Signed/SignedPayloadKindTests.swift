import AppStoreModels
import Testing

@Suite("The kind of a signed payload")
struct SignedPayloadKindTests {
    @Test(
        "is recognised by its members",
        arguments: [
            (#"{"notificationType":"TEST","notificationUUID":"a","data":{}}"#, SignedPayloadKind.notification),
            (#"{"transactionId":"1","originalTransactionId":"1","productId":"a"}"#, .transaction),
            (#"{"originalTransactionId":"1","autoRenewProductId":"a","autoRenewStatus":1}"#, .renewalInfo),
            (#"{"receiptType":"Sandbox","bundleId":"a","applicationVersion":"1"}"#, .appTransaction),
            (#"{"originalTransactionId":"1","userLocale":"en","requestIdentifier":"r"}"#, .realtimeRequest),
        ]
    )
    func recognized(_ text: String, _ kind: SignedPayloadKind) throws {
        #expect(SignedPayloadKind(recognizing: try #require(try JSONValue(parsing: text).object)) == kind)
    }

    @Test("is none where the members are those of nothing", arguments: ["{}", #"{"bundleId":"a","signedDate":1}"#])
    func unknown(_ text: String) throws {
        #expect(SignedPayloadKind(recognizing: try #require(try JSONValue(parsing: text).object)) == nil)
    }
}
