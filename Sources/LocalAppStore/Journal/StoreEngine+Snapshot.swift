import AppStoreModels
import Crypto
package import Foundation
import OrderedCollections
package import StoreConfiguration

// A copy of an engine is a snapshot too. These are for what outlives the process: a line that says what the bytes are, the
// SHA-256 of the rest, the rest.
extension StoreEngine {
    /// How all snapshots of this version begin.
    package static let snapshotTitle = Array("Purser store snapshot, format 2\n".utf8)

    /// Everything the store knows, as bytes: ``init(snapshot:configuration:)`` makes an engine of them that is equal to this
    /// one and goes on alike. Events that wait to be taken are not in it, nor is the catalogue.
    ///
    /// - Throws: ``StoreError/Code/snapshotFailed``
    package func snapshot() throws(StoreError) -> Data {
        var writer = ByteWriter()
        try writer.write(json: SnapshotState(self))
        writer.write(accounts) { $0.write($1) }
        try ledger.write(to: &writer)
        try chains.write(to: &writer)
        writer.write(Array(ledger.changeNumbers)) { $0.write($1) }
        var data = Data(capacity: Self.snapshotTitle.count + SHA256.byteCount + writer.bytes.count)
        data.append(contentsOf: Self.snapshotTitle)
        data.append(contentsOf: SHA256.hash(data: writer.bytes))
        data.append(contentsOf: writer.bytes)
        return data
    }

    /// The engine that a snapshot was made of.
    ///
    /// - Parameters:
    ///   - snapshot: What ``snapshot()`` gave.
    ///   - configuration: What is for sale now; may have changed since.
    /// - Throws: ``StoreError/Code/snapshotDamaged``
    package init(snapshot: Data, configuration: StoreConfiguration) throws(StoreError) {
        try self.init(snapshot: snapshot, configuration: configuration, app: nil)
    }

    /// - Parameter app: The app as it is now, nil for the snapshot's; the version may have changed.
    init(snapshot: Data, configuration: StoreConfiguration, app: StoreApp?) throws(StoreError) {
        let bodyStart = Self.snapshotTitle.count + SHA256.byteCount
        guard snapshot.count >= bodyStart, snapshot.starts(with: Self.snapshotTitle) else {
            throw StoreError(.snapshotDamaged, "these \(snapshot.count) bytes are no snapshot of this version's store")
        }
        let body = snapshot.dropFirst(bodyStart)
        let checksum = snapshot.dropFirst(Self.snapshotTitle.count).prefix(SHA256.byteCount)
        guard SHA256.hash(data: body).elementsEqual(checksum) else {
            throw ByteReader.damaged("its checksum is not that of its content")
        }
        let read = { (bytes: UnsafeRawBufferPointer) -> Result<StoreEngine, StoreError> in
            Result { () throws(StoreError) in try StoreEngine(snapshotBody: bytes, configuration, app) }
        }
        self = try body.withUnsafeBytes(read).get()
    }

    private init(
        snapshotBody bytes: UnsafeRawBufferPointer,
        _ configuration: StoreConfiguration,
        _ app: StoreApp?
    ) throws(StoreError) {
        var reader = ByteReader(bytes)
        let state = try reader.json(SnapshotState.self)
        try state.checkOfSnapshot()
        if let app, app.bundleID != state.app.bundleID {
            throw StoreError(
                .snapshotOfAnotherApp,
                "the snapshot belongs to \(state.app.bundleID), not \(app.bundleID)"
            )
        }
        self.init(
            configuration: configuration,
            app: app ?? state.app,
            start: state.now,
            seed: state.seed,
            settings: state.settings
        )
        let accounts = try reader.list(ofSize: 20) { reader throws(StoreError) in try reader.account() }
        var ledger = try TransactionLedger(from: &reader)
        let chains = try SubscriptionLedger(from: &reader)
        try ledger.readChangeNumbers(from: &reader, upTo: state.eventCount)
        guard reader.isAtEnd else { throw ByteReader.damaged("something follows its end") }
        // A new transaction would take the place of one that has its identifier.
        guard identifiers.isBehind(ledger.identifiers, after: state.identifierCount) else {
            throw ByteReader.damaged("it has identifiers that it has not given out")
        }
        place(state, accounts, ledger, chains)
    }
}

/// What a snapshot has once, or rarely: as JSON.
struct SnapshotState: Codable {
    let app: StoreApp
    let now: Date
    let settings: StoreSettings
    let seed: UInt64
    let identifierCount: Int
    let eventCount: Int
    let attempts: [PurchaseAttempt]
    let families: [FamilyGroup]
    let offerCodes: [OfferCode]
    let usedOfferNonces: [UUID]
    let faults: FaultState
    /// Those of ``StoreAccount/purchaseIntents``, by account.
    let purchaseIntents: [String: [String]]
    /// Those of ``StoreAccount/purchaseIntentOffers``, by account.
    let purchaseIntentOffers: [String: [String: String]]
    let refundRequests: [StoreRefundRequest]
    let massExtensions: [MassExtension]
    /// Those of ``StoreAccount/consentRescindedDate``, by account.
    let consentRescissions: [String: Date]
    let externalPurchases: ExternalPurchaseState
    let messaging: MessagingState

    init(_ engine: StoreEngine) {
        app = engine.app
        now = engine.now
        settings = engine.settings
        seed = engine.identifiers.seed
        identifierCount = engine.identifiers.count
        eventCount = engine.eventCount
        attempts = engine.attempts
        families = Array(engine.familyState.groups.values)
        offerCodes = engine.offerCodes
        usedOfferNonces = engine.offerState.usedNonces.sorted { $0.uuidString < $1.uuidString }
        faults = engine.faultState
        messaging = engine.messagingState
        let intents = engine.customers.rarities.filter { !$0.details.purchaseIntents.isEmpty }
        refundRequests = engine.refundState.all
        massExtensions = engine.massExtensions.all
        purchaseIntents = Dictionary(uniqueKeysWithValues: intents.map { ($0.id, $0.details.purchaseIntents) })
        let offers = intents.filter { !$0.details.purchaseIntentOffers.isEmpty }
        purchaseIntentOffers = Dictionary(uniqueKeysWithValues: offers.map { ($0.id, $0.details.purchaseIntentOffers) })
        let rescissions = engine.customers.rarities.compactMap { account in
            account.details.consentRescindedDate.map { (account.id, $0) }
        }
        consentRescissions = Dictionary(uniqueKeysWithValues: rescissions)
        externalPurchases = engine.externalPurchases
    }
}

extension SnapshotState: StoredValue {
    func checkRanges() throws(Nonsense) {
        try StoredRange.counts.check(identifierCount, "identifierCount")
        try StoredRange.counts.check(eventCount, "eventCount")
        try settings.checkRanges()
        try attempts.checkRanges()
        try offerCodes.checkRanges()
        try faults.checkRanges()
        try refundRequests.checkRanges()
        try massExtensions.checkRanges()
        try externalPurchases.checkRanges()
        try messaging.checkRanges()
    }
}

extension ByteWriter {
    fileprivate mutating func write(_ account: StoreAccount) {
        write(account.id)
        write(account.createdDate.millisecondsSince1970)
        write(account.storefront)
        write(account.appTransactionID)
        for flag in [account.canMakePayments, account.requiresApproval, account.renewalChargesFail] { write(flag) }
        write(account.familyID)
        let unshared = account.unsharedPurchases
        write(!unshared.isEmpty)
        if !unshared.isEmpty { write(unshared.sorted()) { $0.write($1) } }
    }
}

extension ByteReader {
    fileprivate mutating func account() throws(StoreError) -> StoreAccount {
        var account = StoreAccount(
            id: try text(),
            createdDate: try date(),
            storefront: try text(),
            appTransactionID: try text(),
            canMakePayments: try flag(),
            requiresApproval: try flag(),
            renewalChargesFail: try flag()
        )
        account.familyID = try textIfPresent()
        if try flag() {
            account.unsharedPurchases = Set(try list(ofSize: 4) { reader throws(StoreError) in try reader.text() })
        }
        return account
    }
}
