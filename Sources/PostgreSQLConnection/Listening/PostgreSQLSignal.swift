/// What whoever listens is told.
package enum PostgreSQLSignal: Sendable, Equatable {
    /// From now on every notification comes, and some may have been missed before: look at everything that they are about.
    /// It comes at the beginning, after each interruption, and in place of notifications that were more than are kept.
    case lookAtEverything
    /// Somebody notified.
    case notification(PostgreSQLNotification)
    /// Nothing comes for now, for this reason. Connecting is tried again without end.
    case interrupted(PostgreSQLError)
}
