import Foundation
import HeapModule

/// What is due when, earliest first; at the same moment, the older subscription first.
///
/// Changing a subscription adds an entry and leaves the old one: an entry counts only if it still names the
/// subscription's own due date. So every change costs the logarithm of the number of entries, nothing is searched.
struct Agenda: Sendable {
    struct Entry: Comparable, Sendable {
        let dueMilliseconds: Int64
        let subscriptionRow: Int

        static func < (left: Entry, right: Entry) -> Bool {
            (left.dueMilliseconds, left.subscriptionRow) < (right.dueMilliseconds, right.subscriptionRow)
        }
    }

    private var heap = Heap<Entry>()

    init(_ entries: some Sequence<Entry> = []) {
        heap = Heap(entries)
    }

    var count: Int { heap.count }

    mutating func add(_ entry: Entry) {
        heap.insert(entry)
    }

    var first: Entry? { heap.min }

    mutating func removeFirst() {
        _ = heap.popMin()
    }
}
