public import AppStoreModels
public import Foundation

/// The clock of a running store.
public struct ClockRecord: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// What time it is in the store.
    public var now: Date? { json[milliseconds: "now"] }
    /// Whether it follows real time.
    public var isRunning: Bool? { json[boolean: "isRunning"] }
    /// How time passes: how fast subscriptions renew, for example `monthly-5m`, or `manual` for a clock that stands.
    public var timeRate: String? { json[string: "timeRate"] }
    /// When something falls due next; nil if nothing will.
    public var nextDueDate: Date? { json[milliseconds: "nextDueDate"] }
    /// The long way that it is on; nil for none.
    public var journey: Journey? { json[object: "journey"].map(Journey.init(json:)) }

    /// A long way of the clock, as far as it has come.
    public struct Journey: JSONBacked {
        public var json: JSONObject

        public init(json: JSONObject) { self.json = json }

        /// Where it began.
        public var startDate: Date? { json[milliseconds: "startDate"] }
        /// Where it goes.
        public var targetDate: Date? { json[milliseconds: "targetDate"] }
        /// How many events there were on it.
        public var events: Int? { json.number("eventCount") }
        /// How many there may be; nil for any number.
        public var limit: Int? { json.number("limit") }
    }
}
