import Foundation
import Locking
import Testing

@testable import PurchaseServer

@Suite("Who asks, where nothing has to be read for it")
struct KeyRingTests {
    /// A server with keys, and a clock for rates and durations that stands still until it is set.
    private struct Door {
        let world: World
        let server: PurchaseServerApplication
        let uptime: Locked<TimeInterval>
        var ring: KeyRing { server.ring }

        init(_ change: (inout PurchaseServerConfiguration) -> Void = { _ in }) throws {
            let uptime = Locked<TimeInterval>(1_000)
            var world = try World()
            world.configuration.demandsKeys = true
            world.configuration.uptime = { uptime.withLock { $0 } }
            change(&world.configuration)
            (self.world, self.uptime, server) = (world, uptime, try world.server())
        }

        /// Shows a key until its use is noted and it is remembered.
        func show(_ text: String) async throws -> Caller {
            _ = try await ring.caller("Bearer \(text)")
            return try await ring.caller("Bearer \(text)")
        }
    }

    @Test("Who was known a moment ago is, and is the same; who was never asked about is not")
    func known() async throws {
        let door = try Door()
        let keys = try #require(door.server.firstKeys)
        #expect(door.ring.callerAtOnce("Bearer \(keys.public.text)") == nil)
        let caller = try await door.show(keys.public.text)
        #expect(door.ring.callerAtOnce("Bearer \(keys.public.text)") == caller)
        #expect(door.ring.callerAtOnce("bearer \(keys.public.text)") == caller)
        #expect(caller.kind == .public)
        #expect(door.ring.callerAtOnce("Bearer \(keys.secret.text)") == nil)
        _ = try await door.show(keys.secret.text)
        #expect(door.ring.callerAtOnce("Bearer \(keys.secret.text)")?.kind == .secret)
    }

    @Test("Whoever shows anything but a key that is good is nobody")
    func nobody() async throws {
        let door = try Door()
        let text = try #require(door.server.firstKeys).public.text
        _ = try await door.show(text)
        // The same key but for what only its holder knows.
        let other = String(text.dropLast(7)) + (text.dropLast(6).last == "a" ? "b" : "a") + text.suffix(6)
        for authorization in [
            nil, "", "Bearer", "Bearer ", "Basic \(text)", text, "Bearer \(other)", "Bearer \(text)a",
        ] {
            #expect(door.ring.callerAtOnce(authorization) == nil, "\(authorization ?? "none")")
        }
        #expect(door.ring.callerAtOnce("Bearer \(text)") != nil)
    }

    @Test("What may have changed is read: after two seconds, once it is forgotten, and where its use is to be noted")
    func again() async throws {
        let door = try Door()
        let issued = try await door.server.keys.make(.public, name: "app")
        let field = "Bearer \(issued.text)"
        _ = try await door.show(issued.text)
        door.uptime.withLock { $0 += 1.9 }
        #expect(door.ring.callerAtOnce(field) != nil)
        door.uptime.withLock { $0 += 0.1 }
        #expect(door.ring.callerAtOnce(field) == nil)
        _ = try await door.show(issued.text)
        #expect(door.ring.callerAtOnce(field) != nil)
        door.ring.forget(issued.key.id)
        #expect(door.ring.callerAtOnce(field) == nil)
        _ = try await door.show(issued.text)
        // A use that is a minute later than the one that was noted last.
        door.world.advance(days: 60 / 86_400)
        #expect(door.ring.callerAtOnce(field) == nil)
        _ = try await door.show(issued.text)
        #expect(door.ring.callerAtOnce(field) != nil)
        #expect(try await door.server.keys.key(id: issued.key.id).lastUseDate == door.world.now)
    }

    @Test("A key that was revoked or has expired opens nothing, though it is remembered")
    func ended() async throws {
        let door = try Door()
        let now = door.world.now
        let short = try await door.server.keys.make(.public, name: "short", expirationDate: now + 30)
        _ = try await door.show(short.text)
        #expect(door.ring.callerAtOnce("Bearer \(short.text)") != nil)
        door.world.advance(days: 30 / 86_400)
        #expect(door.ring.callerAtOnce("Bearer \(short.text)") == nil)
        let revoked = try await door.server.keys.make(.public, name: "revoked")
        _ = try await door.show(revoked.text)
        _ = try await door.server.keys.revoke(id: revoked.key.id)
        door.uptime.withLock { $0 += KeyRing.memory }
        await #expect(throws: APIError.self) { try await door.ring.caller("Bearer \(revoked.text)") }
        #expect(door.ring.callerAtOnce("Bearer \(revoked.text)") == nil)
    }

    @Test("Where no key is asked for nobody is known; the key of the configuration is left to others")
    func others() async throws {
        var open = try World()
        open.configuration.demandsKeys = false
        #expect(try open.server().ring.callerAtOnce(nil) == nil)
        let door = try Door { $0.apiKey = APIKey("open sesame") }
        #expect(door.ring.callerAtOnce("Bearer open sesame") == nil)
        let issued = try await door.server.keys.make(.public, name: "app")
        let caller = try await door.show(issued.text)
        #expect(door.ring.callerAtOnce("Bearer \(issued.text)") == caller)
    }
}
