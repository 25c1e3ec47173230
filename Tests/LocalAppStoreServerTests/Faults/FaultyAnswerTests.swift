import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore
import Testing

@testable import LocalAppStoreServer

@Suite("What a server answers that fails")
struct FaultyAnswerTests {
    private func status(_ parameters: StoreFault.Parameters, of kind: StoreFault.Kind) -> HTTPResponse.Status {
        let now = Date(timeIntervalSince1970: 1_769_853_600)
        return FaultyAnswer(StoreFault(kind, parameters: parameters), isVerifyReceipt: true, now: now).response.status
    }

    @Test(
        "A status that no error has is answered as 500, whatever stands in the fault",
        arguments: [Int.min, -1, 0, 99, 200, 600, 1_000, 99_999, .max]
    )
    func serverError(number: Int) {
        #expect(status(.init(status: number), of: .serverError) == .internalServerError)
    }

    @Test("So is the status in a code", arguments: [Int.min, -1, 0, 404, 40_400_100, 99_990_000, .max])
    func apiError(code: Int) {
        #expect(status(.init(errorCode: code), of: .apiError) == .internalServerError)
    }

    @Test("What errors have stays")
    func known() {
        #expect(status(.init(status: 503), of: .serverError) == .serviceUnavailable)
        #expect(status(.init(errorCode: 4_040_010), of: .apiError) == .notFound)
    }
}
