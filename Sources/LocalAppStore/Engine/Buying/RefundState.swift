import AppStoreModels
import Foundation
import HeapModule
import OrderedCollections

/// The requests for refunds, the last one of each transaction, and when those that are open must be decided.
struct RefundState: Sendable {
    private var requests: OrderedDictionary<String, StoreRefundRequest> = [:]
    /// As in ``Agenda``, an entry counts only while its request is open and has that deadline.
    private var deadlines = Heap<Deadline>()

    private struct Deadline: Comparable, Sendable {
        let milliseconds: Int64
        let transactionID: String

        static func < (left: Deadline, right: Deadline) -> Bool {
            (left.milliseconds, left.transactionID) < (right.milliseconds, right.transactionID)
        }
    }

    subscript(transactionID: String) -> StoreRefundRequest? { requests[transactionID] }

    /// All requests in the order in which each transaction was first asked about.
    var all: [StoreRefundRequest] { Array(requests.values) }

    /// Adds a request or replaces the older one of the same transaction, which is returned.
    mutating func put(_ request: StoreRefundRequest) -> StoreRefundRequest? {
        let old = requests.updateValue(request, forKey: request.id)
        expectDecision(of: request)
        return old
    }

    mutating func takeBack(_ id: String, old: StoreRefundRequest?) {
        requests[id] = old
        if let old { expectDecision(of: old) } else { dropOutdated() }
    }

    /// Forgets the requests of transactions that are deleted.
    mutating func remove(_ transactionIDs: Set<String>) {
        guard !requests.isEmpty else { return }
        requests.removeAll { transactionIDs.contains($0.key) }
        dropOutdated()
    }

    /// When the next open request must be decided; nil if there is none.
    var nextDeadline: Date? { deadlines.min.map { Date(millisecondsSince1970: $0.milliseconds) } }

    /// The open request whose time is up first; nil if there is none until then.
    func firstDue(until date: Date) -> StoreRefundRequest? {
        guard let first = deadlines.min, first.milliseconds <= date.millisecondsSince1970 else { return nil }
        return requests[first.transactionID]
    }

    /// When open requests must be decided until a moment, each moment once.
    func deadlines(until date: Date) -> [Date] {
        guard let first = nextDeadline, first <= date else { return [] }
        return Set(requests.values.filter { $0.isOpen && $0.deadline <= date }.map(\.deadline)).sorted()
    }

    private mutating func expectDecision(of request: StoreRefundRequest) {
        if request.isOpen {
            deadlines.insert(
                Deadline(milliseconds: request.deadline.millisecondsSince1970, transactionID: request.id)
            )
        }
        dropOutdated()
        guard deadlines.count > 2 * requests.count + 64 else { return }
        // What was asked for again and again leaves entries behind.
        deadlines = Heap(
            requests.values.filter(\.isOpen).map {
                Deadline(milliseconds: $0.deadline.millisecondsSince1970, transactionID: $0.id)
            }
        )
    }

    /// Keeps the first entry true: what is due next.
    private mutating func dropOutdated() {
        while let first = deadlines.min {
            if let request = requests[first.transactionID], request.isOpen,
                request.deadline.millisecondsSince1970 == first.milliseconds
            {
                return
            }
            _ = deadlines.popMin()
        }
    }
}

extension RefundState: Equatable {
    static func == (left: RefundState, right: RefundState) -> Bool { left.requests == right.requests }
}
