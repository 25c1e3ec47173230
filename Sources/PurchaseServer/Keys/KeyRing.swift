import Foundation
import HTTPTypes
import Locking

/// Tells who asks, by the key in the head of the request.
final class KeyRing: Sendable {
    private struct Known {
        let stored: PurchaseDatabase.StoredKey
        let readAt: TimeInterval
    }

    private let storage: PurchaseDatabase
    private let configured: APIKey?
    private let isDemanded: Bool
    private let now: @Sendable () -> Date
    private let uptime: @Sendable () -> TimeInterval
    private let known = Locked<[String: Known]>([:])

    /// How long a key is taken as it was read, in seconds: what is revoked by another process is refused so much later.
    static let memory: TimeInterval = 2
    /// How exactly the last use of a key is known, in seconds; each one written down would cost a write.
    private static let useInterval: TimeInterval = 60

    /// - Parameters:
    ///   - storage: Where the keys are.
    ///   - configured: A key besides those.
    ///   - isDemanded: Whether there must be a key at all.
    ///   - now: The date, for the ends of keys.
    ///   - uptime: Seconds on a clock that never jumps.
    init(
        storage: PurchaseDatabase,
        configured: APIKey?,
        isDemanded: Bool,
        now: @escaping @Sendable () -> Date,
        uptime: @escaping @Sendable () -> TimeInterval
    ) {
        self.storage = storage
        self.configured = configured
        self.isDemanded = isDemanded
        self.now = now
        self.uptime = uptime
    }

    /// - Parameter authorization: The field of this name, if the request has it.
    /// - Throws: ``APIError``, code `unauthorized`; ``PurchaseServerError`` if the keys cannot be read.
    func caller(_ authorization: String?) async throws -> Caller {
        guard isDemanded else { return .anybody }
        guard let text = Self.text(authorization ?? "") else {
            throw Self.refusal("send a key as Authorization: Bearer …")
        }
        if let configured, configured.matches(text) { return .configured }
        guard let shown = KeyText(unchecked: text), let stored = try await key(shown),
            shown.matches(digest: stored.digest)
        else { throw Self.refusal("this is no key of this server; look for a slip, or make one: purser server keys") }
        let date = now()
        guard stored.key.revocationDate == nil else { throw Self.refusal("the key \(shown.identifier) was revoked") }
        guard stored.key.isValid(at: date) else { throw Self.refusal("the key \(shown.identifier) has expired") }
        if isUseToBeNoted(of: stored.key, at: date) { await noteUse(of: stored.key, at: date) }
        return Caller(stored.key)
    }

    /// The same where nothing has to be read or written for it.
    ///
    /// - Returns: nil where something has to be, and for whoever is refused.
    func callerAtOnce(_ authorization: String?) -> Caller? {
        guard isDemanded, let text = Self.text(authorization ?? ""), configured?.matches(text) != true,
            let shown = KeyText(unchecked: text), let stored = remembered(shown.identifier, at: uptime()),
            shown.matches(digest: stored.digest)
        else { return nil }
        let date = now()
        guard stored.key.revocationDate == nil, stored.key.isValid(at: date),
            !isUseToBeNoted(of: stored.key, at: date)
        else { return nil }
        return Caller(stored.key)
    }

    /// What is shown; nil if it is shown as anything but a key.
    private static func text(_ authorization: String) -> String? {
        // As nearly everybody writes it: to look at letter after letter takes longer.
        if authorization.hasPrefix("Bearer ") { return String(Substring(authorization.utf8.dropFirst(7))) }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }

    /// Reads a key again when it is asked for next.
    func forget(_ id: String) { known.withLock { $0[id] = nil } }

    private static func refusal(_ message: String) -> APIError { APIError(.unauthorized, "unauthorized", message) }

    /// - Returns: nil for one that is unknown, or has a slip of the pen: nothing is read for that.
    private func key(_ shown: KeyText) async throws(PurchaseServerError) -> PurchaseDatabase.StoredKey? {
        let (id, time) = (shown.identifier, uptime())
        if let stored = remembered(id, at: time) { return stored }
        guard shown.isFreeOfSlips else { return nil }
        guard let stored = try await storage.storedKey(id: id) else {
            forget(id)
            return nil
        }
        known.withLock { known in
            // As many as can be good, and some that no longer are.
            if known.count >= 2 * KeyBook.maximumCount { known.removeAll() }
            known[id] = Known(stored: stored, readAt: time)
        }
        return stored
    }

    private func remembered(_ id: String, at time: TimeInterval) -> PurchaseDatabase.StoredKey? {
        guard let known = known.withLock({ $0[id] }), time - known.readAt < Self.memory else { return nil }
        return known.stored
    }

    private func isUseToBeNoted(of key: ServerKey, at date: Date) -> Bool {
        guard let last = key.lastUseDate else { return true }
        // One that lies ahead by less than clocks may differ is as good as now.
        return last.isAhead(of: date) || date.timeIntervalSince(last) >= Self.useInterval
    }

    /// A disk that is full must not shut anybody out.
    private func noteUse(of key: ServerKey, at date: Date) async {
        try? await storage.noteUse(ofKey: key.id, at: date)
        forget(key.id)
    }
}
