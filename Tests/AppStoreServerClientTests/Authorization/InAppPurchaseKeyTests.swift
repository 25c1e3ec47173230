import AppStoreModels
import AppStoreServerClient
import Crypto
import Foundation
import TestSupport
import Testing

@Suite("An In-App Purchase key")
struct InAppPurchaseKeyTests {
    @Test("A key prints as its identifier alone")
    func redacted() throws {
        let key = try SampleKey.key()
        var dumped = ""
        dump(key, to: &dumped)
        for text in [key.description, key.debugDescription, "\(key)", String(reflecting: [key]), dumped] {
            #expect(text.contains(SampleKey.keyID))
            #expect(!text.contains("PRIVATE"))
            #expect(!text.contains(SampleKey.issuerID))
        }
        #expect(key.publicKeyPEM.contains("PUBLIC KEY"))
    }

    @Test(
        "What is no key is refused without showing it",
        arguments: ["", "hush", P256.Signing.PrivateKey().publicKey.pemRepresentation]
    )
    func noKey(pem: String) {
        let error = #expect(throws: ServerAPIError.self) {
            try InAppPurchaseKey(pem: pem, keyID: SampleKey.keyID, issuerID: SampleKey.issuerID)
        }
        #expect(error?.code == .invalidKey)
        #expect(error?.description.contains("hush") == false)
    }

    @Test(
        "Identifiers are names",
        arguments: [
            ("", "issuer"), ("key", ""), ("a b", "issuer"), ("key", "x\n"), (String(repeating: "k", count: 65), "i"),
        ]
    )
    func names(keyID: String, issuerID: String) {
        let error = #expect(throws: ServerAPIError.self) {
            try InAppPurchaseKey(pem: SampleKey.pem, keyID: keyID, issuerID: issuerID)
        }
        #expect(error?.code == .invalidKey)
    }
}
