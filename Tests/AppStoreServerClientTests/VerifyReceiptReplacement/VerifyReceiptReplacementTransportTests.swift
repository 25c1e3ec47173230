import AppStoreModels
import AppStoreServerClient
import Foundation
import LocalAppStore
import Locking
import TestSupport
import Testing

@Suite("What stands in for verifyReceipt, in the place of the network")
struct VerifyReceiptReplacementTransportTests {
    private let shop: ReplacementShop

    init() throws {
        shop = try ReplacementShop()
        try shop.store.subscribe()
    }

    private func request(_ address: String, method: String = "POST", limit: Int = 1_000_000) throws
        -> HTTPTransportRequest
    {
        HTTPTransportRequest(
            url: try #require(URL(string: address)),
            method: method,
            body: ReplacementShop.request(try shop.receipt()).jsonData,
            maximumResponseLength: limit
        )
    }

    @Test("The client of verifyReceipt notices nothing: production sends it to the sandbox, which answers")
    func client() async throws {
        let client = VerifyReceiptClient(transport: try shop.replacement())
        let answer = try await client.verify(receiptData: try shop.receipt())
        #expect(answer.environment == .sandbox)
        #expect(answer.attempts == 2)
        #expect(answer.bundleID == SampleShop.app.bundleID)
        #expect(answer.response.latestReceiptInfo.map(\.productID) == [SampleShop.posy])
        #expect(answer.response.pendingRenewalInfo.first?.autoRenewStatus == .on)
    }

    @Test("An error has the code that Apple's server would have brought about")
    func errors() async throws {
        let client = VerifyReceiptClient(transport: try shop.replacement(secret: "right"))
        let error = await #expect(throws: VerifyReceiptError.self) {
            try await client.verify(receiptData: try shop.receipt())
        }
        #expect(error?.code == .sharedSecretMismatch)
        #expect(error?.status == .sharedSecretMismatch)
    }

    @Test(
        "Apple's two addresses are answered",
        arguments: [
            ("https://buy.itunes.apple.com/verifyReceipt", #"{"status":21007}"#),
            ("HTTPS://BUY.iTunes.Apple.com/verifyReceipt", #"{"status":21007}"#),
        ]
    )
    func addresses(address: String, answered: String) async throws {
        let answer = try await shop.replacement().send(try request(address))
        #expect(answer.status == 200)
        #expect(String(decoding: answer.body, as: UTF8.self) == answered)
    }

    @Test("What is not POST gives 21000, and a body that is no JSON 21002")
    func notPOST() async throws {
        let address = "https://sandbox.itunes.apple.com/verifyReceipt"
        let got = try await shop.replacement().send(try request(address, method: "GET"))
        #expect(String(decoding: got.body, as: UTF8.self) == #"{"status":21000}"#)
        var form = try request(address)
        form.body = Data("receipt-data=MAA%3D".utf8)
        let answer = try await shop.replacement().send(form)
        #expect(String(decoding: answer.body, as: UTF8.self) == #"{"status":21002}"#)
    }

    @Test(
        "Other addresses are not answered here",
        arguments: [
            "https://api.storekit.apple.com/verifyReceipt", "https://buy.itunes.apple.com/other",
            "http://buy.itunes.apple.com/verifyReceipt", "https://buy.itunes.apple.com:444/verifyReceipt",
        ]
    )
    func others(address: String) async throws {
        let error = await #expect(throws: HTTPTransportError.self) {
            try await shop.replacement().send(try request(address))
        }
        #expect(error?.code == .invalidAddress)
        let others = StubServerAPI()
        let replacement = VerifyReceiptReplacement(asking: try shop.network.client(), others: others)
        _ = try await replacement.send(try request(address))
        #expect(others.paths.count == 1)
    }

    @Test("An answer that is longer than the request allows is refused")
    func tooLong() async throws {
        let error = await #expect(throws: HTTPTransportError.self) {
            try await shop.replacement().send(
                try request("https://sandbox.itunes.apple.com/verifyReceipt", limit: 100)
            )
        }
        #expect(error?.code == .responseTooLong)
    }

    @Test("A Server API that gives no whole answer in time is 21005")
    func deadline() async throws {
        let replacement = VerifyReceiptReplacement(
            asking: try SilentServerAPI().client(),
            policy: try TestAuthority.policy,
            sharedSecret: nil,
            endpoints: .apple,
            others: nil,
            listsFinishedConsumables: false,
            totalTimeout: 60,
            now: { TestAuthority.signingDate },
            clock: PassedClock(),
            onRefusal: { _ in }
        )
        let receipt = try shop.receipt()
        let response = try await replacement.answer(ReplacementShop.request(receipt), as: .sandbox)
        #expect(response.description == #"{"status":21005}"#)
    }

    @Test("A task that is cancelled ends without an answer")
    func cancelled() async throws {
        let silent = SilentServerAPI()
        let replacement = VerifyReceiptReplacement(
            asking: try silent.client(),
            policy: try TestAuthority.policy,
            now: { TestAuthority.signingDate }
        )
        let question = ReplacementShop.request(try shop.receipt())
        let task = Task { try await replacement.answer(question, as: .sandbox) }
        await silent.isAsked()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}

/// A Server API that never answers; it ends when it is cancelled.
private final class SilentServerAPI: HTTPTransport {
    private let asked = AsyncStream<Void>.makeStream()

    func isAsked() async { for await _ in asked.stream { return } }

    func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
        asked.continuation.yield()
        // Nothing comes of this stream, so that only the task's end ends it.
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        await withTaskCancellationHandler {
            for await _ in stream {}
        } onCancel: {
            continuation.finish()
        }
        throw CancellationError()
    }

    func client() throws -> ServerAPIClient {
        ServerAPIClient(
            key: try SampleKey.key(),
            app: AppIdentity(bundleID: SampleShop.app.bundleID),
            transport: self,
            now: { TestAuthority.signingDate }
        )
    }
}

/// A clock on which every time has passed.
private struct PassedClock: Clock {
    var now: ContinuousClock.Instant { ContinuousClock().now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
    }
}
