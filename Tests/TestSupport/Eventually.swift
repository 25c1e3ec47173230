public import Testing

/// Lets other tasks go on until a condition holds.
///
/// A suite that waits so has a time limit. When that is over the wait ends, too, with a failure that names its place: what
/// never comes must not keep a processor busy until the whole run is killed.
public func eventually(
    sourceLocation: SourceLocation = #_sourceLocation,
    isolation: isolated (any Actor)? = #isolation,
    _ condition: () async throws -> Bool
) async rethrows {
    var turns = Turns()
    while try await !condition() {
        guard !Task.isCancelled else {
            Issue.record("what is waited for has not come within the time limit", sourceLocation: sourceLocation)
            return
        }
        await turns.pass()
    }
}
