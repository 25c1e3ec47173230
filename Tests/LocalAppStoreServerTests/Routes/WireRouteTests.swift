import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import TestSupport
import Testing

@testable import LocalAppStoreServer

/// Every route of the control interface is asked once, of a store in which there is something of everything.
@Suite("What each route of the control interface answers", .timeLimit(.minutes(15)))
struct WireRouteTests {
    private static let image = "00000000-0000-4000-8000-00000000000a"
    private static let message = "00000000-0000-4000-8000-000000000001"
    /// Does not end.
    private static let stream = "GET /control/stream"

    private let tester: RouteTester
    private let article: WireArticle

    init() throws {
        tester = try RouteTester(store: try SampleShop.open(codeOffers: ["Spring"]))
        article = try WireArticle()
    }

    private var store: LocalAppStore { tester.store }

    @discardableResult
    private func ask(_ method: HTTPRequest.Method, _ path: String, _ body: String = "") async throws -> JSONObject {
        let answer = try await tester.ask(method, "/control/" + path, body)
        #expect(answer.status < 300, "\(method) \(path): \(answer.text)")
        return answer.json
    }

    /// What stands for the braces of a path.
    private struct Names {
        var subscription = ""
        var attempt = ""
        var fault = ""
        var notification = ""

        func filled(_ path: String) -> String {
            let ids = [
                "accounts": "flora", "families": "bloom", "transactions": subscription, "subscriptions": subscription,
                "attempts": attempt, "faults": fault, "notifications": notification, "messages": WireRouteTests.message,
                "images": WireRouteTests.image, "cancellations": subscription,
            ]
            let subject = path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
            return path.replacingOccurrences(of: "{id}", with: ids[subject] ?? "{id}")
                .replacingOccurrences(of: "{account}", with: "fern").replacingOccurrences(of: "{code}", with: "TULIP")
                .replacingOccurrences(of: "{decision}", with: "approve")
                .replacingOccurrences(of: "{choice}", with: "stay")
        }
    }

    /// Something of everything.
    private func fill() async throws -> Names {
        var names = Names()
        try await ask(.put, "notifications/destination", #"{"url":"http://127.0.0.1:9/n"}"#)
        try await ask(.put, "notifications/destination", #"{"url":"http://127.0.0.1:9/one","version":1}"#)
        try await ask(.post, "accounts", #"{"id":"fern"}"#)
        try await ask(.post, "families", #"{"id":"bloom","organizer":"flora"}"#)
        try await ask(.post, "families/bloom/members", #"{"account":"fern"}"#)
        let posy = #""productId":"\#(SampleShop.posy)""#
        let bought = try await ask(.post, "purchases", #"{\#(posy),"account":"flora"}"#)
        names.subscription = bought[string: "transactionId"] ?? ""
        try await ask(.post, "codes", #"{\#(posy),"referenceName":"Spring","code":"TULIP"}"#)
        try await ask(.patch, "settings", #"{"askToBuyEnabled":true}"#)
        try await ask(.post, "purchases", #"{"productId":"\#(SampleShop.greenhouse)","account":"flora"}"#)
        names.attempt = store.engine.attempts.last?.id ?? ""
        try await ask(.patch, "settings", #"{"askToBuyEnabled":false}"#)
        names.fault = try await ask(.post, "faults", #"{"kind":"finishLate","seconds":9}"#)[string: "id"] ?? ""
        let content = RetentionMessageContent(header: "Stay", body: "Roses next week")
        try store.uploadRetentionMessage(try #require(UUID(uuidString: Self.message)), content)
        try store.uploadRetentionImage(
            try #require(UUID(uuidString: Self.image)),
            size: .fullSize,
            png: try #require(RetentionTester.png)
        )
        try await ask(.post, "cancellations", #"{"originalTransactionId":"\#(names.subscription)"}"#)
        try await ask(.post, "notifications/deliver")
        names.notification = tester.server.notifications.finished.first?.id ?? ""
        return names
    }

    /// What is sent along, by method and path.
    private func body(of route: String, _ names: Names) -> String {
        let posy = #""productId":"\#(SampleShop.posy)""#
        let link =
            "itms-services://?action=purchaseIntent&bundleId=\(SampleShop.app.bundleID)"
            + "&productIdentifier=\(SampleShop.seeds)"
        let bodies = [
            "PATCH /control/settings": #"{"billingGracePeriodEnabled":true}"#,
            "POST /control/sign": #"{"kind":"transaction","payload":{"transactionId":"1"},"account":"flora"}"#,
            "POST /control/accounts": #"{"id":"rose"}"#, "PATCH /control/accounts/{id}": #"{"storefront":"DEU"}"#,
            "POST /control/families": #"{"id":"stem","organizer":"fern"}"#,
            "POST /control/families/{id}/members": #"{"account":"fern"}"#,
            "POST /control/purchases": #"{"productId":"\#(SampleShop.seeds)","account":"flora"}"#,
            "POST /control/promotions": #"{\#(posy),"account":"flora"}"#,
            "POST /control/purchase-intents": #"{"url":"\#(link)","account":"flora"}"#,
            "POST /control/codes": #"{\#(posy),"referenceName":"Spring","count":2}"#,
            "POST /control/codes/{code}/redeem": #"{"account":"fern"}"#,
            "POST /control/transactions/{id}/family-sharing": #"{"enabled":true}"#,
            "POST /control/transactions/{id}/request-refund": #"{"decision":"undecided"}"#,
            "POST /control/subscriptions/{id}/end": #"{"expirationIntent":1}"#,
            "POST /control/subscriptions/{id}/auto-renew": #"{"enabled":false}"#,
            "POST /control/subscriptions/{id}/renewal-product": #"{"productId":"\#(SampleShop.bouquet)"}"#,
            "POST /control/subscriptions/{id}/extend": #"{"extendByDays":3}"#,
            "POST /control/subscriptions/{id}/price-increase": #"{"price":9990,"needsConsent":true}"#,
            "POST /control/subscriptions/{id}/price-consent": #"{"accepts":true}"#,
            "POST /control/clock": #"{"step":"renewal"}"#, "POST /control/faults": #"{"kind":"purchaseFails"}"#,
            "PUT /control/notifications/destination": #"{"url":null,"version":1}"#,
            "POST /control/notifications/cause": #"{"type":"REFUND","account":"flora"}"#,
            "PATCH /control/realtime": #"{"totalRequests":7}"#,
            "POST /control/cancellations": #"{"originalTransactionId":"\#(names.subscription)","locale":"de-DE"}"#,
        ]
        return bodies[route] ?? ""
    }

    /// What the store cannot do as it stands there, with the code that says so.
    private static let refused = [
        "POST /control/families": "invalid-state", "POST /control/families/{id}/members": "invalid-state",
        "POST /control/transactions/{id}/settle-refund": "invalid-state",
        "POST /control/transactions/{id}/reverse-refund": "invalid-state",
        "POST /control/subscriptions/{id}/extend": "invalid-state",
        "POST /control/subscriptions/{id}/resolve-billing": "invalid-state",
        "POST /control/subscriptions/{id}/price-consent": "invalid-state",
        "POST /control/attempts/{id}/resolve": "invalid-state",
        "POST /control/notifications/{id}/resend": "unknown-notification",
        // What a developer's server would have to sign.
        "POST /control/advanced-commerce": "invalid-body",
    ]

    @Test("Each does what it says, and each member of each answer is in the article about the wire")
    func everyRoute() async throws {
        let names = try await fill()
        let everything = try store.snapshot()
        var refused: [String: String] = [:]
        for operation in OpenAPIDocument.operations where operation.part == .control {
            let route = "\(operation.method) \(operation.path)"
            guard route != Self.stream, route != "PUT /control/snapshot" else { continue }
            try store.restore(snapshot: everything)
            let answer = try await tester.ask(operation.method, names.filled(operation.path), body(of: route, names))
            // The document describes itself in words of its own.
            if operation.path != "/control/openapi.json" {
                #expect(article.strangers(in: answer.json) == [], "\(route)")
            }
            if let code = answer.errorCode {
                refused[route] = code
                #expect(article.codes.contains { $0.name == code }, "\(route): \(code)")
            } else {
                #expect(operation.answers.contains { $0.status == answer.status }, "\(route): \(answer.status)")
            }
        }
        #expect(refused == Self.refused)
    }
}
