import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing

@testable import PurchaseServer

@Suite("The pages of the console")
struct ConsolePagesTests {
    @Test(
        "are served with all their files, which may load nothing from elsewhere",
        arguments: ConsolePages().names + [""]
    )
    func files(name: String) async throws {
        try await ConsoleVisit.world().test { client, _ in
            let path = name.isEmpty ? "/console/" : "/console/web/\(name)"
            let tag = try await client.execute(uri: path, method: .get) { response in
                #expect(response.status == .ok)
                let policy = response.headers[.contentSecurityPolicy] ?? ""
                #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
                let text = String(buffer: response.body)
                #expect(!text.contains("innerHTML") && !text.contains("src=\"http"))
                return try #require(response.headers[.eTag])
            }
            try await client.execute(uri: path, method: .get, headers: [.ifNoneMatch: tag]) { response in
                #expect(response.status == .notModified)
            }
        }
    }

    @Test("ask for no file that is not there, and no place loads more than 60 KB of script")
    func weight() async throws {
        try await ConsoleVisit.world().test { client, _ in
            let names = ConsolePages().names.filter { $0.hasSuffix(".js") }
            var texts: [String: String] = [:]
            for name in names {
                texts[name] = try await client.execute(uri: "/console/web/\(name)", method: .get) {
                    String(buffer: $0.body)
                }
            }
            func needs(_ name: String) -> Set<String> {
                Set((texts[name] ?? "").matches(of: /from "\.\/([a-z]+\.js)"/).map { String($0.1) })
            }
            func all(_ names: Set<String>) -> Set<String> {
                var (seen, waiting) = (Set<String>(), names)
                while let name = waiting.popFirst() {
                    #expect(texts[name] != nil, "there is no \(name)")
                    seen.insert(name)
                    waiting.formUnion(needs(name).subtracting(seen))
                }
                return seen
            }
            // What a place loads later comes to what it has loaded already.
            var places = 0
            for name in names {
                for later in (texts[name] ?? "").matches(of: /import\("\.\/([a-z]+\.js)"\)/).map({ String($0.1) }) {
                    let size = all(["app.js", name, later]).reduce(0) { $0 + (texts[$1]?.utf8.count ?? 0) }
                    #expect(size <= 60 * 1_024, "\(name) with \(later) loads \(size) bytes")
                    places += 1
                }
            }
            #expect(places >= 7)
        }
    }

    @Test("have no other files")
    func unknownFile() async throws {
        try await ConsoleVisit.world().test { client, _ in
            let answer = try await client.get("/console/web/secret.js")
            #expect(answer.errorCode == "unknown-file")
        }
    }

    @Test("add nothing to what servers can ask: the rest of the routes is as documented")
    func routes() throws {
        let all = try ConsoleVisit.world().server().router.routes.map { "\($0.method.rawValue) \($0.path)" }
        let documented = Set(APIOperation.all.map { "\($0.method.rawValue) \($0.path)" })
        let own = Set(all).subtracting(documented).sorted()
        #expect(own.allSatisfy { $0.contains(" /console") }, "\(own)")
        #expect(own.count == 5)
    }
}
