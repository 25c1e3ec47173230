import Locking

extension LocalAppStore {
    /// From now on offers and requests of Advanced Commerce may also be signed with this key: a developer has one In-App
    /// Purchase key for everything. The configuration's key goes on to count.
    package func acceptOffers(signedWith key: OffersVerificationKey) {
        core.withLock { $0.accept(key) }
    }
}
