public import Foundation

/// Keeps small pieces of data by name across launches: what was delivered, what is owned, how late it is.
///
/// ```swift
/// let storage = FileStorage(folder: folder)
/// let owned = OwnedProducts(validator: validator, storage: storage)
/// ```
///
/// The library comes with a file, `UserDefaults`, the Keychain on Apple platforms, and memory for tests. A value is
/// replaced as a whole; a reader never sees half of one.
public protocol KeyValueStorage: Sendable {
    /// The data under `key`; nil if there is none.
    func data(forKey key: String) throws -> Data?

    /// Replaces the data under `key`; nil removes it. When this returns, the data is kept.
    func set(_ data: Data?, forKey key: String) throws
}
