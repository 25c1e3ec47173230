import Foundation
import GRDB
import Testing

@testable import PurchaseServer

@Suite("The keys of a server")
struct KeyBookTests {
    private func book(_ world: World) throws -> KeyBook {
        try KeyBook(databaseFile: world.configuration.databaseFile, now: world.configuration.now)
    }

    @Test("A key is kept as a digest: its text is nowhere in the folder")
    func digest() async throws {
        let world = try World()
        let issued = try await book(world).make(.secret, name: "shop", scopes: [.customers, .grants])
        #expect(issued.key.scopes == [.customers, .grants])
        #expect(issued.key.createdDate == world.now)
        #expect(issued.key.lastUseDate == nil)
        let secret = Data(issued.text.suffix(30).utf8)
        let names = try FileManager.default.contentsOfDirectory(atPath: world.folder.path)
        #expect(!names.isEmpty)
        for name in names {
            let content = try Data(contentsOf: world.folder.appendingPathComponent(name))
            #expect(content.range(of: secret) == nil, "\(name)")
        }
        #expect(!"\(issued)".contains(issued.text))
        #expect(Mirror(reflecting: issued).children.isEmpty)
    }

    @Test("Both keys are good while one takes the place of the other")
    func rotation() async throws {
        let world = try World()
        let book = try book(world)
        let old = try await book.make(.secret, name: "shop", scopes: [.events])
        let new = try await book.rotate(id: old.key.id, grace: 3_600)
        #expect(new.key.scopes == [.events])
        #expect(new.key.name == "shop")
        let kept = try await book.key(id: old.key.id)
        #expect(kept.successorID == new.key.id)
        #expect(kept.expirationDate == world.now + 3_600)
        #expect(kept.isValid(at: world.now + 3_599))
        #expect(!kept.isValid(at: world.now + 3_600))
        let again = await #expect(throws: PurchaseServerError.self) { try await book.rotate(id: old.key.id, grace: 0) }
        #expect(again?.code == .keyRefused)
    }

    @Test("The grace never lengthens the life of a key that ends sooner")
    func graceOfShortKey() async throws {
        let world = try World()
        let book = try book(world)
        let old = try await book.make(.public, name: "app", expirationDate: world.now + 60)
        _ = try await book.rotate(id: old.key.id, grace: 86_400)
        #expect(try await book.key(id: old.key.id).expirationDate == world.now + 60)
    }

    @Test("A key that is revoked stays so since the first time")
    func revocation() async throws {
        let world = try World()
        let book = try book(world)
        let key = try await book.make(.public, name: "app").key
        let date = world.now
        #expect(try await book.revoke(id: key.id).revocationDate == date)
        world.advance(days: 1)
        #expect(try await book.revoke(id: key.id).revocationDate == date)
        #expect(try await book.keys().map(\.id) == [key.id])
        let rotated = await #expect(throws: PurchaseServerError.self) { try await book.rotate(id: key.id, grace: 0) }
        #expect(rotated?.code == .keyRefused)
        let unknown = await #expect(throws: PurchaseServerError.self) { try await book.revoke(id: "nobody") }
        #expect(unknown?.code == .unknownKey)
    }

    @Test(
        "What cannot be is refused, and nothing is made",
        arguments: [
            (KeyKind.secret, "", [.keys]), (.secret, String(repeating: "n", count: 101), [.keys]),
            (.secret, "a\u{0}b", [.keys]), (.secret, "shop", []), (.public, "app", [.keys]),
        ] as [(KeyKind, String, Set<KeyScope>)]
    )
    func refused(kind: KeyKind, name: String, scopes: Set<KeyScope>) async throws {
        let book = try book(try World())
        let error = await #expect(throws: PurchaseServerError.self) {
            try await book.make(kind, name: name, scopes: scopes)
        }
        #expect(error?.code == .keyRefused)
        #expect(try await book.keys().isEmpty)
    }

    @Test("There are a thousand good keys at most; one that is revoked makes room")
    func limit() async throws {
        let world = try World()
        let book = try book(world)
        let first = try await book.make(.public, name: "first").key
        try world.change(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(KeyBook.maximumCount - 1))
            INSERT INTO api_key (id, kind, name, scopes, digest, made_ms)
                SELECT 'key' || i, 'public', 'n', '', x'00', 0 FROM n
            """
        )
        let error = await #expect(throws: PurchaseServerError.self) { try await book.make(.public, name: "more") }
        #expect(error?.code == .tooManyKeys)
        try await book.revoke(id: first.id)
        #expect(try await book.make(.public, name: "more").key.name == "more")
    }

    @Test("A scope that nobody knows is damage, not less")
    func damage() async throws {
        let world = try World()
        let book = try book(world)
        _ = try await book.make(.secret, name: "shop", scopes: [.keys])
        try world.change("UPDATE api_key SET scopes = 'keys everything'")
        let error = await #expect(throws: PurchaseServerError.self) { try await book.keys() }
        #expect(error?.code == .databaseDamaged)
    }
}
