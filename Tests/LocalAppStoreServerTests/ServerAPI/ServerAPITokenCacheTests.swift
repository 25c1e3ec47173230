import AppStoreModels
import Foundation
import Testing

@testable import LocalAppStoreServer

@Suite("The memory for tokens of the App Store Server API")
struct ServerAPITokenCacheTests {
    private let key = ServerAPIKey()
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let cache = ServerAPITokenCache()

    private func maker() -> TokenMaker { TokenMaker(key, bundleID: "com.example.app", now: now) }

    /// Asks the memory.
    ///
    /// - Returns: Whether the token is good, and whether it had to be read.
    private func ask(_ token: String, at now: Date) -> (isValid: Bool, wasRead: Bool) {
        var wasRead = false
        let isValid = cache.isValid(token, at: now) { text in
            wasRead = true
            return ServerAPIToken(text, key: key, bundleID: "com.example.app")
        }
        return (isValid, wasRead)
    }

    @Test("A good token is verified once, and is bad from the moment it ends")
    func once() throws {
        let token = try maker().token()
        #expect(ask(token, at: now) == (true, true))
        #expect(ask(token, at: now.addingTimeInterval(299)) == (true, false))
        #expect(ask(token, at: now.addingTimeInterval(300)) == (false, false))
        #expect(ask(token, at: now.addingTimeInterval(10_000)) == (false, false))
    }

    @Test("A token from the future is not remembered as good: it is read again when its time has come")
    func future() throws {
        var maker = maker()
        maker.claims[integer: "iat"] = 1_800_000_100
        let token = try maker.token()
        #expect(ask(token, at: now) == (false, true))
        #expect(cache.count == 0)
        #expect(ask(token, at: now.addingTimeInterval(60)) == (true, true))
        // And when clocks are set back it is bad again.
        #expect(ask(token, at: now) == (false, false))
    }

    @Test("A token with another signature is another token")
    func signature() throws {
        let token = try maker().token()
        #expect(ask(token, at: now) == (true, true))
        let bent = token.dropLast(2) + (token.hasSuffix("AA") ? "BA" : "AA")
        #expect(ask(String(bent), at: now) == (false, true))
        #expect(try ask(maker().token(signedBy: ServerAPIKey()), at: now) == (false, true))
        #expect(cache.count == 1)
    }

    @Test("It holds no more than it says: what has ended goes first, then what ends first")
    func capacity() throws {
        let tokens = try (0..<ServerAPITokenCache.capacity + 8).map { number in
            var maker = maker()
            maker.claims[integer: "exp"] = 1_800_000_100 + Int64(number)
            return try maker.token()
        }
        for token in tokens { #expect(ask(token, at: now).isValid) }
        #expect(cache.count == ServerAPITokenCache.capacity)
        #expect(ask(tokens[8], at: now) == (true, false))
        #expect(ask(tokens[7], at: now) == (true, true))
        // All but the last one have ended.
        let late = now.addingTimeInterval(100 + Double(tokens.count) - 1.5)
        #expect(try ask(maker().token(), at: late) == (true, true))
        #expect(cache.count == 2)
    }
}
