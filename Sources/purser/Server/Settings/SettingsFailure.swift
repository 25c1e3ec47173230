import ArgumentParser

/// How a mistake in the settings ends a command: one on the command line like every other there; one of a variable or a
/// file as something that cannot be used.
enum SettingsFailure {
    /// Calls `body`, and tells people what is wrong.
    ///
    /// - Throws: `ValidationError`, or ``ExitStatus/unusable`` after the mistake was printed.
    static func told<Value>(_ body: () throws(SettingsError) -> Value) throws -> Value {
        do { return try body() } catch { throw ending(error) }
    }

    /// The same for what waits.
    static func told<Value>(_ body: () async throws(SettingsError) -> Value) async throws -> Value {
        do { return try await body() } catch { throw ending(error) }
    }

    private static func ending(_ error: SettingsError) -> any Error {
        guard error.origin != .flag else { return ValidationError(error.reason) }
        Terminal.complain(error.reason)
        return ExitStatus.unusable
    }
}
