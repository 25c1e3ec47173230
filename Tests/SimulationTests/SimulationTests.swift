import Foundation
import Testing

@testable import Simulation

@Suite("The simulator", .timeLimit(.minutes(15)))
struct SimulationTests {
    @Test("The same seed is the same story with the same outcome, and another is another")
    func determinism() async throws {
        let campaign = SimulationCampaign(days: 25, customers: 3)
        let story = campaign.story(7)
        #expect(campaign.story(7) == story)
        let first = try await StoryPlayer.play(story)
        let second = try await StoryPlayer.play(story)
        #expect(first.finding == nil)
        #expect(first.trace == second.trace)
        #expect(first.digest == second.digest)
        #expect(campaign.story(8) != story)
        #expect(try await StoryPlayer.play(campaign.story(8)).digest != first.digest)
    }

    @Test("In a story everybody buys, renews, pays back and crashes")
    func isBusy() async throws {
        let story = SimulationCampaign(days: 60, customers: 4).story(3)
        let outcome = try await StoryPlayer.play(story)
        #expect(outcome.finding == nil)
        #expect(outcome.steps == story.steps.count)
        #expect(outcome.days >= 50)
        let trace = outcome.trace.joined(separator: "\n")
        for word in ["bouquet.", "/receipts 200", "/apple/notifications 200", "webhooks POST", "verifyReceipt 200"] {
            #expect(trace.contains(word), "\(word)")
        }
    }

    /// So many are played however slow the machine is: a seed takes a second or two of a processor.
    private static let fewestSeeds = 40

    @Test("200 seeds hold all rules, as many of them as three minutes allow, and forty at least")
    func seeds() async throws {
        // The bound is on the machine's time, so that a slow one is not held up: seeds that were begun are played to the end.
        let end = ContinuousClock.now + .seconds(180)
        let played = await withTaskGroup(of: Int.self) { group in
            for part in 0..<2 {
                group.addTask {
                    var played = 0
                    for seed in stride(from: 1 + part, through: 200, by: 2)
                    where seed <= Self.fewestSeeds || ContinuousClock.now < end {
                        await Self.play(UInt64(seed))
                        played += 1
                    }
                    return played
                }
            }
            return await group.reduce(0, +)
        }
        #expect(played >= Self.fewestSeeds)
        Attachment.record("\(played) of 200 seeds were played", named: "seeds.txt")
    }

    private static func play(_ seed: UInt64) async {
        do {
            let result = try await SimulationCampaign().play(seed)
            guard let finding = result.outcome.finding else { return }
            let story = try result.shortStory.map { String(decoding: try $0.json, as: UTF8.self) } ?? ""
            Issue.record("seed \(seed), \(finding)\n\(story)")
        } catch {
            Issue.record("seed \(seed): \(error)")
        }
    }
}
