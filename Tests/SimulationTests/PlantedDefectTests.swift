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

    @Test(
        "Where others are quicker, each rule finds it by itself, too",
        arguments: PlantedDefect.allCases.filter { !$0.quietRules.isEmpty }
    )
    func foundByEach(defect: PlantedDefect) async throws {
        let campaign = SimulationCampaign(days: 20, customers: 2, seams: defect.seams)
        for rule in SimulationRule.all where defect.quietRules.contains(rule.number) {
            var found: SimulationFinding?
            for seed in Self.seeds where found == nil {
                found = try await StoryPlayer.play(campaign.story(seed), defect.seams, rules: [rule]).finding
            }
            #expect(found?.rule == rule.number, "\(defect.rawValue): \(found?.description ?? "found by no seed")")
        }
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

    @Test("There are ten at least, and there is no rule of which it is not shown that it sees one")
    func enough() {
        #expect(PlantedDefect.allCases.count >= 10)
        // One of several is not shown to be the one.
        let alone = PlantedDefect.allCases.filter { $0.rules.count == 1 }.flatMap(\.rules)
        let shown = Set(alone + PlantedDefect.allCases.flatMap(\.quietRules))
        #expect(shown == Set(SimulationRule.all.map(\.number)))
    }
}
