import AppStoreModels
import Foundation

/// Reads the events of a log.
///
/// What ``JournalCoding`` would do takes thirty microseconds an event, nearly all of them for finding members by their names, so
/// events that only tell of purchases are read in the order in which they are written. Each one that looks different in any way
/// is read by ``JournalCoding``, which also decides what is damaged.
struct JournalEventParser {
    private var names = ReadValues<StoreEvent.Name>()
    private var notifications = ReadValues<StoreNotification>()
    private var transactions = TransactionParser()
    private var subscriptions = SubscriptionParser()

    init() {}

    /// The events of a line.
    mutating func events(_ line: Data) throws -> [StoreEvent] {
        if let read = try? line.withUnsafeBytes({ try plainEvents($0) }) { return read }
        return try JournalCoding.value([StoreEvent].self, from: line)
    }

    private mutating func plainEvents(_ line: UnsafeRawBufferPointer) throws -> [StoreEvent] {
        var scanner = JournalScanner(line)
        guard scanner.take("[") else { throw JournalScanner.Unusual() }
        var events: [StoreEvent] = []
        if scanner.take("]") { return try all(events, scanner) }
        repeat { events.append(try event(&scanner)) } while scanner.take(",")
        guard scanner.take("]") else { throw JournalScanner.Unusual() }
        return try all(events, scanner)
    }

    private func all(_ events: [StoreEvent], _ scanner: JournalScanner) throws(JournalScanner.Unusual) -> [StoreEvent] {
        guard scanner.isAtEnd else { throw JournalScanner.Unusual() }
        return events
    }

    private mutating func event(_ scanner: inout JournalScanner) throws -> StoreEvent {
        let start = scanner.position
        if let event = try? plainEvent(&scanner) { return event }
        scanner.go(to: start)
        return try JournalCoding.value(StoreEvent.self, from: try scanner.value())
    }

    /// An event with no more members than events of purchases have.
    mutating func plainEvent(_ scanner: inout JournalScanner) throws(JournalScanner.Unusual) -> StoreEvent {
        try scanner.beginObject()
        let account = try scanner.member("account") ? scanner.decoded(StoreAccount.self) : nil
        let accountID = try scanner.stringMember("accountID")
        let attempt = try scanner.member("attempt") ? scanner.decoded(PurchaseAttempt.self) : nil
        let date = try scanner.dateMember("date").required()
        let identifierCount = try scanner.integerMember("identifierCount").required()
        let name = try scanner.member("name", &names).required()
        let notification = try scanner.member("notification", &notifications)
        let sequence = try scanner.integerMember("sequence").required()
        let subscription = try scanner.member("subscription") ? subscriptions.subscription(&scanner) : nil
        guard scanner.member("transactions"), scanner.take("[") else { throw JournalScanner.Unusual() }
        var transactions: [StoreTransaction] = []
        if !scanner.take("]") {
            repeat { transactions.append(try self.transactions.transaction(&scanner)) } while scanner.take(",")
            guard scanner.take("]") else { throw JournalScanner.Unusual() }
        }
        try scanner.endObject()
        return StoreEvent(
            sequence: sequence,
            date: date,
            name: name,
            accountID: accountID,
            notification: notification,
            transactions: transactions,
            subscription: subscription,
            attempt: attempt,
            account: account,
            identifierCount: identifierCount
        )
    }
}

extension JournalScanner {
    /// Any value, by the reader that knows all of JSON.
    mutating func decoded<Value: Decodable>(_ type: Value.Type) throws(Unusual) -> Value {
        let octets = try value()
        guard let value = try? JournalCoding.value(type, from: octets) else { throw Unusual() }
        return value
    }

    /// The value of a member; nil if it is not the next one.
    mutating func member<Value>(_ name: StaticString, _ known: inout ReadValues<Value>) throws(Unusual) -> Value? {
        try member(name) ? known.value(value()) : nil
    }

    /// The text of a member that few texts are of; nil if it is not the next one.
    mutating func member(_ name: StaticString, _ known: inout ReadTexts) throws(Unusual) -> String? {
        try member(name) ? known.string(text()) : nil
    }

    mutating func stringMember(_ name: StaticString) throws(Unusual) -> String? {
        try member(name) ? string() : nil
    }

    mutating func integerMember(_ name: StaticString) throws(Unusual) -> Int? {
        guard member(name) else { return nil }
        return try Int(exactly: integer()).required()
    }

    mutating func truthMember(_ name: StaticString) throws(Unusual) -> Bool {
        guard member(name) else { throw Unusual() }
        return try truth()
    }

    mutating func dateMember(_ name: StaticString) throws(Unusual) -> Date? {
        guard member(name) else { return nil }
        return try Date(checking: integer()).required()
    }

    mutating func identifierMember(_ name: StaticString) throws(Unusual) -> UUID? {
        guard member(name) else { return nil }
        return try UUID(uuidString: string()).required()
    }
}

extension Optional {
    /// What must be there.
    func required() throws(JournalScanner.Unusual) -> Wrapped {
        guard let self else { throw JournalScanner.Unusual() }
        return self
    }
}
