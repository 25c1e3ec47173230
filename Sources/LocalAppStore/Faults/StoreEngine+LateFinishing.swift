import Foundation

extension StoreEngine {
    /// When finishes that were put off fall due, each moment once.
    func lateFinishDates(until limit: Date) -> [Date] {
        Set(faultState.lateFinishes.map(\.date).filter { $0 <= limit }).sorted()
    }

    /// Finishes what was put off until now.
    mutating func finishLate() {
        while let late = faultState.lateFinishes.first, late.date <= now {
            var state = faultState
            state.lateFinishes.removeFirst()
            // It may have been deleted meanwhile, or finished by someone who was heard at once.
            guard var transaction = try? transaction(late.transactionID), !transaction.isFinished else {
                emit(.finished, about: .faults(state))
                continue
            }
            transaction.isFinished = true
            emit(.finished, transactions: [transaction], about: .faults(state))
        }
    }
}
