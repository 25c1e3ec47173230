package import HTTPTypes

/// Why a request is not carried out, whatever it asks for.
package enum RequestRefusal: Error, Sendable, Hashable {
    /// The body has more than this many bytes.
    case bodyTooLong(limit: Int)
    /// The body did not arrive in time.
    case bodyTooLate
    /// The other side went away in the middle of the body.
    case bodyCutOff
    /// All bodies that are being received are too long together.
    case overloaded
    /// All long answers that have not been read yet are too long together.
    case unreadAnswers
    /// The request calls the server by a name that is not its own.
    case foreignHost(String)
    /// A page of another site sent the request.
    case foreignOrigin(String)

    /// What programs decide by.
    package var code: String {
        switch self {
        case .bodyTooLong: "body-too-large"
        case .bodyTooLate: "body-too-late"
        case .bodyCutOff: "body-cut-off"
        case .overloaded: "overloaded"
        case .unreadAnswers: "overloaded"
        case .foreignHost: "foreign-host"
        case .foreignOrigin: "foreign-origin"
        }
    }

    /// The status of the answer.
    package var status: HTTPResponse.Status {
        switch self {
        case .bodyTooLong: .contentTooLarge
        case .bodyTooLate: .requestTimeout
        case .bodyCutOff: .badRequest
        case .overloaded, .unreadAnswers: .serviceUnavailable
        case .foreignHost, .foreignOrigin: .forbidden
        }
    }

    /// What was seen and what to do, for a person.
    package var message: String {
        switch self {
        case .bodyTooLong(let limit): "the body is longer than \(limit) bytes"
        case .bodyTooLate: "the body did not arrive in time; send it without pauses"
        case .bodyCutOff: "the body ended before its end"
        case .overloaded: "the server receives too much at once; try again"
        case .unreadAnswers: "too many long answers have not been read yet; try again"
        case .foreignHost(let name):
            "this server is not called \(name.prefix(128)); ask it by an own name, or allow that one (--allow-host)"
        case .foreignOrigin(let origin): "pages of \(origin.prefix(128)) may not command this server"
        }
    }

    /// When to come back, in seconds.
    package var retryAfter: Int? { status == .serviceUnavailable ? 1 : nil }
}
