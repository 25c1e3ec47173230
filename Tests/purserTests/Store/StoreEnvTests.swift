import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser store env", .tags(.slow), .timeLimit(.minutes(15)))
struct StoreEnvTests {
    @Test("A shell that evaluates it has what programs need, whatever the folder is called")
    func evaluated() async throws {
        let parent = try TemporaryFolder()
        let folder = parent.url.appendingPathComponent("flora's \"shop\" $HOME")
        try await withRunningStore(folder, ["--tls", "--tls-port", "0"]) { store in
            let script = #"eval "$("$0" store env --data "$1")" && env"#
            let outcome = try await Command(
                URL(fileURLWithPath: "/bin/sh"),
                ["-c", script, Tool.executable.path, folder.path]
            ).run()
            var found: [String: String] = [:]
            for line in String(decoding: outcome.output, as: UTF8.self).split(separator: "\n") {
                let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
                found[parts[0]] = parts.count > 1 ? parts[1] : ""
            }
            let url = try #require(store.announcement[string: "url"])
            let key = folder.appendingPathComponent("server-api-key.p8").path
            for (name, value) in [
                ("PURSER_STORE_URL", url), ("PURSER_STORE_TLS_URL", store.announcement[string: "tlsUrl"]),
                ("PURSER_STORE_DATA", folder.path), ("APP_STORE_SERVER_API_URL", url),
                ("APP_STORE_VERIFY_RECEIPT_URL", "\(url)/sandbox/verifyReceipt"),
                ("APP_STORE_ENVIRONMENT", "Sandbox"), ("APP_STORE_BUNDLE_ID", "com.example.flowershop"),
                ("APP_STORE_APP_APPLE_ID", nil), ("APP_STORE_KEY_FILE", key),
                ("APP_STORE_KEY_ID", store.announcement[string: "keyId"]),
                ("APP_STORE_ISSUER_ID", store.announcement[string: "issuerId"]),
                ("APP_STORE_ROOT_FILE", store.announcement[string: "jwsRoot"]),
                ("NODE_EXTRA_CA_CERTS", store.announcement[string: "tlsRoot"]),
                ("SSL_CERT_FILE", folder.appendingPathComponent("tls-bundle.pem").path),
                ("REQUESTS_CA_BUNDLE", found["SSL_CERT_FILE"]), ("CURL_CA_BUNDLE", found["SSL_CERT_FILE"]),
            ] as [(String, String?)] {
                #expect(found[name] == value, "\(name)")
            }
            for name in ["APP_STORE_KEY_FILE", "APP_STORE_ROOT_FILE", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"] {
                #expect(FileManager.default.fileExists(atPath: try #require(found[name])), "\(name)")
            }
        }
    }

    @Test("As JSON it has the same names; without TLS nobody's roots are changed; the key is not in it")
    func asJSON() async throws {
        let folder = try TemporaryFolder()
        try await withRunningStore(folder.url, ["--environment", "production", "--app-apple-id", "7"]) { store in
            let told = try await store.ask("env")
            #expect(told[string: "APP_STORE_ENVIRONMENT"] == "Production")
            #expect(told[string: "APP_STORE_APP_APPLE_ID"] == "7")
            let url = try #require(store.announcement[string: "url"])
            #expect(told[string: "APP_STORE_VERIFY_RECEIPT_URL"] == "\(url)/production/verifyReceipt")
            #expect(told["PURSER_STORE_TLS_URL"] == nil)
            #expect(told["SSL_CERT_FILE"] == nil)
            #expect(!JSONValue.object(told).serialized().contains("PRIVATE KEY"))
        }
    }

    @Test("Without a running store it says so and prints no variable")
    func notRunning() async throws {
        let folder = try TemporaryFolder()
        let outcome = try await Tool.run("store", "env", "--data", folder.url.path)
        #expect(outcome.status == 2)
        #expect(outcome.output == "")
        #expect(outcome.errors.contains("no store runs"))
    }
}
