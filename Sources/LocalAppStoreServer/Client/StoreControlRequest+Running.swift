import AppStoreModels
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
    /// Changes how the store behaves in what the record says. A null in its `json` takes a failure or a limit away.
    public static func changeSettings(_ changes: SettingsRecord) -> Self {
        Self("PATCH", ["settings"], body: changes.json)
    }
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
    public static var notifications: Self { notifications() }
    /// The same, of the notifications about an account or a transaction only.
    public static func notifications(account: String? = nil, transactionID: String? = nil) -> Self {
        var query: [String: String] = [:]
        query["account"] = account
        query["transactionId"] = transactionID
        return Self("GET", ["notifications"], query: query)
    }
    /// Sets where notifications go; nil for nowhere.
    public static func notify(_ url: String?, version: NotificationVersion = .two) -> Self {
        var body: JSONObject = ["url": url.map(JSONValue.string) ?? .null]
        if version == .one { body["version"] = 1 }
        return Self("PUT", ["notifications", "destination"], body: body)
    }
}

extension StoreControlRequest where Answer == DeliveryRecord {
    /// Sends what is due, and waits until that is done.
    public static var deliver: Self { Self("POST", ["notifications", "deliver"]) }
}

extension StoreControlRequest where Answer == NotificationCauseRecord {
    /// Brings a notification about by bringing about what it reports.
    public static func cause(_ cause: NotificationCause) -> Self {
        var body: JSONObject = ["type": .string(cause.type.rawValue)]
        body[string: "subtype"] = cause.subtype?.rawValue
        body[string: "account"] = cause.accountID
        body[string: "transactionId"] = cause.transactionID
        body[string: "productId"] = cause.productID
        return Self("POST", ["notifications", "cause"], body: body)
    }
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
