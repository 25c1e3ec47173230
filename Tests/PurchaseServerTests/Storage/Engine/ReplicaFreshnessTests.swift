import Testing

@testable import PurchaseServer

@Suite("How far databases that follow another one have come")
struct ReplicaFreshnessTests {
    /// Where the followed database is.
    private func position(_ number: Int, in history: String = "1", writer: String? = "a") throws -> LogPlace {
        LogPlace(
            position: try #require(LogPosition("0/\(String(number, radix: 16))")),
            history: history,
            writer: writer
        )
    }

    /// Where one is that follows.
    private func repeated(_ number: Int, in history: String = "1") throws -> LogPlace {
        try position(number, in: history, writer: nil)
    }

    @Test("A place in a log is two numbers in hexadecimal digits, the first of which counts more")
    func positions() throws {
        let texts = ["0/0", "0/A", "0/10", "0/FFFFFFFF", "1/0", "16/B374D848", "FFFFFFFF/FFFFFFFF"]
        let positions = try texts.map { try #require(LogPosition($0)) }
        #expect(positions == positions.sorted() && Set(positions).count == texts.count)
        for text in ["", "1", "/", "1/", "/1", "1/2/3", "g/1", "100000000/0", "-1/0"] {
            #expect(LogPosition(text) == nil, "\(text)")
        }
    }

    @Test("Nobody is asked before it is known where they are")
    func unknown() throws {
        var freshness = ReplicaFreshness(count: 2, maximumAge: 5)
        #expect(freshness.usable(for: "flora", at: 0) == [])
        freshness.note(try position(10), asked: 1)
        #expect(freshness.usable(for: nil, at: 1) == [])
        freshness.note(try repeated(9), of: 0)
        #expect(freshness.usable(for: nil, at: 1) == [])
        freshness.note(try repeated(10), of: 1)
        #expect(freshness.usable(for: "flora", at: 1) == [1])
    }

    @Test("One has everything up to the last question whose place it has passed, and may be so much behind")
    func age() throws {
        var freshness = ReplicaFreshness(count: 2, maximumAge: 5)
        for second in 1...4 { freshness.note(try position(second * 10), asked: Double(second)) }
        freshness.note(try repeated(25), of: 0)
        freshness.note(try repeated(40), of: 1)
        // The least behind comes first.
        #expect(freshness.usable(for: nil, at: 5) == [1, 0])
        #expect(freshness.usable(for: nil, at: 7) == [1, 0])
        #expect(freshness.usable(for: nil, at: 7.5) == [1])
        #expect(freshness.usable(for: nil, at: 9.5) == [])
        // It never knows less than before.
        freshness.note(try repeated(11), of: 1)
        #expect(freshness.usable(for: nil, at: 9) == [1])
    }

    @Test("One that lags by more than may be is not asked, however often it says where it is")
    func lagging() throws {
        var freshness = ReplicaFreshness(count: 1, maximumAge: 5)
        for second in 1...60 {
            freshness.note(try position(second * 10), asked: Double(second))
            freshness.note(try repeated(max(second - 8, 0) * 10), of: 0)
            #expect(freshness.usable(for: nil, at: Double(second)) == [])
        }
        freshness.note(try repeated(600), of: 0)
        #expect(freshness.usable(for: nil, at: 60) == [0])
    }

    @Test("About whom this server has changed something nobody is asked who may not have it")
    func changes() throws {
        var freshness = ReplicaFreshness(count: 1, maximumAge: 5)
        freshness.note(try position(10), asked: 1)
        freshness.note(try repeated(10), of: 0)
        freshness.noteChange(of: ["flora"], at: 1)
        #expect(freshness.usable(for: "flora", at: 1) == [])
        #expect(freshness.usable(for: "rose", at: 1) == [0])
        #expect(freshness.usable(for: nil, at: 1) == [0])
        freshness.note(try position(20), asked: 2)
        #expect(freshness.usable(for: "flora", at: 2) == [])
        freshness.note(try repeated(20), of: 0)
        #expect(freshness.usable(for: "flora", at: 2) == [0])
        freshness.noteChange(of: nil, at: 2.5)
        #expect(freshness.usable(for: "rose", at: 2.5) == [])
        #expect(freshness.usable(for: nil, at: 2.5) == [0])
    }

    @Test("One that does not answer is not asked until it says where it is")
    func failure() throws {
        var freshness = ReplicaFreshness(count: 1, maximumAge: 5)
        freshness.note(try position(10), asked: 1)
        freshness.note(try repeated(10), of: 0)
        freshness.noteFailure(of: 0)
        #expect(freshness.usable(for: nil, at: 1) == [])
        freshness.note(try repeated(10), of: 0)
        #expect(freshness.usable(for: nil, at: 1) == [0])
    }

    @Test("One of another history knows nothing, however far it has come")
    func histories() throws {
        var freshness = ReplicaFreshness(count: 3, maximumAge: 5)
        freshness.note(try position(10), asked: 1)
        for follower in 0..<3 { freshness.note(try repeated(10), of: follower) }
        // One was promoted and counts on, another follows that one, or has another database.
        freshness.note(try position(90, writer: "b"), of: 0)
        freshness.note(try repeated(90, in: "2"), of: 1)
        #expect(freshness.usable(for: nil, at: 1) == [2])
        // The followed database itself is of its own history, and has everything.
        freshness.note(try position(10), of: 0)
        freshness.note(try position(10, in: "2"), of: 1)
        #expect(freshness.usable(for: nil, at: 1) == [0, 2])
        // It was started anew, and goes on with its history.
        freshness.note(try position(20, writer: "c"), asked: 2)
        #expect(freshness.usable(for: nil, at: 2) == [0, 2])
        freshness.note(try position(20), of: 0)
        freshness.note(try position(20, writer: "c"), of: 2)
        #expect(freshness.usable(for: nil, at: 2) == [2])
    }

    @Test("After a failover nobody is asked who does not say that they follow the one that was promoted")
    func failover() throws {
        var freshness = ReplicaFreshness(count: 2, maximumAge: 5)
        freshness.note(try position(50), asked: 1)
        for follower in 0..<2 { freshness.note(try repeated(50), of: follower) }
        freshness.note(try position(40, in: "2", writer: "b"), asked: 2)
        #expect(freshness.usable(for: nil, at: 2) == [])
        freshness.note(try repeated(60), of: 0)
        freshness.note(try repeated(40, in: "2"), of: 1)
        #expect(freshness.usable(for: nil, at: 2) == [1])
        // What is asked as if it were followed, and follows itself, acknowledges nothing.
        freshness.note(try repeated(70, in: "2"), asked: 3)
        freshness.note(try repeated(70, in: "2"), of: 1)
        freshness.noteChange(of: ["flora"], at: 2)
        #expect(freshness.usable(for: "flora", at: 3) == [])
        #expect(freshness.usable(for: "rose", at: 3) == [1])
    }

    @Test("A flood of changes is not remembered one by one, and none is forgotten for it")
    func flood() throws {
        var freshness = ReplicaFreshness(count: 1, maximumAge: 5)
        freshness.note(try position(10), asked: 1)
        freshness.note(try repeated(10), of: 0)
        for number in 0..<80_000 { freshness.noteChange(of: ["customer \(number)"], at: 2) }
        for name in ["customer 0", "customer 12000", "customer 79999"] {
            #expect(freshness.usable(for: name, at: 2) == [], "\(name)")
        }
        freshness.note(try position(20), asked: 3)
        freshness.note(try repeated(20), of: 0)
        #expect(freshness.usable(for: "customer 0", at: 3) == [0])
        // Those of long ago go without anybody being asked more.
        for number in 0..<20_010 { freshness.noteChange(of: ["late \(number)"], at: 20) }
        freshness.note(try position(30), asked: 21)
        freshness.note(try repeated(30), of: 0)
        freshness.noteChange(of: ["one more"], at: 22)
        #expect(freshness.usable(for: "late 5", at: 22) == [0])
        #expect(freshness.usable(for: "one more", at: 22) == [])
    }
}
