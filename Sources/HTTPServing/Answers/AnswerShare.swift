import Locking

/// The room of one answer. It is free again when nobody has this object any more.
///
/// The body of the answer holds it. Whether that is written to its end, breaks off with its connection or is dropped before
/// its first byte: it lets go of the share when it lets go of the bytes.
final class AnswerShare: Sendable {
    private let answers: UnreadAnswers
    private let place: Locked<SendingRoom.Place>

    init(_ place: SendingRoom.Place, of answers: UnreadAnswers) {
        self.answers = answers
        self.place = Locked(place)
    }

    deinit { answers.giveBack(place.withLock { $0 }) }

    /// Makes it as large as the answer has become.
    ///
    /// - Returns: Whether there is room; if not, it holds none any more.
    func fit(_ length: Int) -> Bool {
        place.withLock { place in
            let other = answers.exchange(place, for: length)
            place = other ?? .nothing
            return other != nil
        }
    }
}
