import AppStoreModels
public import Foundation
import StoreConfiguration

/// Something in a store's folder that keeps the store from opening.
public struct StoreFolderDamage: Sendable, Hashable {
    /// What can be done about it.
    public enum Remedy: String, Sendable, Hashable {
        /// The file is cut behind its last good line; a copy of all of it stays.
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
            try examine()
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

    /// Cuts the log of events behind its last good line.
    ///
    /// - Parameter damage: What ``damage()`` found.
    /// - Returns: Where all of the old log is kept.
    /// - Throws: `journalFailed` if the disk does not take it; then the log is as it was.
    public func cut(_ damage: StoreFolderDamage) throws(StoreError) -> URL {
        guard damage.remedy == .cut, let offset = damage.offset else {
            throw StoreError(.journalDamaged, "\(damage.file) cannot be mended by cutting it")
        }
        let log = folder.journalURL
        let content: Data
        do {
            content = try Data(contentsOf: log)
        } catch {
            throw StoreError(.folderUnusable, "cannot read \(log.path): \(error.localizedDescription)")
        }
        let copy = unusedName(for: damage.file)
        try replaceFile(copy, with: content, on: folder.disk)
        try replaceFile(log, with: content.prefix(offset), on: folder.disk)
        return copy
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
    private func examine() throws(StoreError) {
        let reader = try JournalReader(at: folder.journalURL)
        let number = reader?.header.snapshot
        let snapshot = try folder.snapshotToRead(wantedBy: reader?.header)
        var eventCount = 0
        if let snapshot {
            // What is for sale is no part of a snapshot.
            let catalogue = StoreConfiguration(json: [:])
            eventCount = try snapshot.engine(catalogue, app: nil, at: folder.snapshotURL).eventCount
        }
        guard let reader else {
            guard snapshot == nil else { throw folder.missingLog(since: snapshot?.number ?? 0) }
            return
        }
        let isBehind = snapshot.map { $0.number == (number ?? 0) + 1 } ?? false
        guard number == snapshot?.number || isBehind else { throw folder.wrongSnapshot(snapshot?.number, number ?? 0) }
        try reader.forEachEvent(after: eventCount, skipsEarlier: isBehind) { _ in }
    }
}
