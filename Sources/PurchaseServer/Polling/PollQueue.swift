import Foundation

/// What was read from the storage and waits for its turn, by lanes.
struct PollQueue {
    /// A question that waits.
    struct Waiting {
        let question: DueQuestion
        let lane: PollLane
        /// When it was taken, or taken anew.
        let taken: Date
    }

    private var waiting: [PollLane: ArraySlice<DueQuestion>] = [:]
    private var taken: [DueQuestion.ID: Date] = [:]
    /// When it was looked in vain for something in a lane.
    private var vainLooks: [PollLane: Date] = [:]

    /// How many seconds pass after a look in vain before the next while other questions are under way: each of their answers
    /// would be an occasion.
    private static let pause: TimeInterval = 1

    func isEmpty(_ lane: PollLane) -> Bool { waiting[lane]?.isEmpty ?? true }

    /// Adds a question that was taken, unless it is under way or waits already; then it is taken anew.
    mutating func add(
        _ question: DueQuestion,
        to lane: PollLane,
        at date: Date,
        besides underWay: [DueQuestion.ID: PollLane]
    ) {
        guard underWay[question.id] == nil, taken.updateValue(date, forKey: question.id) == nil else { return }
        waiting[lane, default: []].append(question)
    }

    /// Takes the question out that comes first in a lane.
    mutating func popFirst(_ lane: PollLane) -> Waiting? {
        guard let question = waiting[lane]?.popFirst() else { return nil }
        return taken.removeValue(forKey: question.id).map { Waiting(question: question, lane: lane, taken: $0) }
    }

    /// Whether there may be something that was not there at the last look.
    func isWorthLooking(_ lane: PollLane, at date: Date) -> Bool {
        vainLooks[lane].map { abs(date.timeIntervalSince($0)) >= Self.pause } ?? true
    }

    /// It was looked what is due in a lane.
    mutating func noteLook(_ lane: PollLane, at date: Date) { vainLooks[lane] = isEmpty(lane) ? date : nil }

    /// Whatever was looked for in vain may be there now.
    mutating func forgetLooks() { vainLooks = [:] }
}
