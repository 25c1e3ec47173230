import AppStoreTrust
import Foundation
import TestSupport
import Testing

/// One row of the table of genuine receipts.
struct CorpusReceipt: Sendable, CustomTestStringConvertible {
    let row: [String: String]

    static let all: [CorpusReceipt] =
        ((try? Fixtures.rows("receipts/index.tsv")) ?? []).map(CorpusReceipt.init(row:))

    var testDescription: String { self["file"] }

    subscript(column: String) -> String { row[column] ?? "" }

    var data: Data {
        get throws { try Fixtures.data("receipts/" + self["file"]) }
    }

    var isXcode: Bool { self["environment"] == "Xcode" }
}

/// The certificate of StoreKit testing in Xcode that is in every Xcode since 12.
enum XcodeCertificate {
    static var anchor: TrustAnchor {
        get throws {
            try TrustAnchor(derEncoded: Fixtures.data("certs/StoreKitTestCertificate-20200401-ff0ba36e.cer"))
        }
    }
}
