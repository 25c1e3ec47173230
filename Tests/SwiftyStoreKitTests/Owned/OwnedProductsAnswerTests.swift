import AppStoreModels
import Foundation
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

@Suite("What is owned by the answers of a server", .timeLimit(.minutes(5)))
struct OwnedProductsAnswerTests {
    private let store = ScriptedStore()
    private let device = Locked(Date(timeIntervalSince1970: 100))

    init() { store.services.withLock { $0.receipt = Data("receipt".utf8) } }

    /// The server of the App Store, whose answers a test gives.
    private final class Server: HTTPTransport {
        let body: Locked<String>

        init(_ body: String) { self.body = Locked(body) }

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse { answer() }

        func send(
            _ request: HTTPTransportRequest,
            completion: @escaping @Sendable (Result<HTTPTransportResponse, any Error>) -> Void
        ) {
            completion(.success(answer()))
        }

        private func answer() -> HTTPTransportResponse {
            HTTPTransportResponse(status: 200, body: Data(body.withLock { $0 }.utf8))
        }
    }

    /// A validator that is somebody else's, who answers when and what a test says.
    private struct Somebody: ReceiptValidator, Sendable {
        let asked = Locked([Handler<VerifyReceiptResult>]())

        var count: Int { asked.withLock { $0.count } }

        func validate(receiptData: Data, completion: @escaping (VerifyReceiptResult) -> Void) {
            let handler = Handler(completion)
            asked.withLock { $0.append(handler) }
        }

        func answer(_ number: Int, _ body: String) {
            let handler = asked.withLock { $0[number] }
            handler(VerifyReceiptResult(.success(Data(body.utf8))))
        }
    }

    private func clock() -> TrustedClock {
        TrustedClock(storage: store.storage, device: { [device] in device.withLock { $0 } })
    }

    private func owned(
        by validator: any ReceiptValidator & Sendable,
        _ clock: TrustedClock? = nil
    ) -> OwnedProducts {
        OwnedProducts(client: store.client, validator: validator, clock: clock ?? self.clock())
    }

    /// A valid receipt with a subscription until 500 seconds, made at 120.
    private static func valid(_ product: String, requestDate: Int = 150) -> String {
        """
        {"status":0,"receipt":{"request_date_ms":"\(requestDate)000","receipt_creation_date_ms":"120000","in_app":[
        {"product_id":"\(product)","transaction_id":"1","purchase_date_ms":"100000","expires_date_ms":"500000"}]}}
        """
    }

    private func reconcile(_ owned: OwnedProducts) async -> OwnedState {
        let looking = Task { await owned.reconcile() }
        await end(looking)
        return await looking.value
    }

    /// Lets the app go on until it has looked.
    private func end(_ looking: Task<OwnedState, Never>) async {
        let store = store
        let hasEnded = Locked(false)
        let ending = Task {
            _ = await looking.value
            hasEnded.withLock { $0 = true }
        }
        await eventually {
            store.callbacks.run()
            return hasEnded.withLock { $0 }
        }
        await ending.value
    }

    @Test(
        "A server that could not look leaves what is remembered; one that has looked and refuses leaves nothing",
        arguments: [
            (#"{"status":21005}"#, OwnedState.Source.remembered), (#"{"status":21009}"#, .remembered),
            (#"{"status":21100}"#, .remembered), (#"{"status":21199,"is_retryable":true}"#, .remembered),
            (#"{}"#, .remembered), ("[]", .remembered), (#"{"status":21199,"is_retryable":false}"#, .invalidReceipt),
            (#"{"status":21002}"#, .invalidReceipt), (#"{"status":21003}"#, .invalidReceipt),
            (#"{"status":21010}"#, .invalidReceipt), (#"{"status":7}"#, .invalidReceipt),
        ]
    )
    func trouble(body: String, source: OwnedState.Source) async {
        let server = Server(Self.valid("club"))
        let owned = owned(by: AppleReceiptValidator(endpoints: nil, transport: server))
        #expect(await reconcile(owned).source == .receipt)
        server.body.withLock { $0 = body }
        let state = await reconcile(owned)
        #expect(state.source == source)
        #expect(state.productIDs == (source == .remembered ? ["club"] : []))
    }

    @Test("Of two answers the one to the later question stays, for the next launch too")
    func order() async {
        let somebody = Somebody()
        let owned = owned(by: somebody)
        let first = Task { await owned.reconcile() }
        await eventually { somebody.count == 1 }
        let second = Task { await owned.reconcile() }
        await eventually { somebody.count == 2 }
        somebody.answer(1, Self.valid("newer"))
        await end(second)
        somebody.answer(0, Self.valid("older"))
        await end(first)
        #expect(await first.value.productIDs == ["newer"])
        #expect(owned.state.productIDs == ["newer"])
        #expect(self.owned(by: somebody).state.productIDs == ["newer"])
    }

    @Test("What ends while the receipt is being read was owned when it was asked for, and not at the next question")
    func endsMeanwhile() async {
        let somebody = Somebody()
        let owned = owned(by: somebody)
        for (number, products) in [["club"], []].enumerated() {
            let looking = Task { await owned.reconcile() }
            await eventually { somebody.count == number + 1 }
            device.withLock { $0 = Date(timeIntervalSince1970: 500) }
            somebody.answer(number, Self.valid("club"))
            await end(looking)
            #expect(await looking.value.productIDs == Set(products))
        }
    }

    @Test("A clock that was once ahead takes nothing away while the server says what time it is, which puts it right")
    func onceAhead() async {
        let clock = clock()
        device.withLock { $0 = Date(timeIntervalSince1970: 9_000) }
        #expect(clock.now == Date(timeIntervalSince1970: 9_000))
        device.withLock { $0 = Date(timeIntervalSince1970: 100) }
        let server = Server(Self.valid("club"))
        let owned = owned(by: AppleReceiptValidator(endpoints: nil, transport: server), clock)
        #expect(await reconcile(owned).productIDs == ["club"])
        #expect(clock.now == Date(timeIntervalSince1970: 150))
        #expect(self.clock().now == Date(timeIntervalSince1970: 150))
        server.body.withLock { $0 = Self.valid("club", requestDate: 500) }
        #expect(await reconcile(owned).productIDs == [])
        #expect(clock.now == Date(timeIntervalSince1970: 500))
    }

    @Test(
        "A date is the server's only if the receipt is valid, and if it is not older than the receipt",
        arguments: [
            valid("club", requestDate: 119),
            #"{"status":21003,"receipt":{"request_date_ms":"150000"}}"#,
            #"{"status":0,"receipt":{"in_app":[]}}"#,
        ]
    )
    func oddDates(body: String) async {
        let clock = clock()
        device.withLock { $0 = Date(timeIntervalSince1970: 9_000) }
        #expect(clock.now == Date(timeIntervalSince1970: 9_000))
        device.withLock { $0 = Date(timeIntervalSince1970: 100) }
        let owned = owned(by: AppleReceiptValidator(endpoints: nil, transport: Server(body)), clock)
        #expect(await reconcile(owned).productIDs == [])
        #expect(clock.now == Date(timeIntervalSince1970: 9_000))
    }

    @Test("What an app's own validator says may be the device's date: it puts no clock back")
    func somebodyElse() async {
        let clock = clock()
        device.withLock { $0 = Date(timeIntervalSince1970: 9_000) }
        #expect(clock.now == Date(timeIntervalSince1970: 9_000))
        device.withLock { $0 = Date(timeIntervalSince1970: 100) }
        let somebody = Somebody()
        let owned = owned(by: somebody, clock)
        let looking = Task { await owned.reconcile() }
        await eventually { somebody.count == 1 }
        somebody.answer(0, Self.valid("club"))
        await end(looking)
        #expect(owned.state.productIDs == [])
        #expect(clock.now == Date(timeIntervalSince1970: 9_000))
    }
}
