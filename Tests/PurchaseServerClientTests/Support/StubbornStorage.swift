import Foundation
import Locking
import SwiftyStoreKit

/// A storage that refuses for a while, as the Keychain does before the device was unlocked, or a disk that is full.
final class StubbornStorage: KeyValueStorage {
    struct Refusal: Error {}

    private struct State: Sendable {
        var refusesReading = false
        var refusesWriting = false
    }

    private let inner: MemoryStorage
    private let state = Locked(State())

    init(_ inner: MemoryStorage) { self.inner = inner }

    func refuse(reading: Bool = false, writing: Bool = false) {
        state.withLock { $0 = State(refusesReading: reading, refusesWriting: writing) }
    }

    func data(forKey key: String) throws -> Data? {
        if state.withLock({ $0.refusesReading }) { throw Refusal() }
        return inner.data(forKey: key)
    }

    func set(_ data: Data?, forKey key: String) throws {
        if state.withLock({ $0.refusesWriting }) { throw Refusal() }
        inner.set(data, forKey: key)
    }
}
