import Foundation
import LocalAppStore
import Locking

// What the types of StoreKit 2 ask of the device. The functions that are not asynchronous run on the work queue.
extension LocalDevice {
    /// Runs `body` on the work queue.
    func working<Value: Sendable>(_ body: @escaping @Sendable (LocalDevice) throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            work.enqueue { [self] in continuation.resume(with: Result { try body(self) }) }
        }
    }

    /// Runs `body` in its turn, on this thread if it is its turn: to wait for another thread takes longer than most of what a
    /// store in this process does. Only for what asks nobody, because tasks share the thread.
    func workingAtOnce<Value: Sendable>(
        _ body: @escaping @Sendable (LocalDevice) throws -> Value
    ) async throws -> Value {
        // A store elsewhere lets the thread wait that asks it.
        guard session.isHere else { return try await working(body) }
        var result: Result<Value, any Error>?
        _ = work.runAtOnce { result = Result { try body(self) } }
        guard let result else { return try await working(body) }
        return try result.get()
    }

    /// Runs `body` in one of these two ways; what fails becomes an error of StoreKit 2.
    func asking<Value: Sendable>(
        atOnce: Bool = false,
        _ body: @escaping @Sendable (LocalDevice) throws -> Value
    ) async throws -> Value {
        do {
            return try await atOnce ? workingAtOnce(body) : working(body)
        } catch {
            throw StoreRefusal.storeKitError(error)
        }
    }

    // MARK: Products

    /// Products by their identifiers, in the catalogue's order.
    func products(_ identifiers: Set<String>) async throws -> [Product] {
        let (pause, found) = try await asking(atOnce: true) { device in
            try device.checkFailure(of: .products)
            let pause = try device.session.start(.products, product: nil).pauseSeconds
            // What the store does not wait with is there at once, without another turn of the queue.
            return try (pause, pause > 0 ? nil : device.catalogueProducts(identifiers))
        }
        if let found { return found }
        try await wait(pause)
        return try await asking { try $0.catalogueProducts(identifiers) }
    }

    /// Waits as long as the store's answer takes.
    private func wait(_ seconds: TimeInterval) async throws {
        let settings = settings
        let end = Mailbox<Bool>(limit: 1)
        settings.pause(seconds) { _ = end.put(true) }
        // Who replaces the pause may forget what it was given.
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds + settings.pauseLeeway) { _ = end.put(false) }
        switch await end.next() {
        case true?: return
        case false?: throw StoreKitError.networkError(URLError(.timedOut))
        case nil: throw StoreKitError.systemError(CancellationError())
        }
    }

    func catalogueProducts(_ identifiers: Set<String>) throws -> [Product] {
        let catalogue = try session.catalogue(identifiers)
        let storefront = session.storefront.map(Storefront.init)
        return catalogue.items.map {
            Product($0, locale: catalogue.locale, storefront: storefront, origin: DeviceOrigin(self))
        }
    }

    /// Where the customer buys; asks the store first if nothing was heard of it yet.
    func storefront() async -> Storefront? {
        try? await working { device in
            if device.session.storefront == nil { _ = try? device.session.meetAgain() }
            return device.session.storefront.map(Storefront.init)
        }
    }

    // MARK: Transactions

    /// Transactions as they are now.
    func transactions(_ selection: TransactionSelection) async throws -> [VerificationResult<Transaction>] {
        try await asking { device in
            let wanted = DeviceSelection(
                selection.part,
                productID: selection.productID,
                includesFinishedConsumables: device.settings.includesConsumablesInHistory
            )
            let found = try device.session.documents(wanted)
            guard !found.isEmpty else { return [] }
            let look = try DocumentLook(device)
            return found.map { look.result(of: $0.document) }
        }
    }

    /// Finishes a transaction for both APIs.
    func finish(_ transaction: Transaction) async {
        let identifier = transaction.identifier
        _ = try? await workingAtOnce { $0.finish(identifier) }
    }

    private func finish(_ identifier: String) {
        // A finish that the store did not hear is no error: the transaction comes back later.
        guard (try? session.finish(identifier)) != nil else { return }
        deliveries.withLock { $0.finish(identifier) }
        core.finishedElsewhere(identifier, in: self)
    }

    // MARK: Subscriptions

    /// Where the subscriptions of a group stand.
    func statuses(groupID: String) async throws -> [Product.SubscriptionInfo.Status] {
        try await asking { device in
            try device.checkFailure(of: .subscriptionStatus)
            return try device.statusesNow(groupID: groupID)
        }
    }

    /// Where the subscription of a transaction stands.
    func status(transactionID: UInt64) async throws -> Product.SubscriptionInfo.Status? {
        try await asking { device in
            try device.checkFailure(of: .subscriptionStatus)
            do {
                let found = try device.session.statuses(groupID: nil, transactionID: String(transactionID))
                return try device.statuses(found.statuses.prefix(1)).first
            } catch let error as SKError where error.isOfUnknownTransaction {
                return nil
            }
        }
    }

    func statusesNow(groupID: String?) throws -> [Product.SubscriptionInfo.Status] {
        try statuses(session.statuses(groupID: groupID, transactionID: nil).statuses)
    }

    /// Where all subscriptions stand, and how many events there were then, where the store says so.
    func statusesAndEventCount() throws -> (statuses: [Product.SubscriptionInfo.Status], eventCount: Int?) {
        let answer = try session.statuses(groupID: nil, transactionID: nil)
        return (try statuses(answer.statuses), answer.eventCount)
    }

    /// Where all subscriptions stand, groups in the order in which they were begun.
    func statusesByGroup() throws -> [(groupID: String, statuses: [Product.SubscriptionInfo.Status])] {
        try checkFailure(of: .subscriptionStatus)
        let statuses = try statusesNow(groupID: nil)
        let groups = statuses.map(\.groupID).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return groups.map { group in (group, statuses.filter { $0.groupID == group }) }
    }

    /// Whether the customer may have an introductory offer in a group; no, if the store cannot be asked.
    func isEligibleForIntroOffer(groupID: String) async -> Bool {
        let introduced = try? await working { device in
            try device.session.groupIDsWithoutIntroduction(of: groupID)
        }
        return introduced.map { !$0.contains(groupID) } ?? false
    }

    private func statuses(
        _ signed: some Collection<DeviceMessages.SignedStatus>
    ) throws -> [Product.SubscriptionInfo.Status] {
        guard !signed.isEmpty else { return [] }
        let look = try DocumentLook(self)
        return signed.map { signed in
            Product.SubscriptionInfo.Status(
                state: Product.SubscriptionInfo.RenewalState(rawValue: signed.status),
                transaction: look.result(of: signed.transaction.jws),
                renewalInfo: look.result(of: signed.renewalInfo),
                groupID: signed.groupID
            )
        }
    }

    // MARK: The app

    /// The app transaction of the customer.
    func appTransaction() async throws -> VerificationResult<AppTransaction> {
        try await asking { device in
            try device.checkFailure(of: .appTransaction)
            return try device.verifiedAppTransaction()
        }
    }

    /// The app transaction, after the customer has signed in.
    func refreshAppTransaction() async throws -> VerificationResult<AppTransaction> {
        try await asking { device in
            try device.signIn(for: .appTransaction)
            return try device.verifiedAppTransaction()
        }
    }

    private func verifiedAppTransaction() throws -> VerificationResult<AppTransaction> {
        try DocumentLook(self).result(of: session.appTransaction())
    }

    /// Brings everything up to date, after the customer has signed in.
    func synchronise() async throws {
        try await asking { device in
            try device.signIn(for: .restore)
            let changed = try device.session.meetAgain()
            device.receipt.update()
            if changed { device.announceStorefront() }
        }
    }
}

extension SKError {
    /// Whether the store says that it has no such transaction.
    fileprivate var isOfUnknownTransaction: Bool {
        (userInfo[NSUnderlyingErrorKey] as? StoreError)?.code == .unknownTransaction
    }
}
