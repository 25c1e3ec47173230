import AppStoreModels
import Foundation

/// Who uses the app, as the server knows them.
struct AppCustomer: Sendable, Hashable {
    /// The name.
    let name: String
    /// What shows that the app speaks for them, if the server issued something.
    var token: String?

    private static let anonymousPrefix = "anonymous:"

    /// Somebody with a name.
    ///
    /// - Throws: ``PurchaseBackendError``, code `invalidCustomer`.
    init(named name: String, token: String? = nil) throws(PurchaseBackendError) {
        guard (1...256).contains(name.utf8.count),
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else {
            throw PurchaseBackendError(
                .invalidCustomer,
                "a customer's name is 1 to 256 bytes without control characters"
            )
        }
        // As the server keeps it, so that an account token finds its customer.
        self.name = UUID(uuidString: name) == nil ? name : name.lowercased()
        self.token = token
    }

    /// Somebody without an account.
    init(anonymous identifier: UUID) {
        name = Self.anonymousPrefix + identifier.uuidString.lowercased()
    }

    var isAnonymous: Bool { name.hasPrefix(Self.anonymousPrefix) }

    /// What to give to the App Store with a purchase.
    var appAccountToken: UUID? {
        UUID(uuidString: isAnonymous ? String(name.dropFirst(Self.anonymousPrefix.count)) : name)
    }
}
