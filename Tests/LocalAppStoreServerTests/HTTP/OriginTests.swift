import HTTPTypes
import Testing

@testable import LocalAppStoreServer

@Suite("Pages that may command a store")
struct OriginTests {
    @Test(
        "Its own may, and those of names that it was given, also if a proxy asks by another name; others may not",
        arguments: [
            (nil, 200), ("http://localhost", 200), ("https://localhost", 200), ("https://shop.test", 200),
            ("http://shop.test:8443", 200), ("https://SHOP.test", 200), ("https://evil.test", 403),
            ("https://shop.test.evil.test", 403), ("https://evil.test/shop.test", 403), ("shop.test", 403),
            ("null", 403), ("http://localhost:3000", 403), ("ftp://shop.test", 403),
        ] as [(String?, Int)]
    )
    func origins(origin: String?, status: Int) async throws {
        let tester = try RouteTester(configuration: StoreServerConfiguration(allowedNames: ["shop.test"]))
        let headers: HTTPFields = origin.map { [.origin: $0] } ?? [:]
        let answer = try await tester.ask(.get, "/control/clock", headers: headers)
        #expect(answer.status == status)
        #expect(answer.errorCode == (status == 200 ? nil : "foreign-origin"))
    }
}
