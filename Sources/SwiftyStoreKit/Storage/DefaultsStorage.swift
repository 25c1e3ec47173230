public import Foundation

/// Keeps data in `UserDefaults`, under keys that begin with `com.purser.`.
///
/// Customers can edit what is there. Use `KeychainStorage` where that matters.
// Sendable is safe: `UserDefaults` may be used from any thread; the reference never changes.
public struct DefaultsStorage: KeyValueStorage, @unchecked Sendable {
    private let defaults: UserDefaults

    /// A storage in `defaults`.
    public init(_ defaults: UserDefaults = .standard) {
        self.defaults = defaults
    }

    /// The data under `key`.
    public func data(forKey key: String) -> Data? { defaults.data(forKey: "com.purser." + key) }

    /// Replaces the data under `key`.
    public func set(_ data: Data?, forKey key: String) {
        if let data {
            defaults.set(data, forKey: "com.purser." + key)
        } else {
            defaults.removeObject(forKey: "com.purser." + key)
        }
    }
}
