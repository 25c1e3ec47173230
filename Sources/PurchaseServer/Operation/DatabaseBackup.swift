package import Foundation

/// A backup of a server's database, also while the server runs.
///
/// Everything that a server keeps is in its database: customers, purchases, digests of keys, secrets of webhooks, and the
/// key that signs statements. Settings and the files that they name are not; nothing in the backup is encrypted.
package struct DatabaseBackup {
    /// What was written.
    package struct Report: Sendable, Equatable {
        /// The file.
        package let file: URL
        /// How many rows each table has, as in the database at that moment.
        package let rows: [String: Int]
        /// Its length, in bytes.
        package let length: Int
    }

    private let file: URL

    /// - Parameter databaseFile: The database, which must be there.
    package init(databaseFile: URL) { file = databaseFile }

    /// Writes a backup, and reads it through as a server does at its start and counts the rows of each table before it gets its
    /// name.
    ///
    /// - Parameters:
    ///   - place: A folder, in which it is named by its date, or a file that is not there yet. What is there stays.
    ///   - date: When this is.
    /// - Throws: ``PurchaseServerError``.
    package func write(to place: URL, at date: Date) throws(PurchaseServerError) -> Report {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder)
        let target =
            isThere && isFolder.boolValue
            ? place.appendingPathComponent("\(Self.name(of: file, at: date)).sqlite") : place
        let rows = try DatabaseCopy(original: file).write(to: target)
        let length = (try? FileManager.default.attributesOfItem(atPath: target.path)[.size] as? NSNumber)?.intValue
        return Report(file: target, rows: rows, length: length ?? 0)
    }

    /// For example `purchases-20260131T120000Z`.
    static func name(of file: URL, at date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        func two(_ number: Int?) -> String { String(String((number ?? 0) + 100).suffix(2)) }
        let day = "\(parts.year ?? 0)\(two(parts.month))\(two(parts.day))"
        let time = "\(two(parts.hour))\(two(parts.minute))\(two(parts.second))"
        return "\(file.deletingPathExtension().lastPathComponent)-\(day)T\(time)Z"
    }
}
