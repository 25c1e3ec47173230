/// What a database was made into, and what it lacks: decided without asking it.
struct PostgreSQLSchema: Sendable, Equatable {
    /// A step that a database remembers.
    struct Applied: Sendable, Equatable {
        var number: Int
        var name: String
        var fingerprint: Int64
        var leavesOlderVersionsBe: Bool
    }

    /// What the database remembers, in order.
    let applied: [Applied]
    /// What this program knows, in order.
    let known: [PostgreSQLMigration]

    /// The steps that are to be run.
    ///
    /// - Throws: ``PostgreSQLError`` of ``PostgreSQLError/Kind/schemaTooNew`` if a newer version changed the database in a
    ///   way that this one cannot work with; of ``PostgreSQLError/Kind/schemaDiffers`` if it remembers other steps than
    ///   this version knows, or some are missing between others.
    func missing() throws(PostgreSQLError) -> [PostgreSQLMigration] {
        for (index, step) in known.enumerated() where step.number != index + 1 {
            throw PostgreSQLError(
                .schemaDiffers,
                "step \(step.number), \(step.name), is number \(index + 1) in the order"
            )
        }
        for (index, step) in applied.enumerated() where step.number != index + 1 {
            throw PostgreSQLError(.schemaDiffers, "the database has step \(step.number) without \(index + 1)")
        }
        for (step, remembered) in zip(known, applied) where step.fingerprint != remembered.fingerprint {
            let reason = "the database remembers step \(step.number) as \(remembered.name), not as \(step.name) is"
            throw PostgreSQLError(.schemaDiffers, reason)
        }
        if let foreign = applied.dropFirst(known.count).first(where: { !$0.leavesOlderVersionsBe }) {
            let reason =
                "step \(foreign.number), \(foreign.name), is newer than this version, which knows \(known.count)"
            throw PostgreSQLError(.schemaTooNew, reason)
        }
        return Array(known.dropFirst(applied.count))
    }
}
