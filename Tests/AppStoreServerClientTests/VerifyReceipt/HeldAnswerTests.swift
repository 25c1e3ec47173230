import AppStoreModels
import AppStoreServerClient
import Foundation
import Testing

@Suite("What a long answer takes")
struct HeldAnswerTests {
    private final class Place: Sendable {}

    private struct Network: HTTPTransport {
        let place: Place
        let text: String

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            var response = HTTPTransportResponse(status: 200, body: Data(text.utf8))
            response.held = [place]
            return response
        }
    }

    private func verify(_ text: String, holding place: Place) async throws(VerifyReceiptError) -> VerifyReceiptAnswer {
        try await VerifyReceiptClient(retryPolicy: .never, transport: Network(place: place, text: text))
            .verify(receiptData: "QQ==")
    }

    @Test("is held by what is made of it, and by nobody afterwards")
    func held() async throws {
        weak var place: Place?
        var answer: VerifyReceiptAnswer?
        do {
            let made = Place()
            place = made
            answer = try await verify(#"{"status":0}"#, holding: made)
        }
        #expect(place != nil)
        #expect(answer?.environment == .production)
        answer = nil
        #expect(place == nil)
    }

    @Test("is free again when it says nothing", arguments: [#"{"status":21003}"#, "<html>", #"{"status":21002}"#])
    func refused(text: String) async throws {
        weak var place: Place?
        do {
            let made = Place()
            place = made
            await #expect(throws: VerifyReceiptError.self) { try await verify(text, holding: made) }
        }
        #expect(place == nil)
    }
}
