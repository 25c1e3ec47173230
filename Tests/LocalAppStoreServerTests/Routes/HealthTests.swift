import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Health")
struct HealthTests {
    @Test("A store that cannot write says so, serves what it knows, and is well again when the disk is")
    func fullDisk() async throws {
        let folder = try TemporaryFolder()
        let disk = LimitedDisk()
        let store = try LocalAppStore.open(
            folder: folder.url,
            on: disk.disk,
            configuration: try StoreConfiguration(contentsOf: SampleShop.catalogue),
            app: SampleShop.app,
            start: TestAuthority.signingDate
        )
        try store.createAccount(id: SampleShop.customer)
        let tester = try RouteTester(store: store)
        #expect(try await tester.ask(.get, "/health").status == 200)
        disk.limit(to: 0)
        // Nobody knows yet.
        #expect(try await tester.ask(.get, "/health").status == 200)
        let refused = try await tester.ask(.post, "/control/accounts", #"{"id":"fern"}"#)
        #expect(refused.status == 503)
        #expect(refused.errorCode == "journal-failed")
        let ill = try await tester.ask(.get, "/health")
        #expect(ill.status == 503)
        #expect(ill.json[string: "status"] == "cannot-write")
        #expect(ill.errorCode == "journal-failed")
        #expect(ill.json[object: "error"]?[string: "message"]?.contains("No space left on device") == true)
        #expect(try await tester.ask(.get, "/control/accounts").text.contains("fern") == false)
        disk.limit(to: nil)
        let well = try await tester.ask(.get, "/health")
        #expect(well.status == 200)
        #expect(well.json[string: "status"] == "ok")
        #expect(try await tester.ask(.post, "/control/accounts", #"{"id":"fern"}"#).status < 300)
    }
}
