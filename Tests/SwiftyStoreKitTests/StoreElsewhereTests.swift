import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport
import Testing

@testable import SwiftyStoreKit

/// A store that runs elsewhere may take its time, and whoever makes a client, or taps a button, is not kept waiting for it.
@Suite("A client of a store elsewhere") struct StoreElsewhereTests {
    /// A network on which no answer comes.
    private final class SilentTransport: HTTPTransport {
        private let sent = Locked([String]())
        private let isCut = Locked(false)

        var paths: [String] { sent.withLock { $0 } }

        /// From now on everything fails at once.
        func cut() { isCut.withLock { $0 = true } }

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            throw CancellationError()
        }

        func send(
            _ request: HTTPTransportRequest,
            completion: @escaping @Sendable (Result<HTTPTransportResponse, any Error>) -> Void
        ) {
            sent.withLock { $0.append(String(request.url.path.dropFirst())) }
            if isCut.withLock({ $0 }) { completion(.failure(CancellationError())) }
        }
    }

    /// A device of a store on that network; nothing is done before the queue is turned.
    private func elsewhere() throws -> (LocalDevice, SilentTransport, ManualQueue) {
        let (transport, queue) = (SilentTransport(), ManualQueue())
        let callbacks = CallbackQueue { queue.enqueue($0) }
        let device = LocalDevice(
            storeURL: try #require(URL(string: "http://127.0.0.1:1")),
            transport: transport,
            account: SampleShop.customer,
            identifier: try SampleShop.device(),
            callbacks: callbacks,
            work: callbacks,
            retry: CallbackQueue { _ in },
            timeout: 0
        )
        return (device, transport, queue)
    }

    @Test("Nobody waits for it who makes a client or buys", arguments: [StoreKitChoice.storeKit1, .storeKit2])
    func nobodyWaits(storeKit: StoreKitChoice) throws {
        let (device, transport, queue) = try elsewhere()
        let client = StoreClient(device: device, storeKit: storeKit)
        client.purchaseProduct(FakeProduct(SampleShop.seeds)) { _ in }
        // What else is to be asked is work for the device's own queue, which nobody has turned yet.
        #expect(transport.paths.allSatisfy { $0 == "device/events" })
        #expect(queue.count > 0)
        client.leaveQueue()
        transport.cut()
        queue.run()
    }

    @Test("Nobody waits for it who asks what is owned", arguments: [StoreKitChoice.storeKit1, .storeKit2])
    func nobodyWaitsForWhatIsOwned(storeKit: StoreKitChoice) throws {
        let (device, transport, queue) = try elsewhere()
        let client = StoreClient(device: device, storeKit: storeKit)
        let verifier = SignedDataVerifier(
            policy: .appStore,
            apps: [AppIdentity(bundleID: SampleShop.app.bundleID)],
            now: { .distantPast }
        )
        let signed = SignedEntitlements(client: client, verifier: verifier, storage: MemoryStorage())
        let owned = OwnedProducts(
            client: client,
            validator: AppleReceiptValidator(sharedSecret: nil),
            storage: MemoryStorage()
        )
        #expect(signed.state.knowledge == .notKnownYet)
        #expect(!signed.owns(SampleShop.greenhouse))
        #expect(!owned.owns(SampleShop.greenhouse))
        #expect(client.now == .distantPast)
        #expect(transport.paths.allSatisfy { $0 == "device/events" })
        client.leaveQueue()
        transport.cut()
        queue.run()
        #expect(signed.state.knowledge == .notKnownYet)
    }
}
