import Locking

/// Remembers chains that were found good, so that the next message with the same certificates needs one signature check
/// instead of three.
///
/// The key is made of bytes a sender chooses, so the number of entries is bounded, and only successes are kept: a
/// stranger cannot fill it. Apple uses a handful of chains at a time.
final class TrustedChainCache: Sendable {
    private struct Entry {
        let certificates: [UInt8]
        let signer: Int
        let trusted: TrustedSigner
    }

    /// Newest use first.
    private let entries = Locked<[Entry]>([])
    private let capacity: Int

    /// Longer certificates are evaluated anew each time. A stranger can put certificates of any length beside a genuine
    /// chain, and would otherwise decide how much memory is kept; the App Store's have some 4,000 bytes.
    static let maximumLength = 32_768

    init(capacity: Int = 16) { self.capacity = capacity }

    var count: Int { entries.withLock { $0.count } }

    /// The remembered outcome for exactly these bytes, or the one of `evaluate`, remembered if it does not throw.
    func signer(
        at index: Int,
        of certificates: ArraySlice<UInt8>,
        evaluate: () throws(TrustError) -> TrustedSigner
    ) throws(TrustError) -> TrustedSigner {
        guard certificates.count <= Self.maximumLength else { return try evaluate() }
        if let known = find(index, certificates) { return known }
        let trusted = try evaluate()
        insert(Entry(certificates: Array(certificates), signer: index, trusted: trusted))
        return trusted
    }

    private func find(_ index: Int, _ certificates: ArraySlice<UInt8>) -> TrustedSigner? {
        entries.withLock { entries in
            guard
                let found = entries.firstIndex(where: { $0.signer == index && $0.certificates.isSame(as: certificates) }
                )
            else { return nil }
            if found > 0 { entries.insert(entries.remove(at: found), at: 0) }
            return entries[0].trusted
        }
    }

    private func insert(_ entry: Entry) {
        entries.withLock { [capacity] entries in
            // Two threads may have evaluated the same chain; one entry is enough.
            entries.removeAll { $0.signer == entry.signer && $0.certificates.isSame(as: entry.certificates[...]) }
            entries.insert(entry, at: 0)
            if entries.count > capacity { entries.removeLast(entries.count - capacity) }
        }
    }
}

extension [UInt8] {
    /// Equality by one block comparison; `elementsEqual` would go element by element.
    fileprivate func isSame(as other: ArraySlice<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBytes { left in other.withUnsafeBytes { right in left.isSame(as: right) } }
    }
}
