import AppStoreModels
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("What no address takes", .timeLimit(.minutes(15)))
struct OperationTests {
    @Test(
        "A parameter that means nothing is refused, and so is one that is wrong, instead of showing everything",
        arguments: [
            ("/v1/events?customer=%00", "invalid-customer"), ("/v1/events?customer=", "invalid-customer"),
            ("/v1/events?limit=x", "invalid-value"), ("/v1/events?costumer=flora", "invalid-query"),
            ("/v1/customers?appAccountToken=7", "invalid-query"), ("/v1/customers?appAccountToken=", "invalid-query"),
            ("/v1/customers/flora?limit=1", "invalid-query"), ("/v1/audit?before=zz", "invalid-query"),
            ("/v1/activity?limit=x", "invalid-query"), ("/v1/keys?x=1", "invalid-query"),
            ("/v1/app/customers/flora?nonse=1", "invalid-query"),
        ]
    )
    func parameters(path: String, code: String) async throws {
        try await World().test { client, _ in
            let answer = try await client.get(path)
            #expect(answer.status == 400)
            #expect(answer.errorCode == code)
        }
    }

    @Test(
        "A query with broken escapes is refused wherever it is sent, and is no other spelling of a name",
        arguments: ["%ff", "%fe", "%c3", "%", "%2", "%zz", "a%c3%28", "%25%ff"]
    )
    func escapes(value: String) async throws {
        var world = try ConsoleVisit.world()
        world.configuration.answersRevenueCat = true
        try await world.test { client, _ in
            for address in [
                "/v1/events?customer=", "/v1/customers?query=", "/v1/customers?limit=1&productId=",
                "/v1/refund-requests?cursor=", "/v1/app/customers/flora?bundleId=", "/v1/openapi.json?x=",
                "/v1/nothing?x=", "/console?x=", "/console/session?x=", "/health?x=", "/metrics?x=",
                "/compat/revenuecat/v1/health?x=",
            ] {
                let answer = try await client.get(address + value)
                #expect(answer.status == 400, "\(address)")
                #expect(answer.errorCode == "invalid-query", "\(address)")
                #expect(answer.json[string: "detail"]?.hasSuffix("is no escaped UTF-8") == true, "\(address)")
            }
        }
    }

    @Test("What is escaped as it should be is the name that was meant", arguments: ["%25ff", "%EF%BF%BD", "Zo%C3%AB"])
    func wholeEscapes(value: String) async throws {
        try await World().test { client, _ in
            for address in ["/v1/events?customer=", "/v1/customers?query=", "/v1/customers?productId="] {
                #expect(try await client.get(address + value).status == 200, "\(address)")
            }
            let grant = try await client.put("/v1/customers/\(value)/grants/g1", #"{"level":"gold"}"#)
            #expect(grant.status == 200)
            let found = try await client.get("/v1/customers?query=\(value)").json[array: "customers"]
            let name = try #require(value.removingPercentEncoding)
            #expect(found?.map { $0.object?[string: "customer"] } == [name])
        }
    }

    @Test(
        "An address with octets that are no UTF-8, which is read as another letter, is refused",
        arguments: ["/v1/customers/\u{FFFD}", "/v1/events?customer=\u{FFFD}", "/console?x=a\u{FFFD}b"]
    )
    func octets(address: String) async throws {
        try await World().test { client, _ in
            let answer = try await client.get(address)
            #expect(answer.status == 400)
            #expect(answer.errorCode == "request-refused")
        }
    }

    @Test("The message says what an address takes, and what a limit is")
    func messages() async throws {
        try await World().test { client, _ in
            let unknown = try await client.get("/v1/events?costumer=flora")
            #expect(
                unknown.json[string: "detail"]
                    == "there is no parameter \"costumer\"; this address takes after, customer, limit"
            )
            for limit in ["x", "0", "201", ""] {
                #expect(try await client.get("/v1/events?limit=\(limit)").json[string: "detail"] == "limit is 1 to 200")
            }
        }
    }

    @Test("Apps may name themselves wherever they ask; probes may say what they like")
    func allowed() async throws {
        try await World().test { client, _ in
            let body = #"{"signedTransactions":["\#(try SignedSample.transaction())"]}"#
            let path = "/v1/app/customers/flora/transactions?bundleId=\(SampleReceipt.bundleID)"
            #expect(try await client.post(path, body).status == 200)
            let name = "bundleId=\(SampleReceipt.bundleID)"
            #expect(try await client.get("/v1/app/offerings?\(name)").status == 200)
            #expect(try await client.get("/health?from=probe").status == 200)
        }
    }

    @Test("An error is problem details, with the member error beside them")
    func problem() async throws {
        try await World().test { client, _ in
            let answer = try await client.get("/v1/customers/%0A")
            #expect(answer.headers[.contentType] == "application/problem+json; charset=utf-8")
            #expect(answer.json[string: "type"] == "about:blank")
            #expect(answer.json[string: "title"] == "Bad Request")
            #expect(answer.json[integer: "status"] == 400)
            #expect(answer.json[string: "code"] == "invalid-customer")
            #expect(answer.errorCode == "invalid-customer")
            let message = try #require(answer.json[object: "error"]?[string: "message"])
            #expect(answer.json[string: "detail"] == message)
        }
    }

    @Test("A method that an address does not have is 405 and says which it has; a place that is none is 404")
    func methods() async throws {
        try await World().test { client, _ in
            let answer = try await client.delete("/v1/events")
            #expect(answer.status == 405)
            #expect(answer.errorCode == "method-not-allowed")
            #expect(answer.headers[.allow] == "GET, HEAD")
            let keys = try await client.put("/v1/keys", "{}")
            #expect(keys.headers[.allow]?.contains("POST") == true)
            #expect(try await client.delete("/v1/nothing").status == 404)
        }
    }

    @Test("Two Host fields are refused: the first is the authority of the request")
    func hosts() async throws {
        let host = try #require(HTTPField.Name("Host"))
        try await World().test { client, _ in
            let answer = try await client.get("/v1/customers/flora", headers: [host: "other.example.com"])
            #expect(answer.status == 400)
            #expect(answer.errorCode == "request-refused")
        }
    }

    @Test("HEAD is answered as GET, without a body", arguments: ["/health", "/ready", "/v1/customers/flora"])
    func head(path: String) async throws {
        try await World().test { client, _ in
            let response = try await client.execute(uri: path, method: .head)
            #expect(response.status == .ok)
            #expect(response.body.readableBytes == 0)
        }
    }

    @Test("Where the answer has a secret no key for repetition is taken, and nothing is done")
    func secrets() async throws {
        let name = try #require(HTTPField.Name("Idempotency-Key"))
        try await World().test { client, server in
            let count = try await server.keys.keys().count
            for path in [
                "/v1/keys", "/v1/statement-keys", "/v1/customers/flora/tokens", "/v1/app/customers/flora/tokens",
                "/v1/app/customers/flora/login", "/v1/keys/x/rotate",
            ] {
                let body = #"{"kind":"secret","name":"Shop","scopes":["customers"]}"#
                let answer = try await client.post(path, body, headers: [name: "once"])
                #expect(answer.status == 400, "\(path)")
                #expect(answer.errorCode == "idempotency-key-refused", "\(path)")
            }
            #expect(try await server.keys.keys().count == count)
            let refusing = APIOperation.all.filter(\.refusesIdempotencyKey).map(\.path)
            #expect(refusing.contains("/v1/keys"))
            #expect(!refusing.contains("/v1/transfers"))
        }
    }
}
