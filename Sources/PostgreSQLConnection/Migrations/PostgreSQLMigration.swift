/// A step by which a database becomes that of a newer version. It is never changed once it was released: what it forgot is
/// another step.
package struct PostgreSQLMigration: Sendable, Equatable {
    /// Its place in the order; one more than that of the step before it.
    package var number: Int
    /// What it does, in a few words.
    package var name: String
    /// What it runs, one statement in each text.
    package var statements: [String]
    /// Whether programs that do not know it may go on working with the database. A step that adds a table or a column with
    /// a default leaves them be; one that renames or removes what they use does not.
    package var leavesOlderVersionsBe: Bool
    /// Whether all of it is one transaction. Not where a statement refuses that, as `CREATE INDEX CONCURRENTLY` does: such
    /// a step must bear being run again after half of it.
    package var isTransaction: Bool

    package init(
        _ number: Int,
        _ name: String,
        _ statements: [String],
        leavesOlderVersionsBe: Bool = true,
        isTransaction: Bool = true
    ) {
        self.number = number
        self.name = name
        self.statements = statements
        self.leavesOlderVersionsBe = leavesOlderVersionsBe
        self.isTransaction = isTransaction
    }

    /// A number for what it runs, by which a database knows that it is the same step: FNV-1a, 64 bits. Nobody has to be
    /// kept from making another text of the same number.
    var fingerprint: Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for statement in statements {
            for byte in statement.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
            hash = (hash ^ 0xff) &* 0x100_0000_01b3
        }
        return Int64(bitPattern: hash)
    }
}
