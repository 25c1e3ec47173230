public import AppStoreModels
public import LocalAppStore

// The clock, the settings, faults, notifications, and the state as a whole.

extension StoreControlRequest where Answer == ClockRecord {
    /// The clock.
    public static var clock: Self { Self("GET", ["clock"]) }
    /// Moves the clock.
    ///
    /// - Parameters:
    ///   - step: How far.
    ///   - limit: How many events may happen on the way; nil for as many as the store usually allows.
    public static func advance(_ step: ClockStep, limit: Int? = nil) -> Self {
        var body = step.body
        body["limit"] = limit.map { .number(JSONNumber($0)) }
        return Self("POST", ["clock"], body: body)
    }
    /// Ends the long way that the clock is on; it stays where it has come to.
    public static var stopAdvance: Self { Self("DELETE", ["clock", "journey"]) }
    /// Stops the clock.
    public static var pause: Self { Self("POST", ["clock", "pause"]) }
    /// Lets the clock run.
    public static var resume: Self { Self("POST", ["clock", "resume"]) }
}

extension StoreControlRequest where Answer == SettingsRecord {
    /// How the store behaves.
    public static var settings: Self { Self("GET", ["settings"]) }
    /// Changes how the store behaves; the names are those of the answer.
    public static func changeSettings(_ changes: JSONObject) -> Self { Self("PATCH", ["settings"], body: changes) }
    /// Deletes all transactions and puts the settings back to the catalogue's.
    public static var reset: Self { Self("POST", ["reset"]) }
}

extension StoreControlRequest where Answer == RecordList<FaultRecord> {
    /// The faults in force; `json` has the kinds there are, too.
    public static var faults: Self { Self(of: nil) }
    /// Ends a fault.
    public static func clearFault(_ id: String) -> Self { Self("DELETE", ["faults", id]) }
    /// Ends all faults.
    public static var clearFaults: Self { Self("DELETE", ["faults"]) }
}

extension StoreControlRequest where Answer == FaultRecord {
    /// Puts a fault in force.
    public static func setFault(_ fault: StoreFault) -> Self { Self("POST", ["faults"], body: fault.body) }
}

extension StoreControlRequest where Answer == NotificationsRecord {
    /// Where notifications go, which wait, and how delivery went.
    public static var notifications: Self { Self("GET", ["notifications"]) }
    /// Sets where notifications go; nil for nowhere.
    public static func notify(_ url: String?) -> Self {
        Self("PUT", ["notifications", "destination"], body: ["url": url.map(JSONValue.string) ?? .null])
    }
}

extension StoreControlRequest where Answer == RecordList<NotificationRecord> {
    /// Sends what is due, and waits until that is done.
    public static var deliver: Self { Self("POST", ["notifications", "deliver"]) }
}

extension StoreControlRequest where Answer == NotificationRecord {
    /// Sends a test notification.
    public static var testNotification: Self { Self("POST", ["notifications", "test"]) }
}

extension StoreControlRequest where Answer == CompactionRecord {
    /// Puts a snapshot in the place of the log of events.
    public static var compact: Self { Self("POST", ["compact"]) }
}

extension StoreControlRequest where Answer == RestoredRecord {
    /// The whole state, as bytes; see ``StoreControlClient/snapshot()``.
    static var snapshot: Self { Self("GET", ["snapshot"]) }
    /// Puts another state in the place of this one; see ``StoreControlClient/restore(snapshot:)``.
    static var restore: Self { Self("PUT", ["snapshot"]) }
}
