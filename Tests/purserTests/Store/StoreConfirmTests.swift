import AppStoreModels
import Foundation
import TestSupport
import Testing

@Suite("purser store confirm", .tags(.slow), .timeLimit(.minutes(15)))
struct StoreConfirmTests {
    private let folder: TemporaryFolder
    private var data: URL { folder.url.appendingPathComponent("store") }
    private let options = ["--rate", "manual", "--start", "2026-01-01", "--seed", "7"]
    private let posy = "com.example.flowershop.club.posy"

    init() throws { folder = try TemporaryFolder() }

    @Test("A customer confirms a request from a file; what breaks a rule is refused, and what is none is not sent")
    func confirming() async throws {
        try await withRunningStore(data, options) { store in
            _ = try await store.tell("account", "flora")
            let file = folder.url.appendingPathComponent("request.json")
            let request = #"""
                {"operation":"CREATE_SUBSCRIPTION","version":"1","currency":"USD","taxCode":"C003","period":"P1M",
                "requestInfo":{"requestReferenceId":"00000000-0000-4000-8000-000000000001"},
                "descriptors":{"displayName":"Flowers","description":"Fresh"},
                "items":[{"SKU":"roses","displayName":"Roses","description":"Red","price":5000}]}
                """#
            try Data(request.utf8).write(to: file)
            let bought = try await store.ask("confirm", posy, file.path, "--account", "flora")
            #expect(bought[string: "productId"] == posy)
            #expect(bought[integer: "price"] == 5_000)
            let again = try await store.tell("confirm", posy, file.path, "--account", "flora")
            #expect(again.status == 1)
            #expect(again.errors.contains("4000097"), "\(again.errors)")
            try Data("roses".utf8).write(to: file)
            #expect(try await store.tell("confirm", posy, file.path, "--account", "flora").status == 2)
        }
    }
}
