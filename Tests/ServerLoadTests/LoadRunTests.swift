import AppStoreModels
import AppStoreTrust
import Foundation
import LocalAppStore
import TestSupport
import Testing

@testable import ServerLoad

@Suite("Playing customers against a server")
struct LoadRunTests {
    private let clock = ScriptedClock()

    private static let stock = Result {
        let shop = try LoadShop(
            customers: 3,
            renewals: 2,
            app: SampleShop.app,
            authority: TestAuthority.trusted.get(),
            seed: 1,
            date: TestAuthority.signingDate,
            environment: .sandbox
        )
        return try LoadStock(shop, needs: [.upload: 4, .notification: 5])
    }

    private func run(_ plan: LoadPlan, _ server: ScriptedServer, _ clock: ScriptedClock? = nil) throws
        -> LoadRun<ScriptedClock>
    {
        try LoadRun(
            plan: plan,
            target: LoadTarget(server: try #require(URL(string: "http://127.0.0.1:8080")), key: "psr_public_x"),
            stock: try Self.stock.get(),
            transport: server,
            clock: clock ?? self.clock
        )
    }

    private static let lookUps = LoadMix(checkedText: "look-up=1")

    private func plan(_ pace: LoadPlan.Pace, warmUp: Double = 0, mix: LoadMix = Self.lookUps) -> LoadPlan {
        LoadPlan(pace: pace, connections: 1, warmUp: warmUp, duration: 1, mix: mix, seed: 1)
    }

    @Test("At a rate a stall counts for those who had to wait for it, too")
    func coordinatedOmission() async throws {
        // A hundred a second, a millisecond each; the 51st takes 200.
        let server = ScriptedServer(clock, taking: { $0 == 50 ? .milliseconds(200) : .milliseconds(1) })
        let result = try await run(plan(.rate(perSecond: 100)), server).result()
        let part = try #require(result.parts[.lookUp])
        #expect(part.response.count == 100)
        #expect(part.goodCount == 100)
        #expect(part.response.maximum == 200_000)
        // The next was due 10 ms after it, and is answered after 191; each after that catches up by 9.
        #expect(part.response.count(upTo: 1_999) == 77)
        #expect(part.response.count(upTo: 100_000) == 77 + 11)
        #expect(part.service.count(upTo: 1_999) == 99)
        #expect(part.service.maximum == 200_000)
        #expect(result.rate == 100)
        #expect(result.unsentCount == 0)
        #expect(result.generatorDelay == 0)
    }

    @Test("What a server that does not keep up is never sent is told")
    func unsent() async throws {
        let server = ScriptedServer(clock, taking: { $0 == 50 ? .milliseconds(600) : .milliseconds(1) })
        let result = try await run(plan(.rate(perSecond: 100)), server).result()
        #expect(result.unsentCount == 49)
        #expect(result.total.response.count == 51)
        #expect(result.total.response.maximum == 600_000)
    }

    @Test("What this machine is late by itself is not the server's, and told apart")
    func generatorDelay() async throws {
        var late = clock
        late.lateness = .milliseconds(3)
        let server = ScriptedServer(late)
        let result = try await run(plan(.rate(perSecond: 100)), server, late).result()
        #expect(result.generatorDelay == 3_000)
        // The first is due at once, and nobody waits for it.
        #expect(result.total.response.maximum == 1_000)
        #expect(result.total.response.count == 100)
    }

    @Test("Without a rate each is sent when the one before was answered")
    func closed() async throws {
        let server = ScriptedServer(clock, taking: { $0 == 50 ? .milliseconds(501) : .milliseconds(1) })
        let result = try await run(plan(.asAnswered), server).result()
        #expect(result.total.response.count == 500)
        #expect(result.total.response.maximum == 501_000)
        #expect(result.total.response == result.total.service)
    }

    @Test("The time before it is counted is not counted")
    func warmUp() async throws {
        let server = ScriptedServer(clock, taking: { $0 < 10 ? .milliseconds(50) : .milliseconds(1) })
        let result = try await run(plan(.rate(perSecond: 10), warmUp: 1), server).result()
        #expect(server.requests.count == 20)
        #expect(result.total.response.count == 10)
        #expect(result.total.response.maximum == 1_000)
    }

    @Test("An app shows the tag of its last answer, and what has not changed is a good answer")
    func tags() async throws {
        let server = ScriptedServer(
            clock,
            answering: { _, request in
                let isKnown = request.headers["If-None-Match"] == "\"a\""
                return HTTPTransportResponse(
                    status: isKnown ? 304 : 200,
                    body: Data(),
                    retryAfterHeader: nil,
                    entityTagHeader: "\"a\""
                )
            }
        )
        let result = try await run(plan(.rate(perSecond: 100)), server).result()
        let first = Set(server.requests.filter { $0.headers["If-None-Match"] == nil }.map(\.url.path))
        #expect(first.count == 3)
        #expect(result.total.goodCount == 100)
        #expect(result.total.unchangedCount == 97)
        #expect(
            server.requests.allSatisfy { $0.headers["Authorization"] == "Bearer psr_public_x" && $0.method == "GET" }
        )
    }

    @Test("What is refused, and what gets no answer, is counted by its reason")
    func failures() async throws {
        let server = ScriptedServer(
            clock,
            answering: { number, _ in
                if number % 10 == 0 { throw HTTPTransportError(.timedOut, reason: "late") }
                return HTTPTransportResponse(
                    status: number % 10 == 1 ? 429 : number % 10 == 2 ? 304 : 200,
                    body: Data()
                )
            }
        )
        let part = try #require(try await run(plan(.rate(perSecond: 100)), server).result().parts[.lookUp])
        // 304 is no answer to who showed no tag.
        #expect(part.failures == ["timed-out": 10, "429": 10, "304": 10])
        #expect(part.goodCount == 70)
        #expect(part.response.count == 100)
    }

    @Test("All three kinds are sent to where they belong; what there is too little of begins again")
    func kinds() async throws {
        let server = ScriptedServer(clock)
        let mix = try #require(LoadMix("upload=1,look-up=1,notification=1"))
        let result = try await run(plan(.rate(perSecond: 90), mix: mix), server).result()
        #expect(LoadKind.allCases.map { result.parts[$0]?.goodCount ?? 0 }.reduce(0, +) == 90)
        let notifications = server.requests.filter { $0.url.path == "/apple/notifications" }
        #expect(Set(notifications.map(\.body)).count == 5)
        #expect(notifications.allSatisfy { $0.headers["Authorization"] == nil })
        #expect(result.repetitions[.notification] == (notifications.count - 1) / 5)
        let uploads = server.requests.filter { $0.method == "POST" && $0.url.path.hasSuffix("/transactions") }
        #expect(Set(uploads.map(\.body)).count == 6)
        #expect(uploads.allSatisfy { $0.url.path.hasPrefix("/v1/app/customers/load-1-") })
    }

    @Test("The same seed sends the same to the same customers, another seed does not")
    func seeds() async throws {
        func paths(_ seed: UInt64) async throws -> [String] {
            let clock = ScriptedClock()
            let server = ScriptedServer(clock)
            var plan = plan(.rate(perSecond: 50), mix: .usual)
            plan.seed = seed
            _ = try await run(plan, server, clock).result()
            return server.requests.map(\.url.path)
        }
        #expect(try await paths(1) == paths(1))
        #expect(try await paths(1) != paths(2))
    }

    @Test("Each customer is made known first; a server that takes them not is told by its own words")
    func introduction() async throws {
        let server = ScriptedServer(clock)
        try await run(plan(.asAnswered), server).introduce()
        #expect(Set(server.requests.map(\.url.path)).count == 3)
        let refusing = ScriptedServer(
            clock,
            answering: { _, _ in
                HTTPTransportResponse(
                    status: 422,
                    body: Data(#"{"error":{"code":"transaction-not-authentic","message":"untrusted root"}}"#.utf8)
                )
            }
        )
        let failure = await #expect(throws: LoadFailure.self) {
            try await run(plan(.asAnswered), refusing).introduce()
        }
        #expect(failure?.code == .notTaken)
        #expect(failure?.reason.contains("transaction-not-authentic: untrusted root") == true)
    }

    @Test("A plan for which there is nothing to send is refused before anything is sent")
    func nothingToSend() throws {
        let shop = try LoadShop(
            customers: 1,
            renewals: 1,
            app: SampleShop.app,
            authority: TestAuthority.trusted.get(),
            seed: 1,
            date: TestAuthority.signingDate,
            environment: .sandbox
        )
        let stock = try LoadStock(shop, needs: [:])
        let url = try #require(URL(string: "http://127.0.0.1:8080"))
        #expect(throws: LoadFailure.self) {
            try LoadRun(
                plan: LoadPlan(),
                target: LoadTarget(server: url, key: nil),
                stock: stock,
                transport: ScriptedServer(clock),
                clock: clock
            )
        }
    }
}

extension LoadMix {
    /// A mix that a test knows to be one.
    fileprivate init(checkedText text: String) {
        self = LoadMix(text) ?? .usual
    }
}
