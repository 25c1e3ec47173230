import AppStoreModels
import Foundation
import Locking
import TestSupport

/// The story of one shop over seven weeks: what happens in it, and what must be true at its end.
///
/// The store lives through it. The purchase server is killed at random moments and started again over the same data, on a
/// machine whose clock jumps where that can be arranged. The faults end twelve days before the story does, so that by then
/// the App Store has made its last attempt at everything.
struct Story: Sendable {
    let stage: Stage
    let store: StoryStore
    let receiver: StoryReceiver
    let peer: Peer
    let machine: StoryMachine
    let apps: StoryApps
    let customers: StoryCustomers
    /// Where webhooks go.
    let address: String
    /// When it ends: now.
    let end: Date

    private static let day: TimeInterval = 86_400

    /// When it begins.
    private var start: Date { end.addingTimeInterval(-50 * Self.day) }
    /// When the faults end.
    private var calm: Date { end.addingTimeInterval(-12 * Self.day) }

    init(_ stage: Stage, _ store: StoryStore, receiver: StoryReceiver, peer: Peer, address: String) throws {
        (self.stage, self.store, self.receiver, self.peer) = (stage, store, receiver, peer)
        self.address = "\(address)/hook"
        machine = StoryMachine(file: stage.file("time"))
        apps = StoryApps()
        customers = StoryCustomers(store: store, apps: apps, hasSilent: machine.hasClock)
        end = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down))
    }

    /// The purchase server on its machine.
    private var launch: Launch {
        var launch = Launch.purchases(stage.file("data"), store: store.server.url, stage.template, patience: 0.3)
        // Here everybody has a receipt of their own.
        launch.arguments += ["--ownership", "transfer", "--allow-private-webhooks"]
        launch.environment = machine.environment
        return launch
    }

    /// Plays it.
    ///
    /// - Returns: One line of evidence.
    func play() async throws -> String {
        var random = SeededGenerator(seed: stage.seed)
        let endpoint = try await begin(using: &random)
        let kills = stage.times(200, short: 6)
        for number in 0..<kills {
            if number.isMultiple(of: 8) {
                try await store.set(silence + StoryFaults.draw(using: &random))
                try await store.noteDeliveries()
            }
            try await round(number, of: kills, using: &random)
            stage.tried("kills")
        }
        try await calmDown()
        return try await StoryEnding(story: self, endpoint: endpoint, launch: launch.onGoodMachine).play()
    }

    private var silence: [JSONObject] { customers.silent.map(StoryFaults.silence) }

    /// Everybody comes; the apps tell the server once, before anything goes wrong.
    private func begin(using random: inout SeededGenerator) async throws -> String {
        try await store.leap(to: start)
        let grace: JSONValue = ["billingGracePeriodEnabled": true]
        try await store.server.ask("PATCH", "/control/settings", grace, expecting: 200)
        try await customers.come()
        try await store.set(silence)
        try await customers.subscribe(using: &random)
        try machine.set(to: try await store.now())
        return try await Server.run(launch, on: stage) { server in
            let json = try await server.ask("POST", "/v1/webhooks", ["address": .string(address)], expecting: 201)
            guard let endpoint = json[string: "id"] else { throw Fall("a webhook has no id") }
            try await store.notify(server.url)
            try await apps.sendAll(to: server)
            try await customers.fallSilent()
            try await server.stop()
            return endpoint
        }
    }

    // MARK: Until the faults end

    /// The server is started, everybody is busy, and it is killed.
    private func round(_ number: Int, of kills: Int, using random: inout SeededGenerator) async throws {
        let error = StoryMachine.drawError(using: &random)
        try machine.set(to: try await store.now(), wrongBy: error)
        peer.manner = receiver.drawManner(using: &random)
        if Int.random(in: 0..<10, using: &random) == 0 {
            return try await killWhileStarting(after: .milliseconds(Int.random(in: 0...80, using: &random)))
        }
        // Once it lives long enough for the store's slow answers to take too long.
        let isLong = !stage.isShort && number == kills / 2
        let lifetime = isLong ? 17_000 : Int.random(in: 1...(stage.isShort ? 1_500 : 400), using: &random)
        let mean = calm.timeIntervalSince(start) / TimeInterval(kills)
        let step = TimeInterval.random(in: 0...2 * mean, using: &random)
        let seeds = (0..<4).map { _ in SeededGenerator(seed: random.next()) }
        try await Server.run(launch, on: stage) { server in
            try await store.notify(server.url)
            let isUp = Locked(true)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for seed in seeds.dropFirst() {
                    tasks.addTask { await apps.send(to: server, while: isUp, random: seed) }
                }
                tasks.addTask { try await happen(for: step, wrongBy: error, while: isUp, random: seeds[0]) }
                // The moment of the kill is the fault, so it is not an event to wait for.
                try await Task.sleep(for: .milliseconds(lifetime))
                isUp.withLock { $0 = false }
                await server.kill()
                try await tasks.waitForAll()
            }
        }
    }

    /// Time passes as long as there is a server to be told, and then things happen to the customers.
    private func happen(
        for step: TimeInterval,
        wrongBy error: TimeInterval,
        while isUp: Locked<Bool>,
        random: SeededGenerator
    ) async throws {
        var random = random
        var error = error
        let target = min(calm, try await store.now().addingTimeInterval(step))
        while isUp.withLock({ $0 }) {
            let now = try await store.step(towards: target)
            if Int.random(in: 0..<5, using: &random) == 0 { error = StoryMachine.drawError(using: &random) }
            try machine.set(to: now, wrongBy: error)
            // The clock goes on by whole seconds.
            guard target.timeIntervalSince(now) >= 1 else { break }
            if Int.random(in: 0..<4, using: &random) == 0 { try await customers.act(using: &random) }
        }
        for _ in 0..<Int.random(in: 2...5, using: &random) { try await customers.act(using: &random) }
    }

    /// Kills the server before it listens.
    private func killWhileStarting(after delay: Duration) async throws {
        let (outcome, _) = try await launch.command(stage.purser).run { process in
            Living.add(process.identifier)
            defer { Living.remove(process.identifier) }
            try await Task.sleep(for: delay)
        }
        guard outcome.ending == .killed(signal: SIGKILL) else {
            throw Fall("the server ended while it started (\(outcome.ending)): \(outcome.lastWords)")
        }
    }

    // MARK: Afterwards

    /// Twelve days and more without faults, in which the App Store tries again what did not arrive.
    private func calmDown() async throws {
        try await store.set([])
        receiver.getWell()
        peer.manner = .answers(receiver.answer)
        let parts = 4
        for part in 1...parts {
            let now = try await store.now()
            let target = now.addingTimeInterval(end.timeIntervalSince(now) / TimeInterval(parts - part + 1))
            try machine.set(to: now)
            try await Server.run(launch, on: stage) { server in
                try await store.notify(server.url)
                try await apps.sendAll(to: server)
                while true {
                    let now = try await store.step(towards: target)
                    try machine.set(to: now)
                    if target.timeIntervalSince(now) < 1 { break }
                }
                try await server.stop()
            }
            try await store.noteDeliveries()
        }
    }
}

extension Launch {
    /// On a machine whose clock is right.
    fileprivate var onGoodMachine: Launch {
        var launch = self
        launch.environment = [:]
        return launch
    }
}
