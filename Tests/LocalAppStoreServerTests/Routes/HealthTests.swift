import AppStoreModels
import Foundation
import HTTPTypes
import LocalAppStore
import Locking
import StoreConfiguration
import TestSupport
import Testing

@testable import LocalAppStoreServer

@Suite("Health")
struct HealthTests {
    @Test("A store that cannot write says so, serves what it knows, and is well again when the disk is")
    func fullDisk() async throws {
        let folder = try TemporaryFolder()
        let isFull = Locked(false)
        let system = StoreDisk.system
        let disk = StoreDisk(
            open: system.open,
            write: { descriptor, bytes in
                isFull.withLock { $0 } ? -Int(ENOSPC) : system.write(descriptor, bytes)
            },
            flush: system.flush,
            cut: system.cut,
            rename: system.rename
        )
        let store = try LocalAppStore.open(
            folder: folder.url,
            on: disk,
            configuration: try StoreConfiguration(contentsOf: SampleShop.catalogue),
            app: SampleShop.app,
            start: TestAuthority.signingDate
        )
        try store.createAccount(id: SampleShop.customer)
        let tester = try RouteTester(store: store)
        #expect(try await tester.ask(.get, "/health").status == 200)
        isFull.withLock { $0 = true }
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
        isFull.withLock { $0 = false }
        let well = try await tester.ask(.get, "/health")
        #expect(well.status == 200)
        #expect(well.json[string: "status"] == "ok")
        #expect(try await tester.ask(.post, "/control/accounts", #"{"id":"fern"}"#).status < 300)
    }
}
