import Foundation
import Testing

/// Whoever makes something of data that nobody has checked has to write so: `init(unverified:)`.
@Suite("Initialisers that believe what they are given")
struct UnverifiedNameTests {
    /// What says something about purchases and does not show who checked it.
    private static let unchecked: Set<String> = [
        "ReceiptInfo", "VerifyReceiptResponse", "TransactionPayload", "RenewalInfoPayload", "NotificationPayload",
        "AppTransactionPayload",
    ]

    @Test("say so")
    func named() throws {
        let initialisers = try SourceTree.text("docs/PUBLIC-API.md").components(separatedBy: "\n")
            .filter { $0.hasPrefix("    init") }
        let silent = initialisers.filter { line in
            line.firstMatch(of: /init\??\(_ \w+: (\w+)/).map { Self.unchecked.contains(String($0.1)) } ?? false
        }
        #expect(silent == [])
        #expect(initialisers.filter { $0.hasPrefix("    init(unverified ") }.count >= 4)
    }
}
