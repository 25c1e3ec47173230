public import Foundation
import Locking

/// Keeps data for as long as the object lives.
public final class MemoryStorage: KeyValueStorage {
    private let values = Locked([String: Data]())

    /// An empty storage.
    public init() {}

    /// The data under `key`.
    public func data(forKey key: String) -> Data? { values.withLock { $0[key] } }

    /// Replaces the data under `key`.
    public func set(_ data: Data?, forKey key: String) { values.withLock { $0[key] = data } }
}
