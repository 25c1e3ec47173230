import Foundation
import StoreConfiguration

/// A snapshot on disk: a line with its number, then `StoreEngine.snapshot()`.
struct SnapshotFile {
    private struct Header: Codable {
        let snapshot: Int
    }

    /// 1 for the first of a store, then counting up.
    let number: Int
    private let content: Data

    init(number: Int, engine: StoreEngine) throws(StoreError) {
        self.number = number
        content = try engine.snapshot()
    }

    /// Nil if there is none.
    init?(at url: URL) throws(StoreError) {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        let data: Data
        do {
            data = try Data(contentsOf: url, options: .mappedIfSafe)
        } catch {
            throw StoreError(.folderUnusable, "cannot read \(url.path): \(error.localizedDescription)")
        }
        guard let end = data.prefix(64).firstIndex(of: UInt8(ascii: "\n")),
            let header = try? JournalCoding.value(Header.self, from: data[..<end])
        else { throw Self.damaged(url, "it does not begin with its number") }
        guard StoredRange.counts.contains(header.snapshot) else {
            throw Self.damaged(url, "its number is \(header.snapshot)")
        }
        number = header.snapshot
        content = data[(end + 1)...]
    }

    /// Writes it beside an older one, whose place it can take at once.
    func draft(at url: URL, on disk: StoreDisk) throws(StoreError) -> DiskFile {
        try draftFile(url, with: try data(), on: disk)
    }

    private func data() throws(StoreError) -> Data {
        do {
            return try JournalCoding.data(Header(snapshot: number)) + [UInt8(ascii: "\n")] + content
        } catch {
            throw StoreError(.snapshotFailed, "its number cannot be encoded: \(error)")
        }
    }

    func engine(
        _ configuration: StoreConfiguration,
        app: StoreApp?,
        at url: URL
    ) throws(StoreError) -> StoreEngine {
        do {
            return try StoreEngine(snapshot: content, configuration: configuration, app: app)
        } catch  where error.code == .snapshotDamaged {
            throw Self.damaged(url, error.reason)
        }
    }

    private static func damaged(_ url: URL, _ reason: String) -> StoreError {
        StoreError(
            .snapshotDamaged,
            "\(url.path): \(reason). Put back a copy of the folder, or begin with an empty one: the log holds only what "
                + "happened since"
        )
    }
}
