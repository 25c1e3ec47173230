import AppStoreModels
import Testing

@Suite("The codes of the App Store Server API")
struct ServerAPIErrorCodeTests {
    @Test("All 87 have a meaning, advice and the HTTP status in their first digits")
    func all() {
        #expect(ServerAPIErrorCode.all.count == 87)
        for code in ServerAPIErrorCode.all {
            #expect(code.meaning?.isEmpty == false)
            #expect(code.advice?.isEmpty == false)
            #expect([400, 403, 404, 409, 429, 500].contains(code.httpStatus))
        }
    }

    @Test("Six say that the same request may succeed later")
    func retryable() {
        let codes = ServerAPIErrorCode.all.filter(\.isRetryable).map(\.rawValue)
        #expect(codes == [4_040_002, 4_040_004, 4_040_006, 4_290_000, 5_000_000, 5_000_001])
    }

    @Test(
        "Names stand for numbers",
        arguments: [
            (ServerAPIErrorCode.transactionIDNotFound, 4_040_010), (.invalidAppAccountTokenUUID, 4_000_183),
            (.subscriptionMaxExtension, 4_030_005), (.imageAlreadyExists, 4_090_000), (.alreadyRefunded, 4_030_021),
            (.nullRequestReferenceID, 4_000_080),
        ]
    )
    func names(code: ServerAPIErrorCode, number: Int) {
        #expect(code.rawValue == number)
        #expect(code.meaning != nil)
    }

    @Test("A code that is newer is kept")
    func unknown() {
        let code = ServerAPIErrorCode(rawValue: 4_990_001)
        #expect(code.description == "4990001")
        #expect(code.httpStatus == 499)
        #expect(code.meaning == nil)
        #expect(!code.isRetryable)
    }
}
