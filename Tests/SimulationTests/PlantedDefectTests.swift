import Testing

@testable import Simulation

@Suite("What the simulator sees", .timeLimit(.minutes(15)))
struct PlantedDefectTests {
    /// Among how many seeds each must be found.
    private static let seeds: ClosedRange<UInt64> = 1...40

    @Test("Each planted defect is found, by a rule that is about it", arguments: PlantedDefect.allCases)
    func found(defect: PlantedDefect) async throws {
        let campaign = SimulationCampaign(days: 20, customers: 2, seams: defect.seams)
        for seed in Self.seeds {
            guard let finding = try await StoryPlayer.play(campaign.story(seed), defect.seams).finding else { continue }
            #expect(defect.rules.contains(finding.rule), "\(defect.rawValue), seed \(seed): \(finding)")
            return
        }
        Issue.record("\(defect.rawValue) is not found by any of the seeds \(Self.seeds)")
    }

    @Test("A story that fails becomes a short one that fails alike, and holds in a world without the defect")
    func shrinks() async throws {
        let defect = PlantedDefect.refundsArePassedOver
        let campaign = SimulationCampaign(days: 20, customers: 2, seams: defect.seams)
        for seed in Self.seeds {
            let story = campaign.story(seed)
            guard let finding = try await StoryPlayer.play(story, defect.seams).finding else { continue }
            let result = try await campaign.play(seed)
            let short = try #require(result.shortStory)
            #expect(result.shortFinding?.rule == finding.rule)
            // Buying, and the refund.
            #expect(short.steps.count <= 4)
            let replayed = try SimulationStory(json: short.json)
            #expect(try await StoryPlayer.play(replayed, defect.seams).finding == result.shortFinding)
            #expect(try await StoryPlayer.play(replayed).finding == nil)
            return
        }
        Issue.record("no story fails")
    }

    @Test("There are ten at least, and each rule about what is kept, told and counted sees one")
    func enough() {
        #expect(PlantedDefect.allCases.count >= 10)
        let seen = PlantedDefect.allCases.reduce(into: Set<Int>()) { $0.formUnion($1.rules) }
        #expect(seen.isSuperset(of: [1, 2, 3, 4, 6, 7, 9, 10, 11, 13]))
    }
}
