/// What a store writes down and reads again.
///
/// Each type holds its own members against ``StoredRange``, beside them, so that nobody adds a number and does not see that
/// it must be checked. Dates, periods and prices need nothing: what they cannot be is refused while they are decoded.
protocol StoredValue {
    /// Refuses numbers that no store can have written.
    func checkRanges() throws(Nonsense)
}

extension StoredValue {
    /// Refuses to take what could not be read again.
    ///
    /// - Throws: `invalidValue`
    func checkTaken() throws(StoreError) {
        do throws(Nonsense) {
            try checkRanges()
        } catch {
            throw StoreError(.invalidValue, error.description)
        }
    }

    /// Refuses what stands in a snapshot.
    ///
    /// - Throws: `snapshotDamaged`
    func checkOfSnapshot() throws(StoreError) {
        do throws(Nonsense) {
            try checkRanges()
        } catch {
            throw ByteReader.damaged(error.description)
        }
    }
}

extension Sequence where Element: StoredValue {
    /// Refuses numbers that no store can have written, in any of these.
    func checkRanges() throws(Nonsense) {
        for value in self { try value.checkRanges() }
    }
}
