import HTTPServing
import HTTPTypes

extension APIOperation {
    /// What the App Store asks about refunds, and what it is told.
    static let refundRequests: [Self] = [
        Self(
            .server,
            .get,
            "/v1/refund-requests",
            "A page of refunds about which the App Store asked, of all customers.",
            for: .scope(.refunds)
        )
        .asking("state", state).asking("cursor", .text).asking("limit", .integer(1...200))
        .answering(.object(["refundRequests": .list(of: .named("RefundRequest"))], ["cursor": .text])),
        Self(.server, .get, "/v1/refund-requests/{request}", "One of them.", for: .scope(.refunds))
            .answering(.named("RefundRequest")).refusing(404, "The App Store has not asked."),
        answer(.put, "/v1/refund-requests/{request}/answer", "Tells the App Store; the same again tells nothing more."),
        Self(
            .server,
            .get,
            "/v1/customers/{customer}/refund-requests",
            "Refunds about which the App Store asked, and what it was told.",
            for: .scope(.refunds)
        )
        .answering(.object(["refundRequests": .list(of: .named("RefundRequest"))])),
        answer(
            .post,
            "/v1/customers/{customer}/refund-requests/{request}/answer",
            "Tells the App Store of the use of a purchase, and what the developer would like."
        ),
    ]

    private static func answer(_ method: HTTPRequest.Method, _ path: String, _ summary: String) -> Self {
        Self(.server, method, path, summary, for: .scope(.refunds))
            .taking(
                .body(
                    [:],
                    [
                        "preference": .choice(ConsumptionPolicy.Preference.allCases.map(\.rawValue)),
                        "customerConsented": .flag, "isRehearsal": .flag,
                    ]
                )
            )
            .answering(.object(["answer": .consumptionAnswer, "isSent": .flag, "wasMadeBefore": .flag]))
            .refusing(400, "The body is wrong.").refusing(404, "The App Store has not asked.")
            .refusing(409, "There is no consent, it is too late, or the App Store refuses.")
            .refusing(413, "The body is too long.")
    }

    private static let state = JSONSchema.choice(RefundRequestState.allCases.map(\.rawValue))
}
