public import Entitlements
import Foundation
import Locking

/// Which products the customer owns: read from the validated receipt, remembered for when there is none.
///
/// ```swift
/// let owned = OwnedProducts(
///     validator: LocalReceiptValidator(bundleID: "com.example.flowershop"),
///     rules: catalogue.rules
/// )
/// Task { await owned.run() }
/// if owned.owns("com.example.flowershop.greenhouse") { openGreenhouse() }
/// ```
///
/// ``run()`` reads the receipt when the app starts, after each purchase and restore, after a revocation, when something that
/// is owned ends, and when the storefront changes; call ``reconcile(because:)`` when the app comes back from the background.
/// Each change goes to ``SwiftyStoreKit/SwiftyStoreKit/entitlementChanges``. Nothing here refreshes the receipt, so that the
/// customer is never asked for a password.
///
/// It is for apps on ``StoreKitChoice/storeKit1``, where the receipt has a purchase as soon as anybody hears of it. On
/// StoreKit 2 it has it only after a refresh; ``SignedEntitlements`` needs no receipt.
///
/// What is remembered ends with the subscription's own end, by a clock that cannot be set back. ``AppleReceiptValidator``
/// brings the server's date: that one is judged by, and puts the clock right. Once this launch has seen a receipt, a missing
/// one means that the account is gone: then nothing is owned, and nothing is remembered.
public final class OwnedProducts: Sendable {
    private let client: StoreClient
    private let validator: any ReceiptValidator & Sendable
    private let storage: any KeyValueStorage
    private let clock: TrustedClock
    private let rules: EntitlementRules
    private let knowledge: Locked<Knowledge>
    private let writer = SingleWriter()

    private struct Knowledge: Sendable {
        var state: OwnedState
        var report: EntitlementReport?
        var hasSeenReceipt = false
        var lastAsked = 0
        var lastAnswered = 0
        /// What the newest answer that says something leaves for a launch without a receipt; nil until there is one.
        var memory: Memory?
        /// When something of it ends by itself; nil if nothing does.
        var nextEnd: Date?
    }

    /// What is to be remembered.
    private enum Memory: Sendable {
        case products(RememberedProducts)
        case nothing
    }

    /// What is owned by the client's receipt.
    ///
    /// - Parameters:
    ///   - client: The client; nil for the one of ``SwiftyStoreKit/SwiftyStoreKit``.
    ///   - validator: Validates the receipt; on the device by ``LocalReceiptValidator``, or anywhere else.
    ///   - storage: Where to remember; nil for the client's own place. Customers can edit files and defaults; the
    ///     Keychain is harder.
    ///   - clock: What time it is.
    ///   - rules: What the App Store does not say, for example ``ProductCatalogue/rules``.
    public init(
        client: StoreClient? = nil,
        validator: any ReceiptValidator & Sendable,
        storage: (any KeyValueStorage)? = nil,
        clock: TrustedClock? = nil,
        rules: EntitlementRules = EntitlementRules()
    ) {
        let client = client ?? SwiftyStoreKit.client
        let storage = storage ?? client.services.storage
        let clock = clock ?? TrustedClock(storage: storage, time: client.services.time)
        self.client = client
        self.validator = validator
        self.storage = storage
        self.clock = clock
        self.rules = rules
        let remembered = OwnedProducts.remembered(in: storage)?.state(at: clock.now)
        knowledge = Locked(
            Knowledge(state: remembered ?? OwnedState(productIDs: [], source: .nothing, asOf: nil), report: nil)
        )
    }

    /// What is owned, as far as is known now.
    public var state: OwnedState { knowledge.withLock { $0.state } }

    /// Everything about every product of the last valid receipt; nil if this launch has seen none.
    public var report: EntitlementReport? { knowledge.withLock { $0.report } }

    /// Whether the customer may use a product.
    public func owns(_ productID: String) -> Bool { state.productIDs.contains(productID) }

    /// Keeps ``state`` up to date until the task is cancelled.
    public func run() async {
        await client.followOwnership(
            secondsLeft: { [self] in knowledge.withLock { $0.nextEnd }?.timeIntervalSince(clock.now) },
            look: { [self] cause in await reconcile(because: cause) }
        )
    }

    /// Reads the receipt that is on the device.
    ///
    /// - Parameter cause: Why; it goes into the changes.
    /// - Returns: What is owned now.
    @discardableResult
    public func reconcile(because cause: EntitlementChange.Cause = .request) async -> OwnedState {
        let ticket = knowledge.withLock { knowledge in
            knowledge.lastAsked += 1
            return knowledge.lastAsked
        }
        // What is told from now on may be newer than the receipt.
        let lost = client.lostProducts
        // The receipt is judged as of the question. What ends while it is read may have been renewed, which the next one says.
        let asked = await clock.asked()
        let reading = await client.readStoredReceipt(using: validator)
        return apply(reading, askedAt: asked ?? clock.now, ticket: ticket, lost: lost, because: cause)
    }

    /// Takes in an answer, unless a later one is here already.
    private func apply(
        _ reading: ReceiptReading,
        askedAt: Date,
        ticket: Int,
        lost: Set<String>,
        because cause: EntitlementChange.Cause
    ) -> OwnedState {
        let told = serverDate(of: reading)
        let now = told ?? askedAt
        let report = reading.report(at: now, rules: rules)
        let read = report.map { RememberedProducts($0) }
        let kept = OwnedProducts.remembered(in: storage)
        let remembered = kept?.state(at: now)
        let nextEnd = (read ?? kept)?.nextEnd(after: now)
        let (before, after) = knowledge.withLock { knowledge -> (OwnedState, OwnedState?) in
            let before = knowledge.state
            guard ticket > knowledge.lastAnswered else { return (before, nil) }
            knowledge.lastAnswered = ticket
            knowledge.nextEnd = nextEnd
            knowledge.state = OwnedState(reading, report, remembered, hadReceipt: knowledge.hasSeenReceipt, at: now)
            if let read {
                knowledge.report = report
                knowledge.hasSeenReceipt = true
                knowledge.memory = .products(read)
            } else if knowledge.state.source == .nothing {
                knowledge.report = nil
                knowledge.memory = .nothing
            }
            return (before, knowledge.state)
        }
        guard let after else {
            announce(from: before, to: before, lost: [], because: cause)
            return before
        }
        if let told { clock.correct(to: told) }
        if report != nil || after.source == .nothing { writer.write { remember() } }
        announce(from: before, to: after, lost: lost, because: cause)
        return after
    }

    /// The date of a server, which knows better than a clock that was once ahead: of the App Store's alone. What an app's
    /// own validator says may be the device's date, which the customer sets.
    private func serverDate(of reading: ReceiptReading) -> Date? {
        validator is AppleReceiptValidator ? reading.requestDate : nil
    }

    /// Writes down what the newest answer says.
    private func remember() {
        guard let memory = knowledge.withLock({ $0.memory }) else { return }
        do {
            switch memory {
            case .products(let products):
                try storage.set(JSONEncoder().encode(products), forKey: RememberedProducts.key)
            case .nothing: try storage.set(nil, forKey: RememberedProducts.key)
            }
        } catch {
            client.log.note(.storageFailed, error: error)
        }
    }

    /// - Parameter lost: What those who follow were told is lost.
    private func announce(
        from before: OwnedState,
        to after: OwnedState,
        lost: Set<String>,
        because cause: EntitlementChange.Cause
    ) {
        client.log.note(after.source == .receipt ? .reconciled : .fallbackUsed)
        client.announce(
            EntitlementChange(
                added: after.productIDs.subtracting(before.productIDs.subtracting(lost)),
                removed: before.productIDs.subtracting(after.productIDs),
                cause: cause
            )
        )
    }

    private static func remembered(in storage: any KeyValueStorage) -> RememberedProducts? {
        // What cannot be read is as good as nothing: the receipt decides again as soon as there is one.
        guard let data = try? storage.data(forKey: RememberedProducts.key) else { return nil }
        return try? JSONDecoder().decode(RememberedProducts.self, from: data)
    }
}

extension OwnedState {
    /// What follows from an attempt to validate the receipt.
    fileprivate init(
        _ reading: ReceiptReading,
        _ report: EntitlementReport?,
        _ remembered: OwnedState?,
        hadReceipt: Bool,
        at date: Date
    ) {
        switch reading.error {
        case nil:
            self.init(productIDs: report?.ownedProductIDs ?? [], source: .receipt, asOf: report?.asOf)
        case let error? where error.refusesReceipt:
            self.init(productIDs: [], source: .invalidReceipt, asOf: date)
        case .noReceiptData? where hadReceipt:
            self.init(productIDs: [], source: .nothing, asOf: date)
        case _?:
            self = remembered ?? OwnedState(productIDs: [], source: .nothing, asOf: nil)
        }
    }
}
