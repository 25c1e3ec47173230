import AppStoreModels
import Foundation
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

    @Test("Nobody waits for it who makes a client or buys", arguments: [StoreKitChoice.storeKit1, .storeKit2])
    func nobodyWaits(storeKit: StoreKitChoice) throws {
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
        let client = StoreClient(device: device, storeKit: storeKit)
        client.purchaseProduct(FakeProduct(SampleShop.seeds)) { _ in }
        // What else is to be asked is work for the device's own queue, which nobody has turned yet.
        #expect(transport.paths.allSatisfy { $0 == "device/events" })
        #expect(queue.count > 0)
        client.leaveQueue()
        transport.cut()
        queue.run()
    }
}
