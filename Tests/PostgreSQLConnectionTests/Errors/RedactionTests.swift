import Testing

@testable import PostgreSQLConnection

@Suite("What libpq says, as it may stand in a log")
struct RedactionTests {
    @Test("has nothing of what it quotes")
    func quotations() {
        #expect("invalid token: \"pa\"%zz\" in it".withoutQuotations == "invalid token: \"…\" in it")
        #expect("unfinished \"pass".withoutQuotations == "unfinished \"…")
        #expect("nothing quoted".withoutQuotations == "nothing quoted")
    }

    @Test("has no password, unless that is no more than a part of a word")
    func passwords() {
        #expect("failed for hunter22".without("hunter22") == "failed for …")
        #expect("failed".without("a") == "failed")
        #expect("failed".without(nil) == "failed")
    }

    @Test(
        "is told apart by what libpq itself and the protocol say",
        arguments: [
            ("FATAL:  password authentication failed for user \"x\"", PostgreSQLError.Kind.authenticationFailed),
            ("FATAL:  no pg_hba.conf entry for host \"1.2.3.4\"", .authenticationFailed),
            ("FATAL:  role \"x\" does not exist", .authenticationFailed),
            ("FATAL:  database \"x\" does not exist", .databaseMissing),
            ("FATAL:  the database system is starting up", .startingUp),
            ("FATAL:  sorry, too many clients already", .tooManyConnections),
            ("SSL error: certificate verify failed", .tlsFailed),
            ("server does not support SSL, but SSL was required", .tlsFailed),
            ("Connection refused\n\tIs the server running on that host?", .cannotConnect),
            ("session is read-only", .readOnly),
            ("", .cannotConnect),
        ]
    )
    func connecting(message: String, kind: PostgreSQLError.Kind) {
        let error = PostgreSQLError(connecting: message, needsPassword: false, password: nil)
        #expect(error.kind == kind)
        #expect(!error.reason.isEmpty && !error.reason.contains("\n"))
    }

    @Test("is about the password where libpq wants one")
    func needsPassword() {
        let error = PostgreSQLError(connecting: "fe_sendauth", needsPassword: true, password: nil)
        #expect(error.kind == .authenticationFailed)
    }
}
