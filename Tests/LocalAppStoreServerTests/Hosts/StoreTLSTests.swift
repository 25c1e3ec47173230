import AppStoreModels
import AsyncHTTPClient
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import NIOSSL
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("A store that speaks TLS", .timeLimit(.minutes(15)))
struct StoreTLSTests {
    /// Both sides of a handshake look at the clock of the machine.
    private func server(_ configuration: StoreServerConfiguration) throws -> LocalStoreServer {
        LocalStoreServer(store: try SampleShop.open(), configuration: configuration)
    }

    @Test("It listens twice, with the same things on both")
    func listensTwice() async throws {
        let server = try server(StoreServerConfiguration(tlsPort: 0))
        try await withRunning(server) { url in
            let secure = try #require(try await server.tlsURL)
            #expect(url.scheme == "http")
            #expect(secure.scheme == "https")
            #expect(secure.port != url.port)
            let root = try #require(try server.tlsRootPEM)
            var configuration = TLSConfiguration.makeClientConfiguration()
            configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMBytes(Array(root.utf8)))
            let client = HTTPClient(configuration: HTTPClient.Configuration(tlsConfiguration: configuration))
            let answer = try await client.execute(
                HTTPClientRequest(url: "\(secure.absoluteString)/certificates/tls-root.pem"),
                timeout: .seconds(600)
            )
            #expect(answer.version == .http2)
            #expect(String(buffer: try await answer.body.collect(upTo: 65_536)) == root)
            try await client.shutdown()
        }
    }

    @Test("Without being told to it speaks none")
    func none() async throws {
        let server = try server(StoreServerConfiguration())
        try await withRunning(server) { _ async throws in
            #expect(try await server.tlsURL == nil)
            #expect(try server.tlsRootPEM == nil)
        }
    }

    @Test("A port that is taken, or none, is named")
    func ports() async throws {
        try await withRunning(try server(StoreServerConfiguration())) { url in
            let port = try #require(url.port)
            let second = try server(StoreServerConfiguration(tlsPort: port))
            let error = await #expect(throws: StoreServerError.self) { try await second.run() }
            #expect(error?.code == .portTaken)
            #expect(error?.reason.contains("\(port)") == true)
        }
        let error = await #expect(throws: StoreServerError.self) {
            try await server(StoreServerConfiguration(tlsPort: 65_536)).run()
        }
        #expect(error?.code == .invalidPort)
    }

    @Test("The files that programs trust hold the store's root, and this machine's beside it")
    func files() throws {
        try withTemporaryFolder { folder in
            let system = folder.appendingPathComponent("system.pem")
            try Data("SYSTEM\n".utf8).write(to: system)
            let files = TLSTrustFiles(folder: folder)
            try files.save("ROOT\n", systemBundles: ["/there/is/none", system.path])
            #expect(try String(contentsOf: files.root, encoding: .utf8) == "ROOT\n")
            #expect(try String(contentsOf: files.bundle, encoding: .utf8) == "ROOT\nSYSTEM\n")
            try files.save("ROOT\n", systemBundles: [])
            #expect(try String(contentsOf: files.bundle, encoding: .utf8) == "ROOT\n")
        }
    }
}
