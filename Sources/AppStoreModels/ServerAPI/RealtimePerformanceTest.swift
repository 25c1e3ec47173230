/// A test of the server behind the realtime URL that has begun.
public struct RealtimePerformanceTestStart: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// How it is tested.
    public var config: RealtimePerformanceTestConfig? {
        get { json[object: "config"].map(RealtimePerformanceTestConfig.init(json:)) }
        set { json[object: "config"] = newValue?.json }
    }

    /// By which the result is asked for.
    public var requestID: String? {
        get { json[string: "requestId"] }
        set { json[string: "requestId"] = newValue }
    }
}

/// How the server behind the realtime URL is tested.
public struct RealtimePerformanceTestConfig: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// One that says nothing yet.
    public init() { json = [:] }

    /// How many questions are open at once at most.
    public var maxConcurrentRequests: Int64? {
        get { json[integer: "maxConcurrentRequests"] }
        set { json[integer: "maxConcurrentRequests"] = newValue }
    }

    /// How many questions there are.
    public var totalRequests: Int64? {
        get { json[integer: "totalRequests"] }
        set { json[integer: "totalRequests"] = newValue }
    }

    /// How long it takes, in milliseconds.
    public var totalDuration: Int64? {
        get { json[integer: "totalDuration"] }
        set { json[integer: "totalDuration"] = newValue }
    }

    /// How long an answer may take, in milliseconds.
    public var responseTimeThreshold: Int64? {
        get { json[integer: "responseTimeThreshold"] }
        set { json[integer: "responseTimeThreshold"] = newValue }
    }

    /// How many answers of a hundred must be good.
    public var successRateThreshold: Int64? {
        get { json[integer: "successRateThreshold"] }
        set { json[integer: "successRateThreshold"] = newValue }
    }
}

/// What came of a test of the server behind the realtime URL.
public struct RealtimePerformanceTestResult: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// How it was tested.
    public var config: RealtimePerformanceTestConfig? {
        get { json[object: "config"].map(RealtimePerformanceTestConfig.init(json:)) }
        set { json[object: "config"] = newValue?.json }
    }

    /// The address that was tested.
    public var target: String? {
        get { json[string: "target"] }
        set { json[string: "target"] = newValue }
    }

    /// Whether it passed.
    public var result: RealtimePerformanceTestOutcome? {
        get { json[string: "result"].map(RealtimePerformanceTestOutcome.init(rawValue:)) }
        set { json[string: "result"] = newValue?.rawValue }
    }

    /// How many answers of a hundred were good.
    public var successRate: Int64? {
        get { json[integer: "successRate"] }
        set { json[integer: "successRate"] = newValue }
    }

    /// How many answers are still awaited.
    public var pendingCount: Int64? {
        get { json[integer: "numPending"] }
        set { json[integer: "numPending"] = newValue }
    }

    /// How long answers took.
    public var responseTimes: RealtimeResponseTimes? {
        get { json[object: "responseTimes"].map(RealtimeResponseTimes.init(json:)) }
        set { json[object: "responseTimes"] = newValue?.json }
    }

    /// How many answers were bad, by the kind of failure.
    public var failures: [NotificationSendAttemptResult: Int64] {
        let members = json[object: "failures"]?.members ?? []
        return Dictionary(
            members.compactMap { key, value in
                value.lenientInteger.map { (NotificationSendAttemptResult(rawValue: key), $0) }
            }
        ) { _, last in last }
    }
}

/// How long the answers in a test took, in milliseconds.
public struct RealtimeResponseTimes: JSONBacked {
    public var json: JSONObject

    public init(json: JSONObject) { self.json = json }

    /// The mean.
    public var average: Int64? {
        get { json[integer: "average"] }
        set { json[integer: "average"] = newValue }
    }

    /// Half of them took no longer.
    public var p50: Int64? {
        get { json[integer: "p50"] }
        set { json[integer: "p50"] = newValue }
    }

    /// 90 % took no longer.
    public var p90: Int64? {
        get { json[integer: "p90"] }
        set { json[integer: "p90"] = newValue }
    }

    /// 95 % took no longer.
    public var p95: Int64? {
        get { json[integer: "p95"] }
        set { json[integer: "p95"] = newValue }
    }

    /// 99 % took no longer.
    public var p99: Int64? {
        get { json[integer: "p99"] }
        set { json[integer: "p99"] = newValue }
    }
}

/// Whether a test of the server behind the realtime URL passed.
public struct RealtimePerformanceTestOutcome: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The value on the wire; values that Apple adds later are kept.
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// It runs.
    public static let pending = Self(rawValue: "PENDING")
    /// It passed.
    public static let pass = Self(rawValue: "PASS")
    /// It did not.
    public static let fail = Self(rawValue: "FAIL")

    public var description: String { rawValue }
}
