#if os(Linux)
    import AppReceipt
    import AppStoreModels
    import Foundation
    import LocalAppStore
    import Locking
    import TestSupport
    import Testing

    @testable import LocalAppStoreServer
    @testable import LocalStoreKit

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// An app in one process, the store in another: here both in one, with HTTP between them.
    @Suite("An app on a store over HTTP", .timeLimit(.minutes(15)))
    struct RemoteDeviceTests {
        private let store: LocalAppStore
        private let transport = SwitchedTransport()
        private let app = RemoteApp()
        private let device: LocalDevice

        init() throws {
            store = try SampleShop.open(codeOffers: ["Spring"])
            let callbacks = CallbackQueue(DispatchQueue(label: "callbacks"))
            device = LocalDevice(
                storeURL: try #require(URL(string: "http://127.0.0.1:1")),
                transport: transport,
                account: SampleShop.customer,
                identifier: try SampleShop.device(),
                callbacks: callbacks,
                work: CallbackQueue(DispatchQueue(label: "work")),
                retry: CallbackQueue { [transport] in transport.retryOnceReachable($0) },
                timeout: 600
            )
        }

        /// Runs a server for as long as `body` takes.
        private func serving(_ body: () async throws -> Void) async throws {
            try await LocalStoreServer.withRunning(store) { _, url in
                transport.use(url)
                defer { transport.use(nil) }
                try await body()
            }
        }

        private func buy(_ product: String) {
            let payment = SKMutablePayment()
            payment.productIdentifier = product
            device.queue.add(payment)
        }

        @Test func `Products, a purchase, its receipt and its end go over the wire`() async throws {
            try await serving {
                let response = try await blocking { [device] in
                    try device.session.products([SampleShop.posy, "no.such.product"])
                }
                #expect(response.invalidProductIdentifiers == ["no.such.product"])
                #expect(response.products.first?.price == NSDecimalNumber(string: "4.99"))
                #expect(response.products.first?.introductoryPrice?.paymentMode == .freeTrial)
                device.queue.add(app)
                buy(SampleShop.greenhouse)
                #expect(await app.next(2) == ["purchasing greenhouse", "purchased greenhouse"])
                let receipt = try AppReceipt(wireForm: try Data(contentsOf: device.receiptURL))
                #expect(receipt.inAppPurchases.map(\.productID) == [SampleShop.greenhouse])
                device.queue.finishTransaction(try #require(device.queue.transactions.first))
                #expect(await app.next() == ["removed greenhouse"])
                #expect(store.unfinishedTransactions(account: SampleShop.customer).isEmpty)
                device.queue.restoreCompletedTransactions()
                #expect(await app.next(2) == ["restored greenhouse", "restore finished"])
                #expect(device.queue.storefront?.countryCode == "USA")
            }
        }

        @Test func `A refusal of the store is an error of StoreKit`() async throws {
            try await serving {
                device.queue.add(app)
                try store.updateSettings { $0.purchaseFailure = .invalidSignature }
                buy(SampleShop.seeds)
                #expect(await app.next(2) == ["purchasing seeds", "failed seeds"])
                #expect((app.errors.first as? SKError)?.code == .invalidSignature)
                buy("no.such.product")
                #expect(await app.next(2) == ["purchasing product", "failed product"])
                #expect((app.errors.last as? SKError)?.code == .paymentInvalid)
            }
        }

        @Test func `An offer code is redeemed over the wire`() async throws {
            try store.createCustomCode("SPRING26", productID: SampleShop.posy, referenceName: "Spring")
            try await serving {
                device.queue.add(app)
                device.settings.codeRedemptionSheet = { refusal in refusal == nil ? "WEED" : "spring26" }
                device.queue.presentCodeRedemptionSheet()
                #expect(await app.next() == ["purchased posy"])
                #expect(store.transactions(account: SampleShop.customer).first?.offer?.identifier == "Spring")
            }
        }

        @Test func `A purchase begun in the App Store before the app runs waits for it`() async throws {
            try store.promotePurchase(productID: SampleShop.seeds, account: SampleShop.customer)
            try await serving {
                device.queue.add(app)
                #expect(await app.next(3) == ["store payment seeds", "purchasing seeds", "purchased seeds"])
                let customer = try store.account(SampleShop.customer)
                #expect(customer.purchaseIntents == [])
            }
        }

        @Test func `What the app asks of its receipt goes over the wire`() async throws {
            try await serving {
                try await blocking { [device] in
                    try device.receipt.write(ReceiptProperties(isVolumePurchase: true))
                }
                let receipt = try AppReceipt(wireForm: try Data(contentsOf: device.receiptURL))
                #expect(receipt.environment == .volumePurchaseSandbox)
            }
        }

        @Test func `A restored snapshot and a reset reach a device elsewhere`() async throws {
            let before = try store.snapshot()
            try await serving {
                device.queue.add(app)
                await transport.firstEvents()
                buy(SampleShop.seeds)
                #expect(await app.next(2) == ["purchasing seeds", "purchased seeds"])
                try store.setStorefront("DEU", account: SampleShop.customer)
                #expect(await app.next() == ["storefront changed"])
                try store.restore(snapshot: before)
                #expect(await app.next(2) == ["removed seeds", "storefront changed"])
                #expect(device.queue.storefront?.countryCode == "USA")
                buy(SampleShop.greenhouse)
                #expect(await app.next(2) == ["purchasing greenhouse", "purchased greenhouse"])
                try store.clearTransactions()
                #expect(await app.next() == ["removed greenhouse"])
                #expect(device.queue.transactions.isEmpty)
            }
        }

        @Test func `What happens while the store is away arrives when it is back, once`() async throws {
            try await serving {
                device.queue.add(app)
                try store.updateSettings { $0.askToBuyEnabled = true }
                buy(SampleShop.greenhouse)
                buy(SampleShop.season)
                #expect(
                    await app.next(4).sorted() == [
                        "deferred greenhouse", "deferred season", "purchasing greenhouse", "purchasing season",
                    ]
                )
            }
            buy(SampleShop.seeds)
            #expect(await app.next(2) == ["purchasing seeds", "failed seeds"])
            #expect(app.errors.first is URLError)
            let attempts = store.attempts
            try store.approve(attempt: try #require(attempts.first).id)
            try store.decline(attempt: try #require(attempts.last).id)
            try store.updateSettings { $0.askToBuyEnabled = false }
            try store.buy(productID: SampleShop.seeds, account: SampleShop.customer)
            try await serving {
                #expect(await app.next(3).sorted() == ["failed season", "purchased greenhouse", "purchased seeds"])
                for transaction in device.queue.transactions { device.queue.finishTransaction(transaction) }
                #expect(await app.next(4).count == 4)
                #expect(store.unfinishedTransactions(account: SampleShop.customer).isEmpty)
                #expect(store.transactions(account: SampleShop.customer).count == 2)
            }
        }

        @Test func `A purchase whose answer is lost is not made twice, and is delivered`() async throws {
            try await serving {
                device.queue.add(app)
                // The device has caught up with the store: what comes from here on comes because of the lost answer.
                await transport.firstEvents()
                transport.loseAnswers(to: "device/purchases")
                buy(SampleShop.seeds)
                #expect(await app.next(2) == ["purchasing seeds", "failed seeds"])
                #expect((app.errors.first as? URLError)?.code == .networkConnectionLost)
                device.queue.finishTransaction(try #require(device.queue.transactions.first))
                #expect(await app.next() == ["removed seeds"])
                device.enterForeground()
                #expect(await app.next() == ["purchased seeds"])
                #expect(store.transactions(account: SampleShop.customer).count == 1)
            }
        }

        @Test func `Something else that answers at the address is no store`() throws {
            let answer = HTTPTransportResponse(status: 200, body: Data("<html>".utf8))
            let error = #expect(throws: SKError.self) {
                try StoreConnection.read(DeviceMessages.Products.self, from: answer)
            }
            #expect(error?.localizedDescription == "What answers at the store's URL is no local store (status 200).")
        }
    }

    /// Reaches the server that runs at present, if one does.
    private final class SwitchedTransport: HTTPTransport {
        private struct State: Sendable {
            var transport: (inner: FutureTransport, url: URL)?
            var waiting: [@Sendable () -> Void] = []
            var lost: Set<String> = []
        }

        private let state = Locked(State())
        private let (answers, answered) = AsyncStream.makeStream(of: Void.self)

        /// Returns when the store has told the device what happened, for the first time.
        func firstEvents() async {
            for await _ in answers { return }
        }

        func use(_ url: URL?) {
            let transport = url.map { (FutureTransport(), $0) }
            let waiting = state.withLock { state in
                state.transport = transport
                guard transport != nil else { return [@Sendable () -> Void]() }
                defer { state.waiting = [] }
                return state.waiting
            }
            for block in waiting { block() }
        }

        /// Runs `block` at once if a server can be reached, else when one can.
        func retryOnceReachable(_ block: @escaping @Sendable () -> Void) {
            let isReachable = state.withLock { state in
                if state.transport == nil { state.waiting.append(block) }
                return state.transport != nil
            }
            if isReachable { block() }
        }

        func loseAnswers(to path: String) {
            state.withLock { _ = $0.lost.insert(path) }
        }

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            try await withCheckedThrowingContinuation { continuation in
                send(request) { continuation.resume(with: $0) }
            }
        }

        func send(
            _ request: HTTPTransportRequest,
            completion: @escaping @Sendable (Result<HTTPTransportResponse, any Error>) -> Void
        ) {
            let path = String(request.url.path.dropFirst())
            let (transport, isLost) = state.withLock { ($0.transport, $0.lost.contains(path)) }
            guard let transport else { return completion(.failure(URLError(.cannotConnectToHost))) }
            var request = request
            request.url = transport.url.appendingPathComponent(path)
            transport.inner.send(request) { [answered] result in
                completion(isLost ? .failure(URLError(.networkConnectionLost)) : result)
                if path == "device/events" { answered.yield() }
            }
        }
    }

    /// Writes down what its queue says, for a test that waits for it.
    // Sendable is safe: what changes is behind a lock; the stream is read by the test only.
    private final class RemoteApp: NSObject, SKPaymentTransactionObserver, @unchecked Sendable {
        private let stream: AsyncStream<String>
        private let heard: AsyncStream<String>.Continuation
        private let failures = Locked([any Error]())

        override init() {
            (stream, heard) = AsyncStream.makeStream()
            super.init()
        }

        var errors: [any Error] { failures.withLock { $0 } }

        /// The next things that the queue says.
        func next(_ count: Int = 1) async -> [String] {
            var lines: [String] = []
            var iterator = stream.makeAsyncIterator()
            while lines.count < count, let line = await iterator.next() { lines.append(line) }
            return lines
        }

        private func name(_ transaction: SKPaymentTransaction) -> String {
            transaction.payment.productIdentifier.split(separator: ".").last.map(String.init) ?? ""
        }

        func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
            let errors = transactions.compactMap(\.error)
            failures.withLock { $0 += errors }
            for transaction in transactions { heard.yield("\(transaction.transactionState.name) \(name(transaction))") }
        }

        func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
            for transaction in transactions { heard.yield("removed \(name(transaction))") }
        }

        func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) {
            heard.yield("restore finished")
        }

        func paymentQueue(
            _ queue: SKPaymentQueue,
            shouldAddStorePayment payment: SKPayment,
            for product: SKProduct
        ) -> Bool {
            heard.yield("store payment \(payment.productIdentifier.split(separator: ".").last ?? "")")
            return true
        }

        func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) { heard.yield("storefront changed") }
    }
#endif
