import Testing

@testable import PostgreSQLConnection

@Suite("The statements that a session keeps prepared")
struct PreparedStatementsTests {
    @Test("have one name for each text")
    func names() {
        var prepared = PreparedStatements(limit: 3)
        #expect(prepared.use("a") == PreparedStatements.Use(name: "p1", isNew: true))
        #expect(prepared.use("b") == PreparedStatements.Use(name: "p2", isNew: true))
        #expect(prepared.use("a") == PreparedStatements.Use(name: "p1", isNew: false))
        #expect(prepared.count == 2)
    }

    @Test("make room by what was not used for longest")
    func eviction() {
        var prepared = PreparedStatements(limit: 2)
        for text in ["a", "b", "a"] { _ = prepared.use(text) }
        #expect(prepared.use("c") == PreparedStatements.Use(name: "p3", isNew: true, evicted: "p2"))
        #expect(prepared.use("b").isNew)
        #expect(prepared.count == 2)
    }

    @Test("are forgotten by the name that failed, not by a newer one")
    func forgetting() {
        var prepared = PreparedStatements(limit: 2)
        _ = prepared.use("a")
        prepared.forget("a", named: "p1")
        #expect(prepared.use("a") == PreparedStatements.Use(name: "p2", isNew: true))
        prepared.forget("a", named: "p1")
        #expect(!prepared.use("a").isNew)
    }

    @Test("are at least one")
    func limit() {
        var prepared = PreparedStatements(limit: 0)
        #expect(prepared.use("a").evicted == nil)
        #expect(!prepared.use("a").isNew)
    }
}
