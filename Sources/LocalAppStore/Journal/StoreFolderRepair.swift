import AppStoreModels
public import Foundation
import StoreConfiguration

/// Something in a store's folder that keeps the store from opening.
public struct StoreFolderDamage: Sendable, Hashable {
    /// What can be done about it.
    public enum Remedy: String, Sendable, Hashable {
        /// The file loses what is behind the last good event; a copy of all of it stays.
        case cut
        /// The file gets another name; the store does without it.
        case setAside
        /// Nothing here: put back a copy of the folder.
        case none
    }

    /// The name of the file in the folder.
    public let file: String
    /// What is wrong with it, and what that costs.
    public let reason: String
    /// What can be done.
    public let remedy: Remedy
    /// The first damaged line and where it begins in bytes; nil for files that have no lines.
    public let line, offset: Int?
    /// How many events that can still be read would be lost.
    public let lostEvents: Int
    /// How many lines that cannot be read would be lost.
    public let lostLines: Int

    /// Damage of a file without lines.
    package init(file: String, reason: String, remedy: Remedy) {
        self.file = file
        self.reason = reason
        self.remedy = remedy
        line = nil
        offset = nil
        lostEvents = 0
        lostLines = 0
    }

    init(_ damage: JournalDamage) {
        file = damage.url.lastPathComponent
        line = damage.line
        offset = damage.offset
        lostEvents = damage.loss.events
        lostLines = damage.loss.unreadableLines
        let place = "line \(damage.line), at byte \(damage.offset): \(damage.what)"
        remedy = damage.canBeCut ? .cut : .none
        reason =
            damage.canBeCut
            ? "\(place). Behind the last good line there are \(damage.loss.description); they would be lost"
            : "\(place). \(JournalDamage.needOfFirstLine)"
    }
}

/// Finds what is damaged in the folder of a store that does not run, and mends what can be mended.
///
/// While this value lives nobody else can use the folder.
public struct StoreFolderRepair: Sendable {
    /// The folder.
    public let url: URL
    private let folder: StoreFolder

    /// Takes a folder.
    ///
    /// - Throws: `folderUnusable` if there is no store in it, or nobody may look; `folderInUse` while a store runs in it.
    public init(folder url: URL) throws(StoreError) {
        var isStore = false
        for name in ["events.jsonl", "snapshot", "authority.pem"] where !isStore {
            isStore = try StoreFolder.isThere(url.appendingPathComponent(name))
        }
        guard isStore else {
            throw StoreError(.folderUnusable, "there is no store in \(url.path)")
        }
        self.url = url
        folder = try StoreFolder(url)
    }

    /// What is wrong with the log of events and its snapshot, nil if nothing is. Nothing is changed.
    ///
    /// - Throws: `folderUnusable` if a file cannot be read at all.
    public func damage() throws(StoreError) -> StoreFolderDamage? {
        do {
            var last = 0
            try examine(try JournalReader(at: folder.journalURL), last: &last)
            return nil
        } catch {
            if let damage = error.damage { return StoreFolderDamage(damage) }
            switch error.code {
            case .journalDamaged: return StoreFolderDamage(file: "events.jsonl", reason: error.reason, remedy: .none)
            case .snapshotDamaged: return StoreFolderDamage(file: "snapshot", reason: error.reason, remedy: .none)
            default: throw error
            }
        }
    }

    /// The number of the last event that is left once the log is cut; of the last one of all if nothing is damaged.
    ///
    /// - Throws: `journalDamaged`, `snapshotDamaged` if no event can be trusted; `folderUnusable`
    package func lastGoodEvent() throws(StoreError) -> Int {
        try lastGoodEvent(in: try content(of: folder.journalURL.lastPathComponent))
    }

    private func lastGoodEvent(in log: Data) throws(StoreError) -> Int {
        var last = 0
        do {
            try examine(try JournalReader(log, at: folder.journalURL), last: &last)
            return last
        } catch {
            guard let damage = error.damage, damage.canBeCut else { throw error }
            // A line may have good events before the one that makes it a bad line.
            return try lastGoodEvent(in: log.prefix(damage.offset))
        }
    }

    /// Cuts the log of events behind its last good line.
    ///
    /// - Parameter damage: What ``damage()`` found.
    /// - Returns: Where all of the old log is kept.
    /// - Throws: `journalFailed` if the disk does not take it; then the log is as it was.
    public func cut(_ damage: StoreFolderDamage) throws(StoreError) -> URL {
        guard damage.remedy == .cut, let offset = damage.offset else {
            throw StoreError(.journalDamaged, "\(damage.file) cannot be mended by cutting it")
        }
        let content = try content(of: damage.file)
        let copy = unusedName(for: damage.file)
        try replaceFile(copy, with: content, on: folder.disk)
        try replaceFile(folder.journalURL, with: content.prefix(offset), on: folder.disk)
        return copy
    }

    /// Keeps a copy of a file beside it.
    ///
    /// - Returns: Where it is.
    /// - Throws: `folderUnusable` if the file cannot be read, `journalFailed` if the disk does not take the copy.
    package func keepCopy(of name: String) throws(StoreError) -> URL {
        let copy = unusedName(for: name)
        try replaceFile(copy, with: try content(of: name), on: folder.disk)
        return copy
    }

    private func content(of name: String) throws(StoreError) -> Data {
        let file = url.appendingPathComponent(name)
        do {
            return try Data(contentsOf: file)
        } catch {
            throw StoreError(.folderUnusable, "cannot read \(file.path): \(error.localizedDescription)")
        }
    }

    /// Gives a damaged file another name.
    ///
    /// - Returns: Where it is now.
    /// - Throws: `folderUnusable` if it cannot be renamed.
    package func setAside(_ name: String) throws(StoreError) -> URL {
        let copy = unusedName(for: name)
        do {
            try FileManager.default.moveItem(at: url.appendingPathComponent(name), to: copy)
        } catch {
            throw StoreError(.folderUnusable, "\(name) cannot be set aside: \(error.localizedDescription)")
        }
        return copy
    }

    private func unusedName(for file: String) -> URL {
        var number = 1
        while true {
            let candidate = url.appendingPathComponent("\(file).damaged-\(number)")
            guard FileManager.default.fileExists(atPath: candidate.path) else { return candidate }
            number += 1
        }
    }

    /// Reads everything, as opening the folder does.
    ///
    /// - Parameter last: Is set to the number of the last event.
    private func examine(_ reader: JournalReader?, last: inout Int) throws(StoreError) {
        let number = reader?.header.snapshot
        let snapshot = try folder.snapshotToRead(wantedBy: reader?.header)
        if let snapshot {
            // What is for sale is no part of a snapshot.
            let catalogue = StoreConfiguration(json: [:])
            last = try snapshot.engine(catalogue, app: nil, at: folder.snapshotURL).eventCount
        }
        guard let reader else {
            guard snapshot == nil else { throw folder.missingLog(since: snapshot?.number ?? 0) }
            return
        }
        let isBehind = snapshot.map { $0.number == (number ?? 0) + 1 } ?? false
        guard number == snapshot?.number || isBehind else { throw folder.wrongSnapshot(snapshot?.number, number ?? 0) }
        try reader.forEachEvent(after: last, skipsEarlier: isBehind) { last = $0.sequence }
    }
}
