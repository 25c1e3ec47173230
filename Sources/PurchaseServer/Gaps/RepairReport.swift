/// What came of looking for what the server was not told.
public struct RepairReport: Sendable, Hashable {
    /// How many notifications were found that the server had not got.
    public internal(set) var foundNotifications = 0
    /// How many notifications of the lists were passed by, because the App Store did not sign them so that they could be
    /// verified, or they are not for this server; the log says why of each.
    public internal(set) var refusedNotifications = 0
    /// About how many purchases the history was asked for.
    public internal(set) var askedHistories = 0
    /// What could not be asked, for people to read; it is asked again in the next round, from where it stopped.
    public internal(set) var failures: [String] = []
    /// Whether there is more to ask at once.
    public internal(set) var isUnfinished = false
}
