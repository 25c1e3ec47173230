import AppStoreModels
import Foundation
import HTTPTypes
import Hummingbird
import LocalAppStore

/// Retention Messaging from the App Store's side and the customer's: the review, and cancelling.
struct RetentionControlRoutes {
    let context: ControlContext
    let exchange: RealtimeExchange
    let performanceTests: PerformanceTestRunner

    private var store: LocalAppStore { context.store }

    func add(to group: RouterGroup<BasicRequestContext>) {
        addReview(to: group)
        addRealtime(to: group)
        addCancelling(to: group)
    }

    private func addReview(to group: RouterGroup<BasicRequestContext>) {
        group.get("messages") { _, _ in
            let now = store.now
            return JSONAnswer(["messages": .array(store.retentionMessages.map { .object($0.json(at: now)) })])
        }
        group.get("images") { _, _ in
            let now = store.now
            return JSONAnswer(["images": .array(store.retentionImages.map { .object($0.json(at: now)) })])
        }
        group.get("default-messages") { _, _ in
            JSONAnswer(["defaultMessages": .array(store.retentionDefaults.map { .object($0.json) })])
        }
        group.post("messages/:id/:decision") { request, routing in
            let (id, decision) = try await review(request, routing)
            let found = try context.command { () throws(StoreError) in
                try store.reviewRetentionMessage(id, decision)
                return store.retentionMessages.first { $0.id == id }
            }
            return JSONAnswer(.object(found?.json(at: store.now) ?? [:]))
        }
        group.post("images/:id/:decision") { request, routing in
            let (id, decision) = try await review(request, routing)
            let found = try context.command { () throws(StoreError) in
                try store.reviewRetentionImage(id, decision)
                return store.retentionImages.first { $0.id == id }
            }
            return JSONAnswer(.object(found?.json(at: store.now) ?? [:]))
        }
    }

    private func review(
        _ request: Request,
        _ routing: BasicRequestContext
    ) async throws -> (UUID, RetentionReviewState) {
        guard let command = RetentionReviewCommand(rawValue: try routing.part("decision")) else {
            throw RequestError.notFound(request.uri.path)
        }
        let text = try routing.part("id")
        guard let id = UUID(uuidString: text) else {
            throw RequestError(.badRequest, "invalid-value", "\"\(text.prefix(64))\" is no UUID")
        }
        try await request.checkEmpty(upTo: context.limit)
        return (id, command.decision)
    }

    private func addRealtime(to group: RouterGroup<BasicRequestContext>) {
        group.get("realtime") { _, _ in JSONAnswer(.object(realtime)) }
        group.patch("realtime") { request, _ in
            let body = try await request.json(upTo: context.limit)
            let plan = try store.performanceTestPlan.changed(by: body)
            try context.command { () throws(StoreError) in try store.setPerformanceTestPlan(plan) }
            return JSONAnswer(.object(realtime))
        }
        group.post("realtime/performance-tests") { request, _ in
            try await request.checkEmpty(upTo: context.limit)
            // Also where the server's own run has not come to it yet.
            await performanceTests.runPending()
            return JSONAnswer(.object(realtime))
        }
    }

    private var realtime: JSONObject {
        [
            "realtimeURL": store.realtimeURL.map(JSONValue.string) ?? .null,
            "config": .object(store.performanceTestPlan.json),
            "performanceTests": .array(
                store.performanceTests.map { test in
                    var json = test.json(pending: performanceTests.pendingCount(of: test))
                    json["requestId"] = .string(test.id.uuidString.lowercased())
                    json["originalTransactionId"] = .string(test.originalTransactionID)
                    return .object(json)
                }
            ),
        ]
    }

    private func addCancelling(to group: RouterGroup<BasicRequestContext>) {
        group.get("cancellations") { _, _ in
            JSONAnswer(["cancellations": .array(store.retentionSheets.map { .object($0.json(in: store)) })])
        }
        group.post("cancellations") { request, _ in
            let body = try await request.json(upTo: context.limit, only: ["originalTransactionId", "locale"])
            let id = try body.required("originalTransactionId")
            let locale = try body.optionalText("locale") ?? store.settings.locale
            let sheet = try await begin(id, locale)
            return JSONAnswer(.object(sheet.json(in: store)), status: .created)
        }
        group.post("cancellations/:id/:choice") { request, routing in
            let id = try routing.part("id")
            guard let command = CancellationCommand(rawValue: try routing.part("choice")) else {
                throw RequestError.notFound(request.uri.path)
            }
            try await request.checkEmpty(upTo: context.limit)
            return JSONAnswer(
                try context.command { () throws(StoreError) in
                    try store.endCancellation(of: id, command.choice)
                    return try store.subscription(id).json
                }
            )
        }
    }

    private func begin(_ id: String, _ locale: String) async throws -> RetentionSheet {
        let question = try context.command { () throws(StoreError) -> RetentionQuestion? in
            try store.checkCancellable(id)
            guard let url = store.realtimeURL else { return nil }
            return try store.retentionQuestion(about: id, locale: locale, mark: "\(store.eventCount)", to: url)
        }
        // No lock is held while the developer's server thinks; what it answers is held against the state of then.
        let reply = if let question { try await exchange.ask(question) } else { RealtimeReply.notAsked }
        return try context.command { () throws(StoreError) in
            try store.beginCancellation(of: id, locale: locale, reply)
        }
    }
}
