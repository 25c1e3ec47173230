import Foundation

/// Whether a database is as the last server left it that ended in order.
///
/// Beside the database lies a note with its size and the moment of its last change, from the end of a server to the beginning
/// of the next. Whatever changes the file makes the note untrue, and so does a log with changes that are not in it yet.
struct CleanStop {
    let database: URL

    private var note: URL { URL(fileURLWithPath: database.path + Self.ending) }

    /// What the note's name has behind that of the database.
    static let ending = ".clean"

    /// Writes the note, unless there are changes that are not in the file.
    func write() {
        guard let state = state() else { return }
        try? FileManager.default.removeItem(at: note)
        let descriptor = PrivateFiles(database: database).make(Self.ending)
        guard descriptor >= 0 else { return }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do { try file.write(contentsOf: Data(state.utf8)) } catch { try? FileManager.default.removeItem(at: note) }
    }

    /// Reads the note and takes it away: it says nothing about what happens from now on.
    ///
    /// - Returns: Whether there was one, and it is true.
    func take() -> Bool {
        guard let text = try? String(contentsOf: note, encoding: .utf8) else { return false }
        guard (try? FileManager.default.removeItem(at: note)) != nil else { return false }
        return text == state()
    }

    /// nil if there is no such file, or its log has something in it.
    private func state() -> String? {
        let log = try? FileManager.default.attributesOfItem(atPath: database.path + "-wal")[.size] as? Int
        guard (log ?? 0) == 0,
            let attributes = try? FileManager.default.attributesOfItem(atPath: database.path),
            let size = attributes[.size] as? Int, let changed = attributes[.modificationDate] as? Date
        else { return nil }
        return "\(size) \(changed.timeIntervalSinceReferenceDate.bitPattern)"
    }
}
