import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import StoreConfiguration

/// The flower shop in which most tests buy.
enum Shop {
    static let app = StoreApp(bundleID: "com.example.flowershop", version: "42")
    static let seeds = "com.example.flowershop.seeds"
    static let greenhouse = "com.example.flowershop.greenhouse"
    static let season = "com.example.flowershop.season"
    /// The higher level, no offer, 12.99 a month.
    static let bouquet = "com.example.flowershop.club.bouquet"
    /// The lower level, one week free, 4.99 a month.
    static let posy = "com.example.flowershop.club.posy"
    static let flora = "flora"

    static let catalogue = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Examples/Catalogues/FlowerShop.storekit")

    static func configuration() throws -> StoreConfiguration { try StoreConfiguration(contentsOf: catalogue) }

    /// A store with one customer.
    static func engine(
        start: String = "2026-01-31T10:00:00Z",
        seed: UInt64 = 7,
        change: (inout StoreSettings) -> Void = { _ in }
    ) throws -> StoreEngine {
        var engine = StoreEngine(configuration: try configuration(), app: app, start: date(start), seed: seed)
        var settings = engine.settings
        change(&settings)
        try engine.setSettings(settings)
        try engine.createAccount(id: flora)
        _ = engine.takeEvents()
        return engine
    }

    /// A store in memory with one customer.
    static func store(start: String = "2026-01-31T10:00:00Z", seed: UInt64 = 7) throws -> LocalAppStore {
        let store = LocalAppStore(
            configuration: try configuration(),
            app: app,
            authority: try authority.get(),
            start: date(start),
            seed: seed
        )
        try store.createAccount(id: flora)
        return store
    }

    /// One authority for all tests: keys take long to make.
    static let authority = Result {
        try CertificateAuthority.makeForStore(name: "Test", around: date("2026-01-01T00:00:00Z"))
    }

    /// Gives a store's folder the keys that all tests share; like the store's own, only their owner may read them.
    static func putKeys(in folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let isThere = FileManager.default.createFile(
            atPath: folder.appendingPathComponent("authority.pem").path,
            contents: Data(try authority.get().pem.utf8),
            attributes: [.posixPermissions: 0o600]
        )
        guard isThere else { throw CocoaError(.fileWriteUnknown) }
    }

    static func date(_ text: String) -> Date { RFC3339.date(from: text) ?? .distantPast }
}

extension StoreEngine {
    /// Buys something that must go through, for Flora.
    mutating func buy(_ productID: String, quantity: Int = 1) throws -> StoreTransaction {
        let outcome = try purchase(PurchaseRequest(productID: productID, accountID: Shop.flora, quantity: quantity))
        guard let transaction = outcome.transaction else { throw StoreError(.notPurchased, "\(outcome)") }
        return transaction
    }

    mutating func advance(to text: String) throws { try advance(to: Shop.date(text)) }

    /// The names of the events since the last call, without those of the clock.
    mutating func takeNames() -> [StoreEvent.Name] {
        takeEvents().map(\.name).filter { $0 != .clockMoved }
    }

    /// The notifications since the last call, as `TYPE/SUBTYPE`.
    mutating func takeNotifications() -> [String] {
        takeEvents().compactMap(\.notification).map { notification in
            [notification.type.rawValue, notification.subtype?.rawValue].compactMap { $0 }.joined(separator: "/")
        }
    }
}
