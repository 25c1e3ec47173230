import AppStoreModels
import TestSupport

/// What goes wrong at the store and on the way from it for a while.
enum StoryFaults {
    /// Some of everything that the store can be told to do wrong, as its control interface takes it.
    static func draw(using random: inout SeededGenerator) -> [JSONObject] {
        (ofNotifications(using: &random) + ofReceipts(using: &random)).filter { _ in
            Int.random(in: 0..<3, using: &random) > 0
        }
    }

    /// Lost, late, twice, in another order; what is lost here comes with a later attempt.
    ///
    /// None with a wrong date: what was said last then cannot be known before the App Store is asked again, which it
    /// need not be until the end of a period, and the story ends before that.
    private static func ofNotifications(using random: inout SeededGenerator) -> [JSONObject] {
        [
            ["kind": "notificationLost", "rate": rate(40), "attemptCount": integer(1...2, &random)],
            ["kind": "notificationLate", "rate": rate(30), "seconds": integer(600...40_000, &random)],
            ["kind": "notificationDuplicated", "rate": rate(40)],
            ["kind": "notificationOvertaken", "rate": rate(40)],
        ]
    }

    /// 429, 500, 503, answers that come late or never, are cut, or say that the App Store has none now.
    private static func ofReceipts(using random: inout SeededGenerator) -> [JSONObject] {
        let status = [429, 500, 503].randomElement(using: &random) ?? 500
        let body = ["json", "html", "empty"].randomElement(using: &random) ?? "json"
        let code = [21_005, 21_009, 21_100].randomElement(using: &random) ?? 21_005
        let seconds = [1, 2, 40].randomElement(using: &random) ?? 1
        return [
            onReceipts(["kind": "serverError", "status": .number(JSONNumber(status)), "body": .string(body)]),
            onReceipts(["kind": "serverSlow", "seconds": .number(JSONNumber(seconds))]),
            onReceipts(["kind": "answerCut"]),
            onReceipts(["kind": "receiptStatus", "status": .number(JSONNumber(code)), "isRetryable": true]),
        ]
    }

    private static func onReceipts(_ fault: JSONObject) -> JSONObject {
        var fault = fault
        fault["call"] = "verifyReceipt"
        fault["rate"] = rate(20)
        return fault
    }

    /// For customers of whom the server never hears: every notification about them is lost for good.
    static func silence(about account: String) -> JSONObject {
        ["kind": "notificationLost", "account": .string(account)]
    }

    private static func integer(_ range: ClosedRange<Int>, _ random: inout SeededGenerator) -> JSONValue {
        .number(JSONNumber(Int.random(in: range, using: &random)))
    }

    private static func rate(_ hundredths: Int) -> JSONValue {
        JSONNumber(text: "0.\(hundredths)").map(JSONValue.number) ?? 1
    }
}
