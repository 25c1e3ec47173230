import AppStoreModels
import Entitlements
import Foundation
import Locking
import Testing

@testable import SwiftyStoreKit

@Suite("Products by a list of the developer's server")
struct ServerProductListTests {
    /// Answers with what the test says.
    private struct Transport: HTTPTransport {
        let answer: Locked<Result<HTTPTransportResponse, any Error>>

        func send(_ request: HTTPTransportRequest) async throws -> HTTPTransportResponse {
            #expect(request.method == "GET")
            #expect(request.maximumResponseLength == ServerProductList.maximumLength)
            return try answer.withLock { $0 }.get()
        }
    }

    private let answer = Locked<Result<HTTPTransportResponse, any Error>>(.failure(CancellationError()))
    private let storage = MemoryStorage()

    private func list() throws -> ServerProductList {
        ServerProductList(
            url: try #require(URL(string: "https://example.com/products")),
            bundled: ProductCatalogue(["bundled"]),
            storage: storage,
            transport: Transport(answer: answer)
        )
    }

    private func answer(_ text: String, status: Int = 200) {
        answer.withLock { $0 = .success(HTTPTransportResponse(status: status, body: Data(text.utf8))) }
    }

    @Test func `The server's list counts, and is remembered for when the server is away`() async throws {
        var loaded = try await list().load()
        #expect(loaded.source == .bundled)
        #expect(loaded.catalogue.productIDs == ["bundled"])
        #expect(loaded.problem != nil)
        answer(#"["a", "b"]"#)
        loaded = try await list().load()
        #expect(loaded == .init(catalogue: ProductCatalogue(["a", "b"]), source: .server, problem: nil))
        for (text, status) in [("[", 200), ("[]", 200), (#"["c"]"#, 503), (#"{"error":"x"}"#, 200)] {
            answer(text, status: status)
            loaded = try await list().load()
            #expect(loaded.source == .remembered)
            #expect(loaded.catalogue.productIDs == ["a", "b"])
            #expect(loaded.problem?.isEmpty == false)
        }
    }

    @Test func `Objects say what kind a product is, and how long it lasts`() throws {
        let text = #"""
            {"products": ["x", {"id": "y", "type": "Consumable", "later": 1},
            {"id": "z", "type": "Non-Renewing Subscription", "durationSeconds": 86400}], "version": 3}
            """#
        let catalogue = try ProductCatalogue(serverList: Data(text.utf8))
        #expect(catalogue.productIDs == ["x", "y", "z"])
        #expect(catalogue.isConsumable("y"))
        #expect(catalogue.productTypes["z"] == .nonRenewingSubscription)
        #expect(catalogue.productTypes["x"] == nil)
        #expect(catalogue.nonRenewingDurations == ["z": 86_400])
    }

    @Test(
        "What is no list is refused with the reason",
        arguments: [
            ("", CatalogueError.Code.unreadable), ("{}", .unreadable), (#"{"products": {}}"#, .unreadable),
            ("[1]", .unreadable), (#"[""]"#, .unreadable), (#"[{"name": "x"}]"#, .unreadable), ("[]", .empty),
        ]
    )
    func refused(text: String, code: CatalogueError.Code) {
        let error = #expect(throws: CatalogueError.self) { try ProductCatalogue(serverList: Data(text.utf8)) }
        #expect(error?.code == code)
    }

    @Test func `A list may be long, but not without end`() {
        let many = (0...ServerProductList.maximumCount).map { "\"p\($0)\"" }.joined(separator: ",")
        let error = #expect(throws: CatalogueError.self) {
            try ProductCatalogue(serverList: Data("[\(many)]".utf8))
        }
        #expect(error?.reason.contains("10001") == true)
    }
}
