/// How many questions are asked at once, and of whom. One without an answer takes a place until its deadline.
///
/// One place is kept for every lane of which nothing is asked. So all servers but one may be silent, and that one is still
/// asked, and at once.
struct PollPlaces {
    /// How many there are.
    static let limit = 8

    private let lanes: [PollLane]
    /// The lanes of the questions that are being asked.
    private(set) var underWay: [DueQuestion.ID: PollLane] = [:]
    private var counts: [PollLane: Int] = [:]

    /// - Parameter lanes: Those in which anything may be asked.
    init(among lanes: [PollLane]) { self.lanes = lanes }

    /// The lanes in which another question may be asked now, those with the fewest under way first.
    var open: [PollLane] {
        let idle = lanes.count { count($0) == 0 }
        return lanes.filter { lane in
            let kept = count(lane) == 0 ? idle - 1 : idle
            return underWay.count + kept < Self.limit
        }
        .sorted { count($0) < count($1) }
    }

    /// A question is asked.
    mutating func take(_ question: DueQuestion.ID, in lane: PollLane) {
        guard underWay.updateValue(lane, forKey: question) == nil else { return }
        counts[lane, default: 0] += 1
    }

    /// A question has ended.
    mutating func giveBack(_ question: DueQuestion.ID) {
        guard let lane = underWay.removeValue(forKey: question) else { return }
        counts[lane, default: 0] -= 1
    }

    private func count(_ lane: PollLane) -> Int { counts[lane] ?? 0 }
}
