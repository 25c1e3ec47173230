import Foundation
import Testing

@testable import PurchaseServer

@Suite("The signature of a webhook")
struct WebhookSignatureTests {
    private static let date = Date(timeIntervalSince1970: 1_700_000_000)
    private static let body = Data(#"{"id":"evt_1"}"#.utf8)

    private static func header(_ secrets: [WebhookSecret]) -> String {
        WebhookSignature.value(of: body, secrets: secrets, at: date)
    }

    @Test("It is the HMAC-SHA256 of the time and the body")
    func known() throws {
        // printf '1700000000.{"id":"evt_1"}' | openssl dgst -sha256 -hmac secret
        #expect(
            Self.header([WebhookSecret(text: "secret")])
                == "t=1700000000,v1=af784f27423c462e20039559cd4264140f7b7ed4c9090e26fd663faa5eeb8dda"
        )
    }

    @Test("A request is believed with the secret of the endpoint, also while it is replaced")
    func genuine() throws {
        let old = WebhookSecret(text: "old", endDate: Self.date + 60)
        let header = Self.header([WebhookSecret(text: "new"), old])
        for secret in ["new", "old"] {
            try WebhookSignature.verify(header, body: Self.body, secret: secret, now: Self.date + 299)
        }
        let later = WebhookSignature.value(
            of: Self.body,
            secrets: [WebhookSecret(text: "new"), old],
            at: Self.date + 60
        )
        #expect(throws: WebhookSignature.Failure.mismatch) {
            try WebhookSignature.verify(later, body: Self.body, secret: "old", now: Self.date + 60)
        }
    }

    @Test("Another body, another secret and another time are not")
    func forged() {
        let header = Self.header([WebhookSecret(text: "secret")])
        #expect(throws: WebhookSignature.Failure.mismatch) {
            try WebhookSignature.verify(header, body: Self.body + Data(" ".utf8), secret: "secret", now: Self.date)
        }
        #expect(throws: WebhookSignature.Failure.mismatch) {
            try WebhookSignature.verify(header, body: Self.body, secret: "guess", now: Self.date)
        }
        let moved = header.replacing("t=1700000000", with: "t=1700000001")
        #expect(throws: WebhookSignature.Failure.mismatch) {
            try WebhookSignature.verify(moved, body: Self.body, secret: "secret", now: Self.date)
        }
        #expect(throws: WebhookSignature.Failure.stale(seconds: 301)) {
            try WebhookSignature.verify(header, body: Self.body, secret: "secret", now: Self.date + 301)
        }
        #expect(throws: WebhookSignature.Failure.stale(seconds: -301)) {
            try WebhookSignature.verify(header, body: Self.body, secret: "secret", now: Self.date - 301)
        }
    }

    @Test(
        "What cannot be read is refused",
        arguments: [
            nil, "", "v1=00", "t=1700000000", "t=x,v1=00", "t=1700000000,v1=", "t=1700000000,v1=zz", "t,v1",
            "t=99999999999999999999,v1=00", "t=1700000000,,,", String(repeating: ",", count: 10_000),
        ] as [String?]
    )
    func malformed(header: String?) {
        #expect(throws: WebhookSignature.Failure.malformed) {
            try WebhookSignature.verify(header, body: Self.body, secret: "secret", now: Self.date)
        }
    }

    @Test("A digit is no sign: what reads as the same number is not the same signature", arguments: ["+3", " 3", "-3"])
    func signs(byte: String) {
        let header = Self.header([WebhookSecret(text: "secret")])
        let forged = header.replacing("2e2003", with: "2e20" + byte)
        #expect(forged != header)
        #expect(throws: WebhookSignature.Failure.malformed) {
            try WebhookSignature.verify(forged, body: Self.body, secret: "secret", now: Self.date)
        }
    }

    @Test("A secret is 32 random bytes behind a prefix that scanners find")
    func secret() {
        var generator = SystemRandomNumberGenerator()
        let secrets = (0..<10).map { _ in WebhookSecret.random(using: &generator).text }
        #expect(Set(secrets).count == 10)
        for secret in secrets {
            #expect(secret.hasPrefix("psr_webhook_"))
            #expect(secret.count == "psr_webhook_".count + 43)
        }
    }
}
