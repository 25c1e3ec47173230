public import Foundation

/// The keys in a server's database; what `purser server keys` works with, also while the server runs.
///
/// A running server notices within two seconds what was changed here.
///
/// ## Topics
/// - ``init(databaseFile:now:)``
/// - ``init(sharedDatabase:now:)``
/// - ``keys()``
/// - ``make(_:name:scopes:expirationDate:)``
/// - ``rotate(id:grace:)``
/// - ``revoke(id:)``
/// - ``statementKeys()``
/// - ``rotateStatementKey(grace:)``
public struct KeyBook: Sendable {
    let storage: PurchaseDatabase
    let now: @Sendable () -> Date

    /// How many keys that are still good a server has at most.
    public static let maximumCount = 1_000
    /// The longest time for which a key is good after it was rotated, in seconds: 366 days.
    package static let maximumGrace: TimeInterval = 366 * 86_400

    /// Opens the database; makes it where missing.
    ///
    /// - Throws: ``PurchaseServerError`` if it cannot be used.
    public init(databaseFile: URL, now: @escaping @Sendable () -> Date = { Date() }) throws(PurchaseServerError) {
        self.init(storage: try PurchaseDatabase(file: databaseFile), now: now)
    }

    /// Opens a PostgreSQL that servers share; makes its tables where missing.
    ///
    /// - Throws: ``PurchaseServerError`` if it cannot be used.
    public init(
        sharedDatabase: SharedDatabase,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(PurchaseServerError) {
        self.init(storage: try PurchaseDatabase(sharedDatabase), now: now)
    }

    init(storage: PurchaseDatabase, now: @escaping @Sendable () -> Date) {
        self.storage = storage
        self.now = now
    }

    /// All keys, those that are no longer good too, the oldest first.
    public func keys() async throws(PurchaseServerError) -> [ServerKey] { try await storage.keys() }

    /// Makes a key.
    ///
    /// - Parameters:
    ///   - kind: Whom it is for.
    ///   - name: What people call it; 1 to 100 bytes.
    ///   - scopes: What a secret key may do; none for a public key.
    ///   - expirationDate: From when on it is refused; nil for never.
    /// - Throws: ``PurchaseServerError``, code `keyRefused` or `tooManyKeys`.
    public func make(
        _ kind: KeyKind,
        name: String,
        scopes: Set<KeyScope> = [],
        expirationDate: Date? = nil
    ) async throws(PurchaseServerError) -> IssuedKey {
        let date = now()
        let order = try KeyOrder(kind: kind, name: name, scopes: scopes, expirationDate: expirationDate, at: date)
        return try await storage.addKey(order, text: Self.newText(kind), at: date)
    }

    /// Makes a key in the place of another, which stays good for a while, so that nobody is shut out meanwhile.
    ///
    /// - Parameters:
    ///   - id: The key to replace. It must be good still.
    ///   - grace: For how many seconds it stays good; at most 366 days, and not beyond its own end.
    /// - Throws: ``PurchaseServerError``, code `unknownKey`, `keyRefused` or `tooManyKeys`.
    public func rotate(id: String, grace: TimeInterval) async throws(PurchaseServerError) -> IssuedKey {
        guard (0...Self.maximumGrace).contains(grace) else {
            throw .keyRefused("the old key stays good for 0 to \(Int(Self.maximumGrace)) seconds")
        }
        let date = now()
        let kind = try await storage.key(id: id).kind
        return try await storage.replaceKey(id: id, with: Self.newText(kind), grace: grace, at: date)
    }

    /// Revokes a key for good; one that is revoked already stays as it is.
    ///
    /// - Throws: ``PurchaseServerError``, code `unknownKey`.
    @discardableResult
    public func revoke(id: String) async throws(PurchaseServerError) -> ServerKey {
        try await storage.revokeKey(id: id, at: now())
    }

    /// One key.
    func key(id: String) async throws(PurchaseServerError) -> ServerKey { try await storage.key(id: id) }

    private static func newText(_ kind: KeyKind) -> KeyText {
        var generator = SystemRandomNumberGenerator()
        return KeyText(kind, using: &generator)
    }
}
