import AppStoreModels
import Foundation

/// Where a log of events is damaged, and what would be lost if it were cut there.
struct JournalDamage: Sendable {
    let url: URL
    /// The first damaged line, 1 for the first of the file.
    let line: Int
    /// Where that line begins, in bytes.
    let offset: Int
    /// What is wrong with it.
    let what: String
    let loss: JournalLoss

    init(_ url: URL, line: Int, offset: Int, _ what: String, in data: Data) {
        self.url = url
        self.line = line
        self.offset = offset
        self.what = what
        loss = JournalLoss(in: data, from: offset)
    }

    /// Whether cutting the log there mends it. Behind a first line that cannot be trusted nothing can be.
    var canBeCut: Bool { line > 1 }

    var error: StoreError {
        let place = "the log of events, \(url.path), is damaged in line \(line), at byte \(offset): \(what). "
        var error = StoreError(.journalDamaged, place + advice)
        error.damage = self
        return error
    }

    private var advice: String {
        canBeCut
            ? "Behind the last good line there are \(loss.description). `purser store repair` shows more, keeps a copy, and "
                + "cuts there"
            : Self.needOfFirstLine
    }

    /// Why nothing can be done here about a damaged first line, and what can be.
    static let needOfFirstLine =
        "The first line says whose log it is; without it nothing in the file can be trusted. Put back a copy of the folder"
}

/// What is behind the last good line of a damaged log, as far as it can be read.
struct JournalLoss: Sendable, Hashable {
    /// How many bytes.
    private(set) var bytes = 0
    /// How many lines of them cannot be read.
    private(set) var unreadableLines = 0
    /// How many events the others have.
    private(set) var events = 0
    /// When the first and the last of these events were.
    private(set) var firstDate, lastDate: Date?
    /// Whom these events are about.
    private(set) var accounts: Set<String> = []

    /// - Parameter offset: Where the first damaged line begins.
    init(in data: Data, from offset: Int) {
        bytes = data.count - offset
        var position = offset
        while position < data.count {
            let lineEnd = JournalReader.lineEnd(in: data, from: position) ?? data.count + 1
            let line = data[position..<(lineEnd - 1)]
            position = lineEnd
            if !line.isEmpty { add(line) }
        }
    }

    private mutating func add(_ line: Data) {
        guard let content = JournalLine.unchecked(line),
            let events = try? JournalCoding.value([StoreEvent].self, from: content)
        else {
            unreadableLines += 1
            return
        }
        self.events += events.count
        for event in events {
            firstDate = min(firstDate ?? event.date, event.date)
            lastDate = max(lastDate ?? event.date, event.date)
            if let account = event.accountID { accounts.insert(account) }
        }
    }

    /// For a person: how much, of when, about how many.
    var description: String {
        var text = "\(bytes) bytes: \(events) events that can be read"
        if let firstDate, let lastDate {
            let (first, last) = (RFC3339.string(from: firstDate), RFC3339.string(from: lastDate))
            text += " (\(first) to \(last), \(accounts.count) customers)"
        }
        return text + " and \(unreadableLines) lines that cannot"
    }
}
