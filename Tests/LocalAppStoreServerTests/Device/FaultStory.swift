#if os(Linux)
    import AppReceipt
    import AppStoreModels
    import AppStoreTrust
    import Foundation
    import LocalAppStore
    import Locking
    import TestSupport

    @testable import LocalStoreKit

    /// Everything that an app does with a store, and what its code sees of it: told step by step, on one thread.
    final class FaultStory {
        static let code = "SPRING26"

        private let store: LocalAppStore
        private let device: LocalDevice
        private let queue: ManualQueue
        /// Returns when the device has heard of everything that happened.
        private let hear: () throws -> Void
        private let app = StoryApp()

        /// A store with the customer, a relative, and a code.
        static func store() throws -> LocalAppStore {
            let store = try SampleShop.open(codeOffers: ["Spring"])
            try store.createAccount(id: "iris")
            try store.createCustomCode(code, productID: SampleShop.posy, referenceName: "Spring")
            return store
        }

        /// In one process with the store.
        init(near store: LocalAppStore) throws {
            let queue = ManualQueue()
            let work = CallbackQueue { queue.enqueue($0) }
            self.store = store
            self.queue = queue
            device = try LocalDevice(
                store: store,
                account: SampleShop.customer,
                identifier: try SampleShop.device(),
                callbacks: work,
                work: work
            )
            hear = {}
        }

        /// On a store that listens at an address.
        init(far store: LocalAppStore, at url: URL) throws {
            let queue = ManualQueue()
            let work = CallbackQueue { queue.enqueue($0) }
            let transport = ListeningTransport()
            self.store = store
            self.queue = queue
            device = LocalDevice(
                storeURL: url,
                transport: transport,
                account: SampleShop.customer,
                identifier: try SampleShop.device(),
                callbacks: work,
                work: work,
                retry: work,
                timeout: 600
            )
            hear = {
                // A device that is cut off hears nothing.
                guard !store.deviceIsCutOff(account: SampleShop.customer) else { return }
                try transport.waitForEvent(store.latestEventSequence)
            }
        }

        /// Tells the story with a fault in force, then cleared; without one, as it should be.
        func tell(with fault: StoreFault?) throws -> [String] {
            device.settings.pause = { [app, queue] seconds, work in
                app.write("nothing for \(seconds) s")
                queue.enqueue(work)
            }
            device.settings.codeRedemptionSheet = { [app] refusal in
                if let refusal { app.write("code refused: \(StoryApp.text(refusal))") }
                return refusal == nil ? Self.code : nil
            }
            device.queue.add(app)
            try settle()
            // What the device knows of its customer from before.
            _ = try device.session.products([SampleShop.seeds])
            if let fault { try store.setFault(fault) }
            try settle()
            try act()
            try store.clearFaults()
            try settle()
            app.write("all is well again")
            device.enterForeground()
            try settle()
            app.write("paid: \(names(SampleShop.customer)); iris: \(names("iris"))")
            return app.lines
        }

        private func act() throws {
            try send(SKProductsRequest(productIdentifiers: [SampleShop.seeds, "nothing"]))
            try send(SKReceiptRefreshRequest())
            app.write(verdict)
            try buy(SampleShop.seeds)
            try buy(SampleShop.greenhouse)
            app.write(verdict)
            try finishAll()
            device.enterForeground()
            try settle()
            device.queue.restoreCompletedTransactions()
            try settle()
            device.queue.presentCodeRedemptionSheet()
            try settle()
            try finishAll()
            app.write("storefront \(device.queue.storefront?.countryCode ?? "unknown")")
            app.write("clock \(device.storeTime.timeIntervalSince(store.now)) s off")
        }

        private func buy(_ product: String) throws {
            let payment = SKMutablePayment()
            payment.productIdentifier = product
            device.queue.add(payment)
            try settle()
        }

        private func finishAll() throws {
            for transaction in device.queue.transactions where transaction.transactionState != .purchasing {
                device.queue.finishTransaction(transaction)
            }
            try settle()
        }

        private func send(_ request: SKRequest) throws {
            (request as? SKProductsRequest)?.delegate = app
            request.delegateStorage = app
            device.perform { request.start() }
            try settle()
        }

        /// Does one piece of work after the other, each only after all news have come.
        private func settle() throws {
            repeat { try hear() } while queue.step()
        }

        /// What a validator that trusts the store says of the receipt on the device.
        private var verdict: String {
            guard let data = try? Data(contentsOf: device.receiptURL), let identifier = try? SampleShop.device() else {
                return "no receipt"
            }
            let validator = AppReceiptValidator(
                policy: store.trustPolicy,
                bundleID: SampleShop.app.bundleID,
                appVersion: SampleShop.app.version,
                deviceIdentifiers: [identifier],
                environments: [.sandbox]
            )
            let failures = validator.validate(data).failures.map(\.code.rawValue)
            return failures.isEmpty ? "good receipt" : failures.joined(separator: " ")
        }

        private func names(_ account: String) -> String {
            store.transactions(account: account).map { StoryApp.name($0.productID) }.joined(separator: " ")
        }
    }

    /// Writes down what app code sees.
    // Sendable is safe: what changes is behind a lock.
    private final class StoryApp: NSObject, SKPaymentTransactionObserver, SKProductsRequestDelegate, @unchecked Sendable
    {
        private let written = Locked([String]())

        var lines: [String] { written.withLock { $0 } }

        func write(_ line: String) { written.withLock { $0.append(line) } }

        static func name(_ product: String) -> String { product.split(separator: ".").last.map(String.init) ?? "" }

        /// Domain and code, as app code compares them.
        static func text(_ error: any Error) -> String {
            let error = error as NSError
            let beneath = error.userInfo[NSUnderlyingErrorKey].flatMap { $0 as? NSError }
            return "\(error.domain) \(error.code)" + (beneath.map { " above \($0.domain) \($0.code)" } ?? "")
        }

        func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
            for transaction in transactions {
                let error = transaction.error.map { ": \(Self.text($0))" } ?? ""
                write(
                    "\(transaction.transactionState.name) \(Self.name(transaction.payment.productIdentifier))\(error)"
                )
            }
        }

        func paymentQueue(_ queue: SKPaymentQueue, removedTransactions transactions: [SKPaymentTransaction]) {
            for transaction in transactions { write("removed \(Self.name(transaction.payment.productIdentifier))") }
        }

        func paymentQueue(_ queue: SKPaymentQueue, restoreCompletedTransactionsFailedWithError error: any Error) {
            write("restore failed: \(Self.text(error))")
        }

        func paymentQueueRestoreCompletedTransactionsFinished(_ queue: SKPaymentQueue) { write("restore finished") }

        func paymentQueueDidChangeStorefront(_ queue: SKPaymentQueue) { write("storefront changed") }

        func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
            write("products \(response.products.map { Self.name($0.productIdentifier) })")
            write("invalid \(response.invalidProductIdentifiers.map(Self.name))")
        }

        func requestDidFinish(_ request: SKRequest) { write("request finished") }

        func request(_ request: SKRequest, didFailWithError error: any Error) { write("failed: \(Self.text(error))") }
    }

    /// HTTP, and how far the store has told what happened.
    private final class ListeningTransport: HTTPTransport {
        private let inner = FutureTransport()
        private let heard = Locked(-1)
        private let changed = NSCondition()

        /// Blocks until the device was told of an event; never for longer than half a minute.
        func waitForEvent(_ sequence: Int) throws {
            let deadline = Date(timeIntervalSinceNow: 30)
            changed.lock()
            defer { changed.unlock() }
            while heard.withLock({ $0 < sequence }) {
                guard changed.wait(until: deadline) else { throw URLError(.timedOut) }
            }
        }

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            try await inner.send(request)
        }

        func send(
            _ request: HTTPTransportRequest,
            completion: @escaping @Sendable (Result<HTTPTransportResponse, any Error>) -> Void
        ) {
            inner.send(request) { [self] result in
                // What the device does with the answer is done when the number is told.
                completion(result)
                guard request.url.path == "/device/events", let body = try? result.get().body,
                    let events = try? DeviceMessages.message(DeviceMessages.Events.self, from: body)
                else { return }
                changed.lock()
                heard.withLock { $0 = events.last }
                changed.broadcast()
                changed.unlock()
            }
        }
    }
#endif
