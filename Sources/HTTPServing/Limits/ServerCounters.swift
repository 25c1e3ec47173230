/// What a server has refused and cut off since it was started.
package struct ServerCounters: Sendable, Hashable {
    /// Connections that are open now.
    package var open = 0
    /// The most connections that may be open.
    package var limit = 0
    /// Bytes of request bodies that are held now.
    package var bodyBytes = 0
    /// Bytes of long answers that are being made or have not been read yet.
    package var answerBytes = 0
    /// Connections that were answered 503 because there were too many, and requests of HTTP/2, for the same reason.
    package var refused = 0
    /// Requests whose head was too long, or took too long, or that were sent too far ahead of their answers.
    package var badHeads = 0
    /// Requests whose body took too long.
    package var lateBodies = 0
    /// Requests that were answered 503 because all bodies together were too long.
    package var refusedBodies = 0
    /// Requests that were answered 503 because all long answers together were too long.
    package var refusedAnswers = 0
    /// Connections that were closed because the other side did not read its answer.
    package var stalledAnswers = 0
    /// How often no connection could be accepted because the system had no descriptors or no memory.
    package var pauses = 0

    /// Nothing yet.
    package init() {}

    /// The names and values as `/health` shows them.
    package var members: [(name: String, value: Int)] {
        [
            ("open", open), ("limit", limit), ("bodyBytes", bodyBytes), ("answerBytes", answerBytes),
            ("refused", refused), ("badHeads", badHeads), ("lateBodies", lateBodies), ("refusedBodies", refusedBodies),
            ("refusedAnswers", refusedAnswers), ("stalledAnswers", stalledAnswers), ("pauses", pauses),
        ]
    }
}
