import AppStoreModels
import Crypto
import Foundation
import Testing

@testable import PurchaseServerClient

@Suite("Which statements are believed")
struct StatementVerifierTests {
    private let sample = StatementSample()

    private func verify(
        _ text: String,
        pins: [StatementPin]? = nil,
        bundleID: String = StatementSample.bundleID,
        of customer: String = "alice",
        nonce: String = StatementSample.nonce,
        at date: Date = StatementSample.date
    ) throws(PurchaseBackendError) -> SignedStatement {
        try StatementVerifier(pins: pins ?? [sample.pin], bundleID: bundleID)
            .verify(text, of: customer, nonce: nonce, at: date)
    }

    private func expect(_ code: PurchaseBackendError.Code, _ body: () throws -> SignedStatement) {
        #expect { try body() } throws: { ($0 as? PurchaseBackendError)?.code == code }
    }

    @Test("One of a pinned key for this app, customer and request is")
    func good() throws {
        let statement = try verify(try sample.sign())
        #expect(statement.requestedCustomer == "alice")
        #expect(statement.date == StatementSample.date)
        #expect(statement.validUntil == StatementSample.date + 7 * 86_400)
        let upper = StatementPin(sample.keyID.uppercased())
        #expect(try verify(try sample.sign(), pins: [StatementPin("00"), upper]).nonce == StatementSample.nonce)
    }

    @Test("One that answers another request, is for another app, or is about somebody else is not")
    func others() throws {
        let text = try sample.sign()
        expect(.wrongNonce) { try verify(text, nonce: "YW5vdGhlciByZXF1ZXN0") }
        expect(.wrongApp) { try verify(text, bundleID: "com.example.other") }
        expect(.wrongCustomer) { try verify(text, of: "bob") }
    }

    @Test("One of a key that is not pinned, or no longer, is not")
    func pins() throws {
        let text = try sample.sign()
        expect(.unpinnedKey) { try verify(text, pins: []) }
        expect(.unpinnedKey) { try verify(text, pins: [StatementSample().pin]) }
        let ending = StatementPin(sample.keyID, validUntil: StatementSample.date + 60)
        #expect(try verify(text, pins: [ending]).requestedCustomer == "alice")
        expect(.unpinnedKey) { try verify(text, pins: [ending], at: StatementSample.date + 60) }
    }

    @Test("One whose key is named and whose signature is another's is not")
    func foreignSignature() throws {
        let thief = StatementSample()
        let text = try thief.sign(header: thief.header(sample.key.publicKey))
        expect(.signatureInvalid) { try verify(text) }
    }

    @Test("Whichever byte of it is changed, it is not")
    func changed() throws {
        let text = Array(try sample.sign().utf8)
        for place in stride(from: 0, to: text.count, by: 7) {
            var bytes = text
            bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            #expect(throws: PurchaseBackendError.self, "byte \(place)") {
                try verify(String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    @Test(
        "What is signed and no statement is not",
        arguments: [
            ("alg", "none"), ("alg", "HS256"), ("typ", "JWT"), ("crit", "b64"), ("jwk", "none"),
        ]
    )
    func headers(member: String, value: String) throws {
        var header = sample.header()
        header[string: member] = value
        let text = try sample.sign(header: header)
        expect(.malformedAnswer) { try verify(text) }
    }

    @Test("What is no statement at all is refused", arguments: ["", "..", "a.b", "a.b.c", "a.b.c.d", "<html>"])
    func garbage(text: String) {
        expect(.malformedAnswer) { try verify(text) }
    }

    @Test("One without dates, and one that is too long, is refused")
    func forms() throws {
        var payload = StatementSample.payload
        payload["validUntil"] = nil
        let endless = try sample.sign(payload)
        expect(.malformedAnswer) { try verify(endless) }
        expect(.malformedAnswer) { try verify(String(repeating: "a", count: SignedStatement.maximumLength + 1)) }
    }
}
