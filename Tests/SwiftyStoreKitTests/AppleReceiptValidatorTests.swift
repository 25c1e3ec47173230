import AppStoreModels
import Foundation
import Locking
import Testing

@testable import SwiftyStoreKit

@Suite("Asking verifyReceipt")
struct AppleReceiptValidatorTests {
    /// Answers from a list, and writes down what was asked.
    private final class ScriptedTransport: HTTPTransport {
        let answers: Locked<[Result<Data, any Error>]>
        let asked = Locked([(url: String, body: String)]())

        init(_ answers: Result<Data, any Error>...) { self.answers = Locked(answers) }

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse { try answer(request).get() }

        func send(
            _ request: HTTPTransportRequest,
            completion: @escaping @Sendable (Result<HTTPTransportResponse, any Error>) -> Void
        ) {
            completion(answer(request))
        }

        private func answer(_ request: HTTPTransportRequest) -> Result<HTTPTransportResponse, any Error> {
            asked.withLock { $0.append((request.url.absoluteString, String(decoding: request.body, as: UTF8.self))) }
            return answers.withLock { $0.isEmpty ? .failure(CancellationError()) : $0.removeFirst() }
                .map { HTTPTransportResponse(status: 200, body: $0) }
        }

        var hosts: [String] { asked.withLock { $0.map(\.url) } }
    }

    private static func body(_ text: String) -> Result<Data, any Error> { .success(Data(text.utf8)) }

    private static func describe(_ result: VerifyReceiptResult?) -> String {
        switch result {
        case .success(let receipt)?: "success \(receipt["status"].map { "\($0)" } ?? "-")"
        case .error(error: .receiptInvalid(_, let status))?: "invalid \(status)"
        case .error(error: .networkError)?: "network"
        case .error(error: .noRemoteData)?: "no data"
        case .error(error: .jsonDecodeError(let text))?: "json \(text ?? "-")"
        case let other: "\(String(describing: other))"
        }
    }

    private func ask(_ transport: ScriptedTransport, _ validator: AppleReceiptValidator? = nil) -> String {
        let validator = validator ?? AppleReceiptValidator(sharedSecret: "s3cret", endpoints: nil, transport: transport)
        var results: [VerifyReceiptResult] = []
        validator.validate(receiptData: Data([1, 2, 3])) { results.append($0) }
        #expect(results.count == 1)
        return Self.describe(results.first)
    }

    @Test("The request has the receipt in base64 and the secret, and goes to the documented address")
    func request() throws {
        let transport = ScriptedTransport(Self.body(#"{"status":0}"#))
        #expect(ask(transport) == "success 0")
        let asked = try #require(transport.asked.withLock { $0.first })
        #expect(asked.url == "https://buy.itunes.apple.com/verifyReceipt")
        #expect(asked.body == #"{"receipt-data":"AQID","password":"s3cret"}"#)
    }

    @Test(
        "Each answer has its meaning",
        arguments: [
            (body(#"{"status":0,"receipt":{}}"#), "success 0"),
            (body(#"{"status":"0"}"#), "success 0"),
            (body(#"{"status":21002}"#), "invalid malformedOrMissingData"),
            (body(#"{"status":21006}"#), "invalid subscriptionExpired"),
            (body(#"{"status":21008}"#), "invalid productionEnvironment"),
            (body(#"{"status":21199,"is_retryable":true}"#), "invalid unknown"),
            (body(#"{}"#), "invalid none"),
            (body(#"[]"#), "invalid none"),
            (body("<html>"), "json <html>"),
            (body(""), "no data"),
            (.failure(NSError(domain: NSURLErrorDomain, code: -1009)), "network"),
        ] as [(Result<Data, any Error>, String)]
    )
    func answers(answer: Result<Data, any Error>, meaning: String) {
        #expect(ask(ScriptedTransport(answer)) == meaning)
    }

    @Test("A sandbox receipt goes on to the sandbox, for this call alone")
    func fallback() {
        let transport = ScriptedTransport(
            Self.body(#"{"status":21007}"#),
            Self.body(#"{"status":0}"#),
            Self.body(#"{"status":0}"#)
        )
        let validator = AppleReceiptValidator(endpoints: nil, transport: transport)
        #expect(ask(transport, validator) == "success 0")
        #expect(validator.service == .production)
        #expect(ask(transport, validator) == "success 0")
        #expect(transport.hosts.map { $0.contains("sandbox") } == [false, true, false])
    }

    @Test("There is at most one hop, and none from the sandbox")
    func oneHop() {
        let circle = ScriptedTransport(Self.body(#"{"status":21007}"#), Self.body(#"{"status":21007}"#))
        #expect(ask(circle) == "invalid testReceipt")
        #expect(circle.hosts.count == 2)
        let sandbox = ScriptedTransport(Self.body(#"{"status":21007}"#))
        let validator = AppleReceiptValidator(service: .sandbox, endpoints: nil, transport: sandbox)
        #expect(ask(sandbox, validator) == "invalid testReceipt")
        #expect(sandbox.hosts == ["https://sandbox.itunes.apple.com/verifyReceipt"])
    }

    @Test("Other addresses can be given")
    func addresses() throws {
        let transport = ScriptedTransport(Self.body(#"{"status":21007}"#), Self.body(#"{"status":0}"#))
        let server = try #require(URL(string: "http://127.0.0.1:8080"))
        let validator = AppleReceiptValidator(endpoints: .init(base: server), transport: transport)
        #expect(ask(transport, validator) == "success 0")
        #expect(
            transport.hosts == [
                "http://127.0.0.1:8080/production/verifyReceipt", "http://127.0.0.1:8080/sandbox/verifyReceipt",
            ]
        )
    }

    @Test("Nothing that prints a validator shows the secret")
    func secrecy() {
        let validator = AppleReceiptValidator(service: .production, sharedSecret: "s3cret")
        var dumped = ""
        dump(validator, to: &dumped)
        #expect(!dumped.contains("s3cret"))
        #expect(!"\(validator) \(String(reflecting: validator))".contains("s3cret"))
    }
}
