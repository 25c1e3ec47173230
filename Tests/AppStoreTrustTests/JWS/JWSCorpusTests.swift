import AppStoreModels
import AppStoreTrust
import Foundation
import TestSupport
import Testing

@Suite("Every signed JWS of the fixtures", .enabled(if: Fixtures.areAvailable))
struct JWSCorpusTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let columns: [String: String]

        static let all = ((try? Fixtures.rows("jws/index.tsv")) ?? []).map(Row.init(columns:))

        var testDescription: String { self["file"] }

        subscript(column: String) -> String { columns[column] ?? "" }

        var compact: String {
            get throws {
                String(decoding: try Fixtures.data("jws/" + self["file"]), as: UTF8.self)
                    .trimmingCharacters(in: .whitespacesAndNewlines)
            }
        }

        var isGenuine: Bool {
            self["anchor"] == "Apple Root CA - G3" && self["signature"] == "pass" && self["chain"] == "links-ok"
        }

        /// What the App Store's roots say about it.
        var code: TrustError.Code? {
            if isGenuine { return self["signed_date_ms"].isEmpty ? .signingDate : nil }
            if self["x5c_count"] != "3" { return .chainLength }
            // The one row with Apple's root that fails was made from an intermediate in the place of the leaf.
            return self["anchor"] == "Apple Root CA - G3" ? .certificateNotAllowed : .anchorUntrusted
        }
    }

    @Test("gets the verdict of its row from Apple's roots", arguments: Row.all)
    func verdict(_ row: Row) throws {
        let verifier = JWSVerifier(policy: .appStore)
        guard let code = row.code else {
            let verified = try verifier.verify(row.compact)
            #expect(verified.anchor == .appleRootCAG3)
            #expect(verified.signedAt.timeIntervalSince1970 * 1000 == Double(row["signed_date_ms"]))
            return
        }
        let error = #expect(throws: TrustError.self) { try verifier.verify(row.compact) }
        #expect(error?.code == code, "\(error?.description ?? "")")
    }

    @Test("without a date is judged at the caller's now", arguments: Row.all.filter { $0.code == .signingDate })
    func callersNow(_ row: Row) throws {
        let verifier = JWSVerifier(policy: .appStore)
        let inside = Date(timeIntervalSince1970: 1_650_000_000)
        #expect(try verifier.verify(row.compact, now: inside).signedAt == inside)
        let outside = Date(timeIntervalSince1970: 1_795_219_200)
        #expect(throws: TrustError(.certificateExpired, "")) { try verifier.verify(row.compact, now: outside) }
    }

    @Test("of Xcode needs its own certificate, and is then verified like any other", arguments: Row.all)
    func xcode(_ row: Row) throws {
        guard row["environment"] == "Xcode" else { return }
        let certificate = try certificate(in: row.compact)
        let verifier = JWSVerifier(policy: TrustPolicy.appStore.addingXcodeTesting([certificate]))
        let compact = try row.compact
        // The app transaction has its date in receiptCreationDate.
        #expect(try verifier.verify(compact).anchor == certificate)
        let tampered = compact.dropLast(2) + (compact.hasSuffix("AA") ? "BA" : "AA")
        #expect(throws: TrustError.self) { try verifier.verify(String(tampered)) }
    }

    private func certificate(in compact: String) throws -> TrustAnchor {
        struct Header: Decodable { let x5c: [String] }
        let segment = try #require(compact.split(separator: ".").first)
        let header = try JSONDecoder().decode(Header.self, from: Data(Base64.decode(Array(segment.utf8), .any)))
        let encoded = try #require(header.x5c.first.flatMap { Data(base64Encoded: $0) })
        return try TrustAnchor(derEncoded: encoded)
    }
}
