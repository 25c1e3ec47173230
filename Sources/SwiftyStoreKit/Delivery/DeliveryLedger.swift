import Foundation
import Locking

/// The transactions that were delivered and perhaps not finished, kept across launches.
///
/// A transaction that is in it comes back only because the store has not heard that it is finished: it is finished
/// again, and not delivered again. The newest few hundred are enough; an app that never manages to finish so many
/// delivers the oldest twice, which a handler has to expect anyway.
final class DeliveryLedger: Sendable {
    static let key = "delivered-transactions"
    private static let limit = 200

    private let storage: any KeyValueStorage
    private let onProblem: @Sendable (any Error) -> Void
    private let content = Locked(Content?.none)

    private struct Content: Sendable {
        var order: [String]
        var members: Set<String>

        init(_ order: [String]) {
            self.order = order
            members = Set(order)
        }

        /// - Returns: Whether it was new.
        mutating func add(_ identifier: String, limit: Int) -> Bool {
            guard members.insert(identifier).inserted else { return false }
            order.append(identifier)
            if order.count > limit { members.remove(order.removeFirst()) }
            return true
        }

        /// - Returns: Whether there was something to forget.
        mutating func forget(_ identifiers: Set<String>) -> Bool {
            guard !members.isDisjoint(with: identifiers) else { return false }
            members.subtract(identifiers)
            order.removeAll(where: identifiers.contains)
            return true
        }
    }

    init(storage: any KeyValueStorage, onProblem: @escaping @Sendable (any Error) -> Void) {
        self.storage = storage
        self.onProblem = onProblem
    }

    func contains(_ identifier: String) -> Bool {
        load()
        return content.withLock { $0?.members.contains(identifier) ?? false }
    }

    /// Remembers deliveries in one write. If they cannot be kept, the app hears of it; the deliveries stand.
    ///
    /// One clerk calls this, so that the writes reach the storage in the order of the deliveries.
    ///
    /// - Parameter gone: What was taken away after its delivery, and is not remembered any more.
    func add(_ identifiers: [String], forgetting gone: Set<String> = []) {
        load()
        let new = content.withLock { content -> [String]? in
            let hasForgotten = content?.forget(gone) ?? false
            let added = identifiers.filter { !gone.contains($0) && content?.add($0, limit: Self.limit) ?? false }
            return added.isEmpty && !hasForgotten ? nil : content?.order
        }
        guard let new else { return }
        do {
            try storage.set(Data(new.joined(separator: "\n").utf8), forKey: Self.key)
        } catch {
            onProblem(error)
        }
    }

    private func load() {
        guard content.withLock({ $0 == nil }) else { return }
        // A record that cannot be read makes the library deliver once more rather than not at all.
        let data = (try? storage.data(forKey: Self.key)) ?? Data()
        let read = Content(String(decoding: data, as: UTF8.self).split(separator: "\n").map { String($0) })
        content.withLock { if $0 == nil { $0 = read } }
    }
}
