/// How much of long answers may be held until they have been read, and how much is.
///
/// It counts what it is told; ``UnreadAnswers`` lets only one thread count at a time.
struct SendingRoom {
    /// What an answer holds of the room.
    enum Place: Sendable, Equatable {
        /// It is short.
        case nothing
        /// So many bytes.
        case within(Int)
        /// It is longer than all of the room, and the only one of that kind.
        case besides
    }

    /// The longest answer that needs no room. All connections together may have one of these each.
    static let short = 32 * 1024

    /// How many questions with long answers are remembered.
    static let maximumQuestions = 64

    private let limit: Int
    private var isBesidesTaken = false
    private var lengths: [String: Int] = [:]
    /// The bytes that are held.
    private(set) var held = 0
    /// How many answers found no room.
    private(set) var refused = 0

    /// - Parameter limit: The most bytes of long answers.
    init(limit: Int) { self.limit = limit }

    /// Takes room for an answer.
    ///
    /// - Returns: Nil if there is none, which is counted; nothing is to be given back then.
    mutating func take(_ length: Int) -> Place? {
        guard length > Self.short else { return .nothing }
        if length <= limit - held {
            held += length
            return .within(length)
        }
        guard length > limit, !isBesidesTaken else {
            refused += 1
            return nil
        }
        isBesidesTaken = true
        return .besides
    }

    mutating func giveBack(_ place: Place) {
        switch place {
        case .nothing: break
        case .within(let length): held -= length
        case .besides: isBesidesTaken = false
        }
    }

    /// How long an answer is going to be, as far as the last one to the same question tells; 0 if it was short.
    func expectedLength(_ path: String) -> Int {
        // Mostly there are none, and every request comes by here.
        lengths.isEmpty ? 0 : lengths[path] ?? 0
    }

    /// Remembers how long an answer was.
    mutating func note(_ length: Int, _ path: String) {
        guard length > Self.short || !lengths.isEmpty else { return }
        guard length > Self.short else { return lengths[path] = nil }
        // What is forgotten is learned again from the next answer.
        if lengths.count == Self.maximumQuestions, lengths[path] == nil { lengths = [:] }
        lengths[path] = length
    }
}
