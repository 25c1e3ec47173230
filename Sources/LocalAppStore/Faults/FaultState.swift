import Foundation

/// The faults in force, and what they have put off. Events carry it as a whole.
struct FaultState: Sendable, Hashable, Codable {
    /// In the order in which they were set.
    var faults: [StoreFault] = []
    /// Finishes that the store has not heard yet, earliest first.
    var lateFinishes: [LateFinish] = []
    /// The accounts that devices were signed in to by faults; their transactions may still be in the queues.
    @OmittedWhenEmpty var visitedAccounts: Set<String> = []

    /// A transaction that will be finished.
    struct LateFinish: Sendable, Hashable, Codable {
        let transactionID: String
        let date: Date
    }

    /// Puts a finish off.
    mutating func finish(_ transactionID: String, at date: Date) {
        guard !lateFinishes.contains(where: { $0.transactionID == transactionID }) else { return }
        let index = lateFinishes.firstIndex { $0.date > date } ?? lateFinishes.endIndex
        lateFinishes.insert(LateFinish(transactionID: transactionID, date: date), at: index)
    }

    /// Counts a strike down; the last one ends the fault.
    mutating func countDown(_ index: Int) {
        guard let remaining = faults[index].remaining else { return }
        if remaining > 1 {
            faults[index].remaining = remaining - 1
        } else {
            faults.remove(at: index)
        }
    }
}

extension FaultState: StoredValue {
    func checkRanges() throws(Nonsense) { try faults.checkRanges() }
}
