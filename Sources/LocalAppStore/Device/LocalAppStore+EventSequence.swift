extension LocalAppStore {
    /// The number of the latest event; 0 before the first.
    package var latestEventSequence: Int { engine.eventCount }
}
