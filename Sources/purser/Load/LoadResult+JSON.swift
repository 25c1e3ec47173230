import AppStoreModels
import ServerLoad

extension LoadResult {
    /// Whether everything was sent and answered as it should be, in time.
    ///
    /// - Parameter mostP99: How many milliseconds 99 of 100 may take; nil for any.
    func isGood(mostP99: Double?) -> Bool {
        let total = total
        guard total.failureCount == 0, unsentCount == 0, total.goodCount > 0 else { return false }
        return mostP99.map { Double(total.response.value(at: 99)) <= $0 * 1_000 } ?? true
    }

    /// For a program; durations in microseconds.
    var json: JSONObject {
        var json = JSONObject()
        json["seconds"] = .number(JSONNumber(milli: seconds))
        json["rate"] = .number(JSONNumber(milli: rate))
        json[integer: "unsentCount"] = Int64(unsentCount)
        json[integer: "generatorDelay"] = generatorDelay
        json["total"] = .object(total.json)
        json[array: "kinds"] = LoadKind.allCases.compactMap { kind -> JSONValue? in
            guard var part = parts[kind]?.json else { return nil }
            part["kind"] = .string(kind.rawValue)
            part[integer: "repetitionCount"] = repetitions[kind].map(Int64.init)
            return .object(part)
        }
        return json
    }
}

extension LoadResult.Part {
    fileprivate var json: JSONObject {
        var json = JSONObject()
        json[integer: "goodCount"] = Int64(goodCount)
        json[integer: "unchangedCount"] = Int64(unchangedCount)
        json[array: "failures"] = failures.sorted { $0.key < $1.key }.map { failure, count in
            ["code": .string(failure), "count": .number(JSONNumber(count))]
        }
        json["response"] = .object(response.json)
        json["service"] = .object(service.json)
        return json
    }
}

extension LatencyHistogram {
    /// The percentiles that people ask for, in microseconds.
    fileprivate var json: JSONObject {
        var json = JSONObject()
        json[integer: "count"] = count
        json[integer: "minimum"] = minimum
        json["mean"] = .number(JSONNumber(milli: mean))
        for (name, percentile) in [
            ("p50", 50.0), ("p75", 75), ("p90", 90), ("p95", 95), ("p99", 99), ("p999", 99.9), ("p9999", 99.99),
        ] {
            json[integer: name] = value(at: percentile)
        }
        json[integer: "maximum"] = maximum
        return json
    }
}

extension JSONNumber {
    /// A number with three digits behind the point at most.
    fileprivate init(milli value: Double) {
        let thousandths = Int64((value * 1_000).rounded())
        let rest = String(1_000 + abs(thousandths % 1_000)).dropFirst()
        self = JSONNumber(text: "\(thousandths / 1_000).\(rest)") ?? JSONNumber(thousandths / 1_000)
    }
}
