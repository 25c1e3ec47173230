import AppStoreServerClient

/// What a storage keeps its rows in.
protocol StorageEngine: Sendable {
    /// What the database is called in errors: a file, or an address without a password.
    var name: String { get }

    /// Whether other processes may write at the same time.
    var isShared: Bool { get }

    /// One change, which happens whole or not at all, and is on the disk when this returns. It may be run several times, of
    /// which one counts.
    ///
    /// - Parameter scope: Whom it concerns.
    /// - Returns: The value, and whether it has changed any row; also if another change did with which it shared its commit.
    @discardableResult
    func write<Value: Sendable>(
        _ scope: WriteScope,
        _ change: @escaping @Sendable (StorageDatabase) throws -> Value
    ) async throws -> (value: Value, isChange: Bool)

    /// One look, of one moment.
    func read<Value: Sendable>(_ look: @escaping @Sendable (StorageDatabase) throws -> Value) async throws -> Value

    /// One quick question; nil if there is no such row.
    func look<Answer: Sendable>(_ query: QuickQuestion<Answer>) async throws -> Answer?

    /// One look that may be some seconds behind, where there are databases that follow this one. What this process has
    /// acknowledged about the customer is in it.
    ///
    /// - Parameter customer: About whom; nil for what is about nobody.
    func readBehind<Value: Sendable>(
        about customer: CustomerID?,
        _ look: @escaping @Sendable (StorageDatabase) throws -> Value
    ) async throws -> Value

    /// One quick question of the same kind.
    func lookBehind<Answer: Sendable>(about customer: CustomerID?, _ query: QuickQuestion<Answer>) async throws
        -> Answer?

    /// One look, while whoever asks waits: for what a server needs before it begins.
    func readNow<Value: Sendable>(_ look: @escaping @Sendable (StorageDatabase) throws -> Value) throws -> Value

    /// One change, while whoever asks waits: for what a server needs before it begins.
    func writeNow<Value: Sendable>(_ change: @escaping @Sendable (StorageDatabase) throws -> Value) throws -> Value

    /// Counts what all who share the database send to the App Store; nil where nobody shares it.
    var turns: (any SharedTurns)? { get }

    /// Calls `ring` when another process has written, where that can be known.
    func listen(_ ring: @escaping @Sendable () -> Void)

    /// Leaves everything in order for the next start. Nobody asks any more.
    func noteStop()
}

extension StorageEngine {
    var turns: (any SharedTurns)? { nil }

    func readBehind<Value: Sendable>(
        about customer: CustomerID?,
        _ look: @escaping @Sendable (StorageDatabase) throws -> Value
    ) async throws -> Value {
        try await read(look)
    }

    func lookBehind<Answer: Sendable>(about customer: CustomerID?, _ query: QuickQuestion<Answer>) async throws
        -> Answer?
    {
        try await look(query)
    }
}
