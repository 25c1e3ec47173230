/// An answer that is given before there is a request to route.
struct BriefAnswer: Equatable {
    private let status: String
    private let headers: String
    private let body: String

    /// The bytes of the answer.
    var text: String {
        "HTTP/1.1 \(status)\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: \(body.utf8.count)\r\n"
            + "\(headers)Connection: close\r\n\r\n\(body)"
    }

    static let tooManyConnections = BriefAnswer(
        status: "503 Service Unavailable",
        headers: "Retry-After: 1\r\n",
        body: "there are too many connections; try again\n"
    )
    static let headTooLate = BriefAnswer(
        status: "408 Request Timeout",
        headers: "",
        body: "the head of the request did not arrive in time\n"
    )
    static let headTooLong = BriefAnswer(
        status: "431 Request Header Fields Too Large",
        headers: "",
        body: "the head of the request is too long\n"
    )
}
