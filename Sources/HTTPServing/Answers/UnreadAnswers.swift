import Locking

/// The long answers of a server that somebody waits for or has not read yet, over all connections together.
final class UnreadAnswers: Sendable {
    private let room: Locked<SendingRoom>

    /// - Parameter limit: The most bytes of long answers.
    init(limit: Int) { room = Locked(SendingRoom(limit: limit)) }

    /// Adds what is held, and how many were refused, to what else was counted.
    func fill(_ counters: inout ServerCounters) {
        let (held, refused) = room.withLock { ($0.held, $0.refused) }
        (counters.answerBytes, counters.refusedAnswers) = (held, refused)
    }

    /// Takes room for an answer before it is made, as long as the last one to the same question was.
    ///
    /// Making a long answer takes memory and time, too: those who ask for one when there is no room cost nothing.
    ///
    /// - Parameter path: Where it is asked for; nil where the last answer says nothing of the next.
    /// - Returns: Nil if there is no room.
    func expect(_ path: String?) -> AnswerShare? {
        room.withLock { room in room.take(path.map { room.expectedLength($0) } ?? 0) }.map { AnswerShare($0, of: self) }
    }

    /// Remembers how long the answer to a question was.
    func note(_ length: Int, _ path: String?) {
        guard let path else { return }
        room.withLock { $0.note(length, path) }
    }

    /// Gives a place back and takes one for another length; in one step, so that nobody comes between.
    ///
    /// - Returns: Nil if there is no room. The former place is given back then, too.
    func exchange(_ place: SendingRoom.Place, for length: Int) -> SendingRoom.Place? {
        room.withLock { room in
            room.giveBack(place)
            return room.take(length)
        }
    }

    func giveBack(_ place: SendingRoom.Place) { room.withLock { $0.giveBack(place) } }
}
