import AppStoreModels
import Foundation

/// The end of the story: the server comes to rest, and is held to the store's own truth.
struct StoryEnding: Sendable {
    let story: Story
    /// The webhook.
    let endpoint: String
    /// The server on a machine whose clock is right.
    let launch: Launch

    /// How long it may take until everything is told and asked.
    private static let patience = Duration.seconds(60)

    private var store: StoryStore { story.store }

    /// - Returns: One line of evidence.
    func play() async throws -> String {
        try await Server.run(launch, on: story.stage) { server in
            try await store.notify(server.url)
            try await openAppsOfTheUnlucky()
            // Where the machine's clock cannot be set, nobody waits an hour until the server asks again by itself.
            if !story.machine.hasClock { story.apps.tellPendingAgain() }
            try await story.apps.sendAll(to: server)
            try await comeToRest(server)
            try await server.stop()
        }
        try story.apps.check()
        try story.receiver.check()
        return try await evidence(ServerRecords(file: database, endpoint: endpoint))
    }

    private var database: URL { story.stage.file("data").appendingPathComponent("purchases.sqlite") }

    /// A notification can use up all its attempts while the server is away. Whoever it is about opens the app some day.
    private func openAppsOfTheUnlucky() async throws {
        for account in Set(store.lost.values).intersection(story.customers.accounts) {
            try await story.customers.openApp(of: account)
        }
    }

    /// Waits until nothing is on its way and everybody has what the store says.
    private func comeToRest(_ server: Server) async throws {
        let deadline = ContinuousClock.now + Self.patience
        while true {
            // Up to now, so that both look at the same moment.
            try await store.leap(to: Date())
            try await store.deliver()
            let difference = try await difference(server)
            guard let difference else { return }
            guard ContinuousClock.now < deadline else { throw Fall(difference) }
            if !story.machine.hasClock { try await resendWebhooks(server) }
            try await Task.sleep(for: .milliseconds(250))
        }
    }

    /// What is not as it should be; nil if nothing is.
    private func difference(_ server: Server) async throws -> String? {
        let waiting = try await store.noteDeliveries()
        if waiting > 0 { return "\(waiting) notifications still wait" }
        let undelivered = try await deliveries(server, "pending").count
        if undelivered > 0 { return "\(undelivered) webhooks still wait" }
        let truth = try await store.truth()
        for account in story.customers.accounts + story.customers.silent {
            let json = try await server.ask("GET", "/v1/customers/\(account)", expecting: 200)
            let stated = StoreTruth.holdings(stated: json)
            let held = truth.holdings[account] ?? []
            if stated != held { return "\(account) has \(held) by the store and \(stated) by the server" }
            let pending = json[integer: "pendingUploadCount"] ?? -1
            if pending != 0 { return "\(pending) uploads of \(account) still wait" }
        }
        return nil
    }

    private func deliveries(_ server: Server, _ state: String) async throws -> [JSONObject] {
        let path = "/v1/webhooks/\(endpoint)/deliveries?state=\(state)&limit=200"
        return (try await server.ask("GET", path, expecting: 200)[array: "deliveries"] ?? []).compactMap(\.object)
    }

    private func resendWebhooks(_ server: Server) async throws {
        for delivery in try await deliveries(server, "pending") {
            guard let id = delivery[integer: "id"] else { continue }
            try await server.ask("POST", "/v1/deliveries/\(id)/resend", expecting: 202)
        }
    }

    /// Looks at what the server has written down.
    private func evidence(_ records: ServerRecords) throws -> String {
        let missing = store.delivered.subtracting(records.notifications)
        try hold(missing.isEmpty, "\(missing.count) acknowledged notifications are gone, \(missing.min() ?? "")")
        let acknowledged = story.apps.acknowledged
        for (customer, transactions) in acknowledged {
            let missing = transactions.subtracting(records.transactions[customer] ?? [])
            try hold(missing.isEmpty, "\(missing.count) acknowledged transactions of \(customer) are gone")
        }
        try hold(records.pendingUploads == 0, "\(records.pendingUploads) uploads still wait")
        let untold = records.events.subtracting(story.receiver.taken)
        try hold(untold.isEmpty, "\(untold.count) of \(records.events.count) events were never told")
        try hold(records.deliveredEvents == records.events, "a delivery did not end")
        let counts = story.apps.counts
        try hold(counts.acknowledged > 0 && !store.delivered.isEmpty && !records.events.isEmpty, "nothing happened")
        story.stage.tried("uploads", counts.acknowledged)
        story.stage.tried("notifications", store.delivered.count)
        story.stage.tried("events", story.receiver.taken.count)
        let silent = story.customers.silent
        let lost = store.lost.values.count { silent.contains($0) }
        let clock =
            story.machine.hasClock
            ? "\(lost) notifications lost for good and found by polling, the machine's clock jumped"
            : "libfaketime is not installed: no clock jumped, nothing was lost for good"
        return "\(counts.acknowledged) uploads, \(store.delivered.count) notifications, "
            + "\(story.receiver.taken.count) events: none missing; \(counts.unanswered) requests without an answer, "
            + "\(story.receiver.refusals) webhooks refused, \(store.lost.count - lost) lost by accident; \(clock)"
    }
}
