import Foundation

/// What somebody wants a new key to be.
struct KeyOrder: Sendable {
    let kind: KeyKind
    let name: String
    let scopes: Set<KeyScope>
    let expirationDate: Date?

    /// - Throws: ``PurchaseServerError``, code `keyRefused`: what cannot be.
    init(
        kind: KeyKind,
        name: String,
        scopes: Set<KeyScope>,
        expirationDate: Date? = nil,
        at date: Date
    ) throws(PurchaseServerError) {
        guard (1...ServerKey.maximumNameLength).contains(name.utf8.count),
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw .keyRefused("a key's name is 1 to \(ServerKey.maximumNameLength) bytes without control characters")
        }
        switch kind {
        case .public where !scopes.isEmpty: throw .keyRefused("a public key has no scopes: everybody can read it")
        case .secret where scopes.isEmpty:
            throw .keyRefused(
                "a secret key needs a scope: \(KeyScope.list)"
            )
        default: break
        }
        if let expirationDate, expirationDate <= date { throw .keyRefused("a key cannot expire before it is made") }
        self.kind = kind
        self.name = name
        self.scopes = scopes
        self.expirationDate = expirationDate
    }
}

extension PurchaseServerError {
    static func keyRefused(_ reason: String) -> Self { Self(.keyRefused, reason) }
}
