import AppStoreModels
import Foundation
import LocalAppStore

extension RetentionMessageContent {
    /// The body of Upload Message.
    ///
    /// - Throws: 4000000 for a member that is missing or of the wrong type; lengths are for the store to check.
    init(_ body: JSONObject) throws(ServerAPIError) {
        guard let header = body["header"]?.string, let text = body["body"]?.string else {
            throw .badRequest("A message needs the texts \"header\" and \"body\".")
        }
        self.init(header: header, body: text)
        if let image = try body.objectIfPresent("image") { self.image = try Picture(image) }
        if let position = body["headerPosition"], position != .null {
            let known = [HeaderPosition.aboveBody, .aboveImage]
            guard let found = known.first(where: { .string($0.rawValue) == position }) else {
                throw .badRequest("\"headerPosition\" is ABOVE_BODY or ABOVE_IMAGE.")
            }
            headerPosition = found
        }
        guard let points = body["bulletPoints"], points != .null else { return }
        guard let points = points.array else { throw .badRequest("\"bulletPoints\" is a list.") }
        bulletPoints = try points.map { point throws(ServerAPIError) in
            guard let point = point.object, let text = point["text"]?.string else {
                throw .badRequest("A bullet point needs the text \"text\".")
            }
            return BulletPoint(text: text, picture: try Picture(point))
        }
    }

    /// The content as it is uploaded.
    var json: JSONObject {
        var json: JSONObject = ["header": .string(header), "body": .string(body)]
        json["image"] = image.map { .object($0.json) }
        json[string: "headerPosition"] = headerPosition?.rawValue
        if !bulletPoints.isEmpty {
            json["bulletPoints"] = .array(
                bulletPoints.map { point in
                    var json = point.picture.json
                    json["text"] = .string(point.text)
                    return .object(json)
                }
            )
        }
        return json
    }
}

extension RetentionMessageContent.Picture {
    fileprivate init(_ json: JSONObject) throws(ServerAPIError) {
        guard let text = json["imageIdentifier"]?.string, let id = UUID(uuidString: text),
            let altText = json["altText"]?.string
        else { throw .badRequest("An image needs a UUID \"imageIdentifier\" and a text \"altText\".") }
        self.init(imageID: id, altText: altText)
    }

    fileprivate var json: JSONObject {
        ["imageIdentifier": .string(imageID.uuidString.lowercased()), "altText": .string(altText)]
    }
}

extension JSONObject {
    /// An object member, if it is there.
    fileprivate func objectIfPresent(_ key: String) throws(ServerAPIError) -> JSONObject? {
        guard let value = self[key], value != .null else { return nil }
        guard let object = value.object else { throw .badRequest("\"\(key)\" is an object.") }
        return object
    }
}

extension PerformanceTestPlan {
    /// The plan under Apple's names, all in milliseconds and percent.
    var json: JSONObject {
        [
            "maxConcurrentRequests": .number(JSONNumber(concurrentRequests)),
            "totalRequests": .number(JSONNumber(requests)),
            "totalDuration": .number(JSONNumber(totalMilliseconds)),
            "responseTimeThreshold": .number(JSONNumber(responseMilliseconds)),
            "successRateThreshold": .number(JSONNumber(successPercent)),
        ]
    }

    /// The plan with the numbers that a body names.
    func changed(by body: JSONObject) throws(RequestError) -> PerformanceTestPlan {
        try body.allowOnly(Set(json.keys))
        var plan = self
        plan.concurrentRequests = try body.optionalInteger("maxConcurrentRequests") ?? concurrentRequests
        plan.requests = try body.optionalInteger("totalRequests") ?? requests
        plan.totalMilliseconds = try body.optionalInteger("totalDuration") ?? totalMilliseconds
        plan.responseMilliseconds = try body.optionalInteger("responseTimeThreshold") ?? responseMilliseconds
        plan.successPercent = try body.optionalInteger("successRateThreshold") ?? successPercent
        return plan
    }
}

extension PerformanceTest {
    /// The result as Apple answers it.
    ///
    /// - Parameter pending: How many requests are still to be made; counts while the test goes on.
    func json(pending: Int) -> JSONObject {
        var json: JSONObject = [
            "config": .object(plan.json), "target": .string(target),
            "numPending": .number(JSONNumber(outcome == nil ? pending : 0)),
        ]
        guard let outcome else {
            json["result"] = "PENDING"
            return json
        }
        json["result"] = outcome.hasPassed ? "PASS" : "FAIL"
        json["successRate"] = .number(JSONNumber(outcome.successPercent))
        json["responseTimes"] = outcome.times.map { times in
            [
                "average": .number(JSONNumber(times.average)), "p50": .number(JSONNumber(times.p50)),
                "p90": .number(JSONNumber(times.p90)), "p95": .number(JSONNumber(times.p95)),
                "p99": .number(JSONNumber(times.p99)),
            ]
        }
        json["failures"] = .object(
            JSONObject(outcome.failures.sorted { $0.key < $1.key }.map { ($0.key, .number(JSONNumber($0.value))) })
        )
        return json
    }
}
