import Testing

@testable import ServerLoad

@Suite("What is done how often")
struct LoadMixTests {
    @Test("A mix is read by its kinds, and each comes as often as it weighs")
    func shares() throws {
        let mix = try #require(LoadMix("upload=1,look-up=7,notification=2"))
        #expect(mix.share(of: .lookUp) == 0.7)
        let kinds = (0..<10).map { mix.kind(for: UInt64($0)) }
        #expect(kinds.count { $0 == .upload } == 1)
        #expect(kinds.count { $0 == .lookUp } == 7)
        #expect(kinds.count { $0 == .notification } == 2)
        #expect(LoadMix("look-up=1")?.share(of: .upload) == 0)
    }

    @Test(
        "What is no mix is none",
        arguments: [
            "", "look-up", "look-up=", "look-up=-1", "look-up=0", "look-up=1,look-up=2", "buy=1", "look-up=1,",
            "look-up=1=2",
            "look-up=9999999", "look-up=1;upload=1",
        ]
    )
    func refusals(text: String) {
        #expect(LoadMix(text) == nil)
    }

    @Test("Chance follows from seed and place alone, by the numbers of SplitMix64")
    func random() {
        let random = LoadRandom(seed: 0)
        #expect(random.number(at: 0) == 0xE220_A839_7B1D_CDAF)
        #expect(random.number(at: 1) == 0x6E78_9E6A_A1B9_65F4)
        #expect(random.number(at: 2) == 0x06C4_5D18_8009_454F)
    }

    @Test(
        "A plan says what is wrong with it",
        arguments: [
            (LoadPlan(), true), (LoadPlan(pace: .rate(perSecond: 0)), false),
            (LoadPlan(pace: .rate(perSecond: .nan)), false),
            (LoadPlan(connections: 0), false), (LoadPlan(warmUp: -1), false), (LoadPlan(duration: 0), false),
            (LoadPlan(pace: .rate(perSecond: 100)), true),
        ]
    )
    func plans(plan: LoadPlan, isGood: Bool) {
        #expect((plan.mistake == nil) == isGood)
    }

    @Test("A rate says how many requests there are")
    func count() {
        #expect(LoadPlan(pace: .rate(perSecond: 10.1), warmUp: 1, duration: 2).requestCount == 31)
        #expect(LoadPlan().requestCount == nil)
    }
}
