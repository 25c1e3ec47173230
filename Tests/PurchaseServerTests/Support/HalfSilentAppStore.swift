import AppStoreModels
import Foundation
import Locking

@testable import PurchaseServer

/// An App Store that is away at first; then production answers, and the sandbox keeps whoever asks waiting.
final class HalfSilentAppStore: HTTPTransport {
    private struct State: Sendable {
        var isOpen = false
        var answered = 0
        var waiting = 0
    }

    private let state = Locked(State())
    private let gate = WakeUp()
    private let answer: VerifyReceiptResponse

    /// - Parameter answer: What production says about its receipts.
    init(_ answer: VerifyReceiptResponse) { self.answer = answer }

    /// How many questions production has answered about its own receipts.
    var answered: Int { state.withLock(\.answered) }

    /// How many questions the sandbox has kept waiting.
    var waiting: Int { state.withLock(\.waiting) }

    /// From now on it is not away.
    func open() { state.withLock { $0.isOpen = true } }

    /// Says in the sandbox that there is no answer, to those who wait and to all that come.
    func giveUp() { gate.ring() }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        let away = HTTPTransportResponse(status: 503, body: Data("<html>".utf8))
        guard state.withLock(\.isOpen) else { return away }
        guard request.url.host == "buy.itunes.apple.com" else {
            state.withLock { $0.waiting += 1 }
            await gate.wait(after: 0)
            try Task.checkCancellation()
            return away
        }
        let body = try VerifyReceiptRequest(jsonData: request.body)
        let receipt = Data(base64Encoded: body.receiptData ?? "") ?? Data()
        guard AskedAppStore(statedIn: receipt) == .production else {
            return HTTPTransportResponse(status: 200, body: Data(#"{"status":21007}"#.utf8))
        }
        state.withLock { $0.answered += 1 }
        return HTTPTransportResponse(status: 200, body: answer.jsonData)
    }
}
