import Foundation

extension StoreFolder {
    /// The folder's snapshot, nil if there is none. One that waits for the log that is there takes its place first, if the
    /// disk lets it; else it waits on, and is found where it is the next time too.
    func snapshot(wantedBy header: JournalHeader?) throws(StoreError) -> (SnapshotFile?, waits: Bool) {
        let snapshot = try snapshotToRead(wantedBy: header)
        return (snapshot, waits(for: header) && placeNextSnapshot() != nil)
    }

    /// Gives the next snapshot the name of the present one.
    ///
    /// - Returns: Why it could not, and still has its old name; nil if it has its own.
    func placeNextSnapshot() -> StoreError? {
        let result = disk.rename(nextSnapshotURL.path, snapshotURL.path)
        // A disk may have done what it says it has not.
        guard result < 0, FileManager.default.fileExists(atPath: nextSnapshotURL.path) else { return nil }
        let text = String(cString: strerror(Int32(clamping: -result)))
        return StoreError(.journalFailed, "\(nextSnapshotURL.path): cannot rename: \(text)")
    }

    /// The snapshot that a log goes on from, wherever it is.
    func snapshotToRead(wantedBy header: JournalHeader?) throws(StoreError) -> SnapshotFile? {
        try SnapshotFile(at: waits(for: header) ? nextSnapshotURL : snapshotURL)
    }

    private func waits(for header: JournalHeader?) -> Bool {
        guard let wanted = header?.snapshot, let next = try? SnapshotFile(at: nextSnapshotURL) else { return false }
        return next.number == wanted
    }

    func missingLog(since snapshot: Int) -> StoreError {
        StoreError(
            .journalDamaged,
            "\(journalURL.path) is gone, and with it what happened since snapshot \(snapshot); put it back, or begin with "
                + "an empty folder"
        )
    }

    /// - Parameter found: The number of the snapshot that is there; nil for none.
    func wrongSnapshot(_ found: Int?, _ wanted: Int) -> StoreError {
        StoreError(
            .snapshotDamaged,
            "the log of events goes on from snapshot \(wanted), but \(snapshotURL.path) is "
                + (found.map { "number \($0); put back the one that belongs to it" }
                    ?? "gone; put it back, or begin with an empty folder")
        )
    }
}
