/// Where somebody reads on who has read events until a number.
///
/// Events of a file are read in the order of their numbers. Of servers that share a database the one that took the lower number
/// may be done later, when the higher one is told already. There they are read in the order of the transactions that wrote them,
/// and only where all before those are over: none comes later at a place that was passed. Transactions that change the same
/// purchase or customer do so one after another, so each of them has its events in the order in which they happened.
struct EventPlace {
    /// What holds of the events behind it.
    let condition: String
    let arguments: StorageArguments
    /// The columns of the order.
    let order: String

    /// - Parameter number: The event that was read last; 0 for none.
    init(after number: Int64, in database: StorageDatabase) throws {
        guard database.isShared else {
            (condition, arguments, order) = ("number > ?", [number], "number")
            return
        }
        order = "written_by, number"
        let isOver = "written_by < pg_snapshot_xmin(pg_current_snapshot())"
        let writer = try String.fetchOne(
            database,
            sql: "SELECT CAST(written_by AS TEXT) FROM purchase_event WHERE number = ?",
            arguments: [number]
        )
        if let (writer, number) = try writer.map({ ($0, number) }) ?? Self.place(near: number, in: database) {
            condition = "(written_by, number) > (CAST(? AS xid8), ?) AND \(isOver)"
            arguments = [writer, number]
        } else {
            // Nothing before it is left.
            condition = "number > ? AND \(isOver)"
            arguments = [number]
        }
    }

    /// The place before the first of the events around one that was forgotten: among them are those of lower numbers that
    /// were to be told after it, as far as they are among the ten next to it. Some that were told already come again.
    ///
    /// - Returns: Nil if there is none before it.
    private static func place(near number: Int64, in database: StorageDatabase) throws -> (String, Int64)? {
        try StorageRow.fetchOne(
            database,
            sql: """
                SELECT CAST(near.written_by AS TEXT), near.number FROM (
                    (SELECT written_by, number FROM purchase_event WHERE number < ? ORDER BY number DESC LIMIT 10)
                    UNION ALL
                    (SELECT written_by, number FROM purchase_event WHERE number > ? ORDER BY number LIMIT 10)
                ) near
                WHERE EXISTS (SELECT 1 FROM purchase_event WHERE number < ?)
                ORDER BY near.written_by, near.number LIMIT 1
                """,
            arguments: [number, number, number]
        ).map { row in (try row.decode(String.self, atIndex: 0), try row.decode(Int64.self, atIndex: 1) - 1) }
    }
}
