import Foundation
import Testing

@testable import Simulation

@Suite("Stories")
struct StoryTests {
    @Test("A story survives JSON, with every kind of step")
    func json() throws {
        let story = SimulationStory(
            seed: .max,
            customers: 2,
            steps: [
                .pass(hours: 3), .launch(customer: 0), .quit(customer: 1), .buy(customer: 0, product: "seeds"),
                .refresh(customer: 0), .restore(customer: 1), .renewal(customer: 0, isOn: false),
                .plan(customer: 0, product: "bouquet.weekly"), .card(customer: 1, isGood: false),
                .refund(customer: 0, choice: 2), .refundReversed(customer: 0, choice: 0),
                .weather(lane: .webhooks, weather: .answers429, hours: 4),
                .disk(fault: .syncFails, writes: 3, hours: 5), .crash(hours: 6), .settle,
            ]
        )
        #expect(try SimulationStory(json: story.json) == story)
    }

    @Test(
        "What is no story is refused with a reason",
        arguments: ["", "{}", #"{"seed":1,"customers":1,"steps":["x"]}"#]
    )
    func noStory(text: String) {
        #expect(throws: SimulationError.self) { try SimulationStory(json: Data(text.utf8)) }
    }

    @Test("A story without customers, or with too many, is not played", arguments: [0, -1, 1_001])
    func customers(count: Int) async {
        let story = SimulationStory(seed: 1, customers: count, steps: [.settle])
        await #expect(throws: SimulationError.self) { try await StoryPlayer.play(story) }
    }

    @Test(
        "Stories are of as many days and customers as are wanted, and end when all is in order",
        arguments: [2, 20, 365]
    )
    func length(days: Int) {
        var writer = StoryWriter(seed: 4, days: days, customers: 5)
        let story = writer.story()
        let hours = story.steps.reduce(0) { sum, step in
            if case .pass(let hours) = step { sum + hours } else { sum }
        }
        #expect(hours <= days * 24)
        #expect(hours >= days * 12)
        #expect(story.steps.last == .settle)
        #expect(Set(story.steps.compactMap(\.customer)) == Set(0..<5))
        #expect(writer.story() == story)
    }

    @Test(
        "More days than can be counted are a hundred years, fewer than there can be are two",
        arguments: [Int.max, .min]
    )
    func impossibleDays(days: Int) {
        var writer = StoryWriter(seed: 4, days: days, customers: 1)
        let most = days > 0 ? StoryWriter.mostDays : StoryWriter.fewestDays
        let hours = writer.story().steps.reduce(0) { sum, step in
            if case .pass(let hours) = step { sum + hours } else { sum }
        }
        #expect(hours <= most * 24)
    }

    @Test("Who renews and then takes a higher plan has paid for both, also by the word of a receipt")
    func upgradeAfterRenewal() async throws {
        let story = SimulationStory(
            seed: 33,
            customers: 1,
            steps: [
                .buy(customer: 0, product: "bouquet.monthly"), .pass(hours: 39), .pass(hours: 118), .pass(hours: 16),
                .plan(customer: 0, product: "bouquet.yearly"), .settle,
            ]
        )
        let outcome = try await StoryPlayer.play(story)
        #expect(outcome.finding == nil)
        #expect(outcome.steps == story.steps.count)
    }

    @Test("Any number chooses one of the refunds")
    func impossibleChoice() async throws {
        let steps: [SimulationStep] = [
            .buy(customer: 0, product: SimulatedGoods.seeds), .refund(customer: 0, choice: .min),
            .refundReversed(customer: 0, choice: .min),
        ]
        let outcome = try await StoryPlayer.play(SimulationStory(seed: 1, customers: 1, steps: steps))
        #expect(outcome.finding == nil)
        #expect(outcome.steps == 3)
    }

    @Test("Many seeds tell of every kind of step, lane, weather and fault")
    func variety() {
        var lanes: Set<NetworkLane> = []
        var weathers: Set<NetworkWeather> = []
        var faults: Set<DiskFault> = []
        var kinds: Set<String> = []
        for seed in UInt64(1)...200 {
            var writer = StoryWriter(seed: seed, days: 30, customers: 3)
            for step in writer.story().steps {
                kinds.insert(String("\(step)".prefix { $0 != "(" }))
                if case .weather(let lane, let weather, _) = step {
                    (lanes, weathers) = (lanes.union([lane]), weathers.union([weather]))
                }
                if case .disk(let fault, _, _) = step { faults.insert(fault) }
            }
        }
        #expect(lanes == Set(NetworkLane.allCases))
        #expect(weathers == Set(NetworkWeather.allCases).subtracting([.clear]))
        #expect(faults == Set(DiskFault.allCases))
        #expect(
            kinds == [
                "pass", "launch", "quit", "buy", "refresh", "restore", "renewal", "plan", "card", "refund",
                "refundReversed", "weather", "disk", "crash", "settle",
            ]
        )
    }

    @Test("A story is made as short as it fails, and customers without a part leave it")
    func shrinking() async throws {
        var writer = StoryWriter(seed: 9, days: 30, customers: 4)
        var story = writer.story()
        story.steps.insert(.buy(customer: 3, product: "greenhouse"), at: 10)
        story.steps.append(.crash(hours: 1))
        // Fails by rule 5 once customer 3, or who is left of it, has the greenhouse and the machine has crashed.
        let shrinker = StoryShrinker(rule: 5) { story in
            let last = story.customers - 1
            guard let bought = story.steps.firstIndex(of: .buy(customer: last, product: "greenhouse")),
                let crashed = story.steps[bought...].firstIndex(where: { if case .crash = $0 { true } else { false } })
            else { return nil }
            return SimulationFinding(rule: 5, step: crashed + 1, seen: "")
        }
        let short = try await shrinker.shrink(story, failingAfter: story.steps.count)
        #expect(short.steps.count == 2)
        #expect(short.steps.first == .buy(customer: 0, product: "greenhouse"))
        #expect(short.customers == 1)
    }

    @Test("Another rule is another failure")
    func otherRule() async throws {
        let story = SimulationStory(seed: 1, customers: 1, steps: [.settle, .crash(hours: 1), .settle])
        let shrinker = StoryShrinker(rule: 1) { story in
            SimulationFinding(rule: story.steps.count == 3 ? 1 : 2, step: story.steps.count, seen: "")
        }
        #expect(try await shrinker.shrink(story, failingAfter: 3).steps.count == 3)
    }
}
