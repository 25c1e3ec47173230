import AppStoreModels
import Entitlements
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import PurchaseFigures
import Testing

@testable import PurchaseServer

@Suite("Figures by HTTP")
struct FigureRouteTests {
    /// A server with three sales, booked: 10 and 5 dollars on one day, 4 euros a day later.
    private func test(
        _ body: @escaping @Sendable (any TestClientProtocol, PurchaseServerApplication) async throws -> Void
    ) async throws {
        var world = try World()
        world.configuration.figures = FigureRules(
            rates: try CurrencyRates(parsing: "date,currency,USD\n2020-01-01,EUR,1.5\n")
        )
        let day = Date(timeIntervalSince1970: (world.now.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400)
        try await world.test { client, server in
            for (number, sale) in [("10", "USD", 0.0), ("5", "USD", 0), ("4", "EUR", -1)].enumerated() {
                let date = day + sale.2 * 86_400 + 60
                let fact = Purchases.fact("sale-\(number)", product: "p\(number)", lasts: nil, at: date) { fact in
                    fact.price = Decimal(string: sale.0)
                    fact.currency = sale.1
                    fact.storefront = sale.1 == "USD" ? "USA" : "DEU"
                }
                try await server.storage.upload([fact], by: "anna", at: date)
            }
            try await server.bookFiguresDue()
            try await body(client, server)
        }
    }

    private func values(_ answer: Answer, _ series: String = "series") -> [String: [String]] {
        let lines = answer.json[object: series]?[array: "lines"]?.compactMap(\.object) ?? []
        return Dictionary(
            lines.map { line in
                let points = line[array: "points"]?.compactMap(\.object) ?? []
                let name = [line[string: "name"], line[string: "segment"]].compactMap(\.self).joined(separator: "/")
                return (name, points.compactMap { $0[object: "value"]?[string: "money"] })
            },
            uniquingKeysWith: { $1 }
        )
    }

    @Test("All are listed with their definitions")
    func list() async throws {
        try await test { client, _ in
            let answer = try await client.get("/v1/figures")
            #expect(answer.status == 200)
            #expect(answer.json[string: "currency"] == "USD")
            #expect(answer.json[integer: "waitingCount"] == 0)
            let figures = answer.json[array: "figures"]?.compactMap(\.object) ?? []
            #expect(figures.compactMap { $0[string: "id"] } == FigureCatalogue.all.map { $0.id })
            #expect(figures.allSatisfy { $0[string: "definition"]?.isEmpty == false })
        }
    }

    @Test("Money of some days, converted, together and split")
    func series() async throws {
        try await test { client, server in
            let today = Day(server.configuration.now())
            let days = "from=\(today.adding(days: -1))&until=\(today.adding(days: 1))"
            let all = try await client.get("/v1/figures/revenue?\(days)")
            #expect(all.status == 200)
            #expect(values(all)["gross"] == ["6", "15"])
            let split = try await client.get("/v1/figures/revenue?\(days)&by=all&split=storefront")
            #expect(values(split)["gross/USA"] == ["15"])
            #expect(values(split)["gross/DEU"] == ["6"])
            let one = try await client.get("/v1/figures/revenue?\(days)&by=all&product=p0&product=p2")
            #expect(values(one)["gross"] == ["16"])
            let none = try await client.get("/v1/figures/revenue?\(days)&by=all&environment=Sandbox")
            #expect(values(none)["gross"] == ["0"])
        }
    }

    @Test("The time before is beside it where it is asked for")
    func compared() async throws {
        try await test { client, server in
            let today = Day(server.configuration.now())
            let answer = try await client.get(
                "/v1/figures/revenue?from=\(today)&until=\(today.adding(days: 1))&compare=previous"
            )
            #expect(values(answer)["gross"] == ["15"])
            #expect(values(answer, "previous")["gross"] == ["6"])
        }
    }

    @Test("As a table, by format or by what the caller accepts")
    func table() async throws {
        try await test { client, server in
            let today = Day(server.configuration.now())
            let path = "/v1/figures/revenue?from=\(today)&until=\(today.adding(days: 1))"
            for (path, accept) in [(path + "&format=csv", "*/*"), (path, "text/csv")] {
                let answer = try await client.execute(uri: path, method: .get, headers: [.accept: accept])
                #expect(answer.headers[.contentType] == "text/csv; charset=utf-8")
                #expect(
                    answer.headers[.contentDisposition]
                        == "attachment; filename=\"revenue-\(today)-\(today.adding(days: 1)).csv\""
                )
                let lines = String(buffer: answer.body).split(separator: "\r\n")
                #expect(lines.first == "line,segment,start,end,step,value,part,whole,isComplete")
                #expect(lines.contains("gross,,\(today),\(today.adding(days: 1)),,15,,,false"))
            }
        }
    }

    @Test("The first days that can be asked for", arguments: FigureCatalogue.all.map { $0.id })
    func firstDays(figure: String) async throws {
        try await test { client, _ in
            for query in ["until=0001-01-15", "from=0001-01-01&until=0001-01-02", "from=0001-12-31&until=0002-01-01"] {
                let answer = try await client.get("/v1/figures/\(figure)?\(query)&compare=previous&by=all")
                #expect([200, 400].contains(answer.status), "\(query)")
                #expect(try await client.get("/v1/figures/\(figure)?\(query)").status == 200, "\(query)")
            }
        }
    }

    @Test("Who accepts a table is told that it has nothing to compare")
    func comparedTable() async throws {
        try await test { client, _ in
            let answer = try await client.execute(
                uri: "/v1/figures/revenue?compare=previous",
                method: .get,
                headers: [.accept: "text/csv"]
            )
            #expect(answer.status == .badRequest)
        }
    }

    @Test(
        "What cannot be asked is refused by its name",
        arguments: [
            ("from=yesterday", "from"), ("until=2026-02-30", "until"), ("from=2026-01-02&until=2026-01-02", "until"),
            ("by=hour", "by"), ("split=colour", "split"), ("compare=next", "compare"), ("format=xml", "format"),
            ("from=0001-01-01&until=9999-12-31", "periods"), ("until=0001-01-01", "until"),
            ("from=0001-01-02&until=0003-01-01&by=all&compare=previous", "year 1"),
            ("compare=previous&format=csv", "compare"),
            (Array(repeating: "product=p", count: 101).joined(separator: "&"), "product"),
        ]
    )
    func refused(query: String, word: String) async throws {
        try await test { client, _ in
            let answer = try await client.get("/v1/figures/revenue?\(query)")
            #expect(answer.status == 400)
            #expect(answer.errorCode == "invalid-value")
            #expect(answer.json[object: "error"]?[string: "message"]?.contains(word) == true)
        }
    }

    @Test("A figure that there is not, and a server that keeps none")
    func missing() async throws {
        try await test { client, _ in
            let answer = try await client.get("/v1/figures/luck")
            #expect(answer.status == 404)
            #expect(answer.errorCode == "unknown-figure")
        }
        try await World().test { client, server in
            for path in ["/v1/figures", "/v1/figures/revenue"] {
                let answer = try await client.get(path)
                #expect(answer.status == 409)
                #expect(answer.errorCode == "figures-not-kept")
            }
            await #expect(throws: PurchaseServerError.self) { try await server.rebuildFigures() }
        }
    }

    @Test("What is not booked yet is told, and a rebuild books everything")
    func waiting() async throws {
        try await test { client, server in
            let late = Purchases.fact("late", product: "p9", lasts: nil, at: server.configuration.now())
            try await server.storage.upload([late], by: "ben", at: server.configuration.now())
            let before = try await client.get("/v1/figures/revenue")
            #expect(before.json[integer: "waitingCount"] == 2)
            let booked = try await server.rebuildFigures()
            #expect(booked >= 6)
            let after = try await client.get("/v1/figures/revenue")
            #expect(after.json[integer: "waitingCount"] == 0)
            let missing = after.json[object: "series"]?[array: "missing"]?.compactMap(\.object) ?? []
            #expect(missing.first?[string: "reason"] == "price")
        }
    }
}
