/// How often a wait has looked in vain, so that it looks less and less often.
///
/// What others do first gets some turns of them; then the wait rests between looks. A wait that only gave way would keep a
/// processor busy, and those it waits for, such as a browser on the same machine, would get the half of it.
public struct Turns: Sendable {
    private var count = 0

    /// So many looks follow each other at once.
    private static let eager = 100
    /// The longest rest, in milliseconds.
    private static let longest = 20

    public init() {}

    /// Lets others go on, and returns soon; at once if the task is cancelled.
    public mutating func pass(isolation: isolated (any Actor)? = #isolation) async {
        count += 1
        guard count > Self.eager else { return await Task.yield() }
        try? await Task.sleep(for: .milliseconds(min(count - Self.eager, Self.longest)))
    }
}
