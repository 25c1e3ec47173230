/// One fault that is played against the built `purser`, and what must hold meanwhile and afterwards.
public struct Scenario: Sendable {
    /// Names it for good, in tables, in `--only` and in the threat model: a group, a dot, the fault.
    public let id: String
    /// What happens, for a person.
    public let title: String
    /// The threat that it answers.
    public let threat: Threat
    /// Whether `make test` plays it, too, in small.
    public let isShort: Bool
    /// How long it may take in all.
    public let deadline: Duration
    /// Plays it. Returns one line of evidence; throws ``Fall`` if something did not hold, ``NotTried`` if this machine or
    /// this account cannot play it.
    let play: @Sendable (Stage) async throws -> String

    init(
        _ id: String,
        _ title: String,
        _ threat: Threat,
        isShort: Bool = false,
        deadline: Duration = .seconds(60),
        play: @escaping @Sendable (Stage) async throws -> String
    ) {
        self.id = id
        self.title = title
        self.threat = threat
        self.isShort = isShort
        self.deadline = deadline
        self.play = play
    }
}

extension Scenario {
    /// Everything there is, in the order in which it is played.
    public static let all: [Scenario] =
        stories + addresses + upstreams + receivers + requests + floods + shutdowns + growth + disks + damages + kills
        + clocks + streams

    /// Those that `make test` plays.
    public static var short: [Scenario] { all.filter(\.isShort) }
}

/// What a scenario stands against; `docs/THREAT-MODEL.md` says what the project does about each.
public enum Threat: String, Sendable, CaseIterable {
    case impossibleAddress = "impossible address"
    case slowPeer = "slow or lying peer"
    case halfRequest = "half or malformed request"
    case flood = "flood"
    case foreignCaller = "foreign caller"
    case endlessShutdown = "endless shutdown"
    case growth = "growth without end"
    case fullDisk = "full or read-only disk"
    case damagedFile = "damaged file"
    case kill = "kill"
    case clock = "clock that jumps"
    case closedStream = "closed or full output"
}

/// Something did not hold.
struct Fall: Error, CustomStringConvertible {
    let description: String
    /// Whether it is that a server ended in order, though it should not have.
    private let hasExited: Bool

    init(_ description: String, hasExited: Bool = false) {
        self.description = description
        self.hasExited = hasExited
    }

    /// Whether a server refused to go on and said which file is the reason, which is right for a damaged one.
    func isRefusal(naming file: String) -> Bool { hasExited && description.contains(file) }
}

/// This machine or this account cannot play the scenario, so nothing is known.
struct NotTried: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

/// Throws a ``Fall`` unless the condition holds.
func hold(_ condition: Bool, _ reason: @autoclosure () -> String) throws(Fall) {
    guard condition else { throw Fall(reason()) }
}
