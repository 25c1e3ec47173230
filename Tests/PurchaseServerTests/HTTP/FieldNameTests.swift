import HTTPTypes
import Testing

@testable import PurchaseServer

@Suite("Fields of our own in heads of requests and answers")
struct FieldNameTests {
    /// A name that cannot be made stands for another field, which tests without a socket would not notice.
    @Test(
        "They are called as the documentation says",
        arguments: [
            (HTTPField.Name.requestID, "X-Request-Id"), (.idempotencyKey, "Idempotency-Key"),
            (.customerToken, "Purser-Customer-Token"),
        ]
    )
    func names(field: HTTPField.Name, name: String) {
        #expect(field.rawName == name)
    }
}
