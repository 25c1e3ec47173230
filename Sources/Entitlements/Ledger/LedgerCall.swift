public import Foundation

/// A call that changed balances, and its answer: what is stored, so that the same call again gets the same answer.
public struct LedgerCall: Sendable, Hashable {
    /// Identifies the call; whoever repeats it repeats the key.
    public let key: String
    /// When it was made, by the clock of who keeps the ledger; never before the lines that were known then.
    public let date: Date
    /// What it changed: below zero was spent, above was given.
    public let changes: [LedgerCurrency: Int64]
    /// What it was for, for people to read.
    public let reference: String?
    /// The answer: the balances of these currencies after it.
    public let balances: [LedgerCurrency: Int64]

    /// A call as it was stored.
    package init(
        key: String,
        date: Date,
        changes: [LedgerCurrency: Int64],
        reference: String?,
        balances: [LedgerCurrency: Int64]
    ) {
        self.key = key
        self.date = date
        self.changes = changes
        self.reference = reference
        self.balances = balances
    }

    /// Whether another call asks for the same.
    func asksForTheSame(as changes: [LedgerCurrency: Int64], _ reference: String?) -> Bool {
        self.changes == changes && self.reference == reference
    }
}

extension LedgerCall: Codable {
    private enum CodingKeys: String, CodingKey { case key, date, changes, reference, balances }

    /// Reads a stored call; dates are milliseconds since 1970 whatever the decoder's strategy is.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        key = try container.decode(String.self, forKey: .key)
        date = try container.decodeDate(forKey: .date)
        changes = LedgerCall.amounts(try container.decode([String: Int64].self, forKey: .changes))
        reference = try container.decodeIfPresent(String.self, forKey: .reference)
        balances = LedgerCall.amounts(try container.decode([String: Int64].self, forKey: .balances))
    }

    /// Writes the call, amounts as members by the names of their currencies.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key, forKey: .key)
        try container.encode(date: date, forKey: .date)
        try container.encode(LedgerCall.texts(changes), forKey: .changes)
        try container.encodeIfPresent(reference, forKey: .reference)
        try container.encode(LedgerCall.texts(balances), forKey: .balances)
    }

    private static func amounts(_ texts: [String: Int64]) -> [LedgerCurrency: Int64] {
        Dictionary(uniqueKeysWithValues: texts.map { (LedgerCurrency(rawValue: $0), $1) })
    }

    private static func texts(_ amounts: [LedgerCurrency: Int64]) -> [String: Int64] {
        Dictionary(uniqueKeysWithValues: amounts.map { ($0.rawValue, $1) })
    }
}
