import Foundation
import TestSupport
import Testing

@testable import PurchaseServer

@Suite("The text of a key")
struct KeyTextTests {
    private func key(_ kind: KeyKind, seed: UInt64 = 1) -> KeyText {
        var generator = SeededGenerator(seed: seed)
        return KeyText(kind, using: &generator)
    }

    @Test("It says whom it is for, and reads back as what it is", arguments: KeyKind.allCases)
    func form(kind: KeyKind) throws {
        let key = key(kind)
        #expect(key.text.hasPrefix("psr_\(kind.rawValue)_"))
        #expect(key.text.count == "psr_\(kind.rawValue)_".count + 48)
        let read = try #require(KeyText(key.text))
        #expect(read == key)
        #expect(read.kind == kind)
        #expect(key.text.contains(key.identifier))
    }

    @Test("What only its holder knows has 160 bits, and no two keys share it")
    func chance() {
        let secrets = (1...200).map { key(.secret, seed: $0).text.dropFirst(21).prefix(KeyText.secretLength) }
        #expect(Set(secrets).count == 200)
        #expect(KeyText.secretLength * 5 >= 128)
    }

    @Test("A slip of the pen anywhere makes it no key")
    func slips() {
        let text = key(.secret).text
        for index in text.indices {
            var slipped = text
            slipped.replaceSubrange(index...index, with: text[index] == "a" ? "b" : "a")
            #expect(KeyText(slipped) == nil, "\(slipped)")
        }
        for other in ["", "psr_secret_", text + "a", String(text.dropLast()), text.uppercased(), " " + text] {
            #expect(KeyText(other) == nil, "\(other)")
        }
        #expect(KeyText(String(repeating: "psr_secret_", count: 100_000)) == nil)
    }

    @Test("It matches its own digest only, and prints without what nobody may see")
    func digest() {
        let (one, other) = (key(.secret), key(.secret, seed: 2))
        #expect(one.digest.count == 32)
        #expect(one.matches(digest: one.digest))
        #expect(!one.matches(digest: other.digest))
        #expect(!one.matches(digest: Data()))
        #expect(!one.matches(digest: one.digest.dropLast()))
        #expect("\(one)" == "psr_secret_\(one.identifier)…")
    }
}
