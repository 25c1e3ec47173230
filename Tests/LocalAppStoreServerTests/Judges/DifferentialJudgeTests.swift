import AppReceipt
import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite(
    "Bent tokens and receipts before our verifiers and others'",
    .tags(.judge, .slow),
    .enabled(if: Judges.areAvailable),
    .timeLimit(.minutes(15))
)
struct DifferentialJudgeTests {
    private typealias Opinion = (bend: String, ours: String, theirs: String)

    @Test("1,200 bent transactions: Apple's own library accepts what we accept, but for known differences")
    func tokens() async throws {
        let bender = try BentTokens()
        let bent = try await inTurns(0..<1_200) { try bender.token(seed: UInt64($0)) }
        let verifier = SignedDataVerifier(
            policy: try TestAuthority.policy,
            apps: [AppIdentity(bundleID: SampleReceipt.bundleID)],
            environments: [.sandbox],
            now: { TestAuthority.validUntil }
        )
        let theirs = try await verdicts(bent.map { "jws \($0.text)" })
        let opinions = zip(bent, theirs).map { bent, theirs in
            (
                bent.bend, outcome { () throws(TrustError) in _ = try verifier.verify(signedTransaction: bent.text) },
                theirs
            )
        }
        compare(opinions, KnownDifference.tokens)
    }

    @Test("800 bent receipts: an independent verifier accepts what we accept, but for known differences")
    func receipts() async throws {
        let bender = try BentReceipts()
        let bent = try await inTurns(0..<800) { try bender.receipt(seed: UInt64($0)) }
        let validator = AppReceiptValidator(policy: try TestAuthority.policy, rules: [])
        let theirs = try await verdicts(bent.map { "receipt \(Data($0.bytes).base64EncodedString())" })
        let opinions = zip(bent, theirs).map { bent, theirs in
            let ours = outcome { () throws(AppReceiptError) in _ = try validator.validated(bent.bytes) }
            return (bent.bend, ours, theirs)
        }
        compare(opinions, KnownDifference.receipts)
    }

    /// One by one, so that servers in other tests of this process are not kept waiting.
    private func inTurns<Made>(_ numbers: Range<Int>, _ make: (Int) throws -> Made) async rethrows -> [Made] {
        var made: [Made] = []
        for number in numbers {
            made.append(try make(number))
            await Task.yield()
        }
        return made
    }

    /// Both agree, or the difference is known; and no difference is in the table that does not occur.
    private func compare(_ opinions: [Opinion], _ known: [KnownDifference]) {
        let accepted = opinions.filter { $0.ours == "accepted" && $0.theirs == "accepted" }.count
        let refused = opinions.filter { $0.ours != "accepted" && $0.theirs != "accepted" }.count
        // Neither side may pass by always saying the same.
        #expect(
            accepted > opinions.count / 10 && refused > opinions.count / 4,
            "\(accepted) accepted, \(refused) refused"
        )
        let differing = opinions.filter { ($0.ours == "accepted") != ($0.theirs == "accepted") }
        let unknown = differing.filter { opinion in !known.contains { $0.explains(opinion) } }
        #expect(unknown.isEmpty, "\(Set(unknown.map { "\($0.bend): we \($0.ours), they \($0.theirs)" }).sorted())")
        let stale = known.filter { known in !known.isRare && !differing.contains { known.explains($0) } }
        #expect(stale.isEmpty, "\(stale.map(\.bend))")
    }

    private func outcome<Failure: CustomStringConvertible>(_ body: () throws(Failure) -> Void) -> String {
        do {
            try body()
            return "accepted"
        } catch {
            return error.description.split(separator: ":").first.map(String.init) ?? "refused"
        }
    }

    /// What others say, in a process for all: it takes longer to start than to judge.
    private func verdicts(_ lines: [String]) async throws -> [String] {
        let folder = try TemporaryFolder()
        let authority = try TestAuthority.trusted.get()
        var roots: [String] = []
        for (name, pem) in [("jws.der", authority.jwsRootPEM), ("receipt.der", authority.receiptRootPEM)] {
            let text = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }.joined()
            try #require(Data(base64Encoded: text)).write(to: folder.file(name))
            roots.append(folder.file(name).path)
        }
        let now = TestAuthority.validUntil.millisecondsSince1970
        let outcome = try await Judges.ask(
            "judge_many.py",
            roots + [String(now), SampleReceipt.bundleID, "Sandbox"],
            input: Data(lines.joined(separator: "\n").utf8)
        )
        try #require(outcome.status == 0, "\(outcome.errors)")
        let answers = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
        try #require(answers.count == lines.count)
        return answers.map { $0.hasPrefix("accepted") ? "accepted" : $0 }
    }
}
