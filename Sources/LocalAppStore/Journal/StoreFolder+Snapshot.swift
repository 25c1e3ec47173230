import Foundation

extension StoreFolder {
    /// The folder's snapshot, nil if there is none. One that waits for the log that is there takes its place first.
    func snapshot(wantedBy header: JournalHeader?) throws(StoreError) -> SnapshotFile? {
        let snapshot = try snapshotToRead(wantedBy: header)
        // If it cannot, it is found where it is the next time too.
        if waits(for: header) { _ = disk.rename(nextSnapshotURL.path, snapshotURL.path) }
        return snapshot
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
