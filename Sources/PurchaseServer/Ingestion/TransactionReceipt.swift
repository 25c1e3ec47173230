import AppStoreModels
import Foundation

/// A receipt of one transaction as iOS 6 wrote it, read as far as it can be without the App Store.
///
/// Only the App Store can check its signature, and anybody can write one. So its form is checked to the last member, its
/// length is limited, and it is kept in one spelling, the App Store's own.
struct TransactionReceipt {
    /// The app.
    let bundleID: String
    /// The receipt in the App Store's spelling: what is signed, the signature, and the three members that say where the
    /// App Store finds it, in this order.
    let canonicalForm: Data

    /// A longer one is none, in bytes; genuine ones have some 4,000.
    static let maximumLength = 32_768
    /// The signature with its version and certificate has at least a version, 128 bytes, and the certificate's length.
    private static let minimumSignatureLength = 133

    /// Whether the bytes look as if they were meant as one.
    static func resembles(_ receipt: Data) -> Bool {
        receipt.first == UInt8(ascii: "{")
    }

    /// - Throws: ``Rejection``, code `receipt-malformed`, rule `transaction-receipt`.
    init(_ receipt: Data) throws(Rejection) {
        guard receipt.count <= Self.maximumLength else {
            throw Self.malformed("has \(receipt.count) bytes; at most \(Self.maximumLength) are accepted")
        }
        guard let outer = TextPropertyList(receipt)?.entries else { throw Self.malformed("is no flat property list") }
        guard let info = Self.base64("purchase-info", in: outer), let purchase = TextPropertyList(info)?.entries else {
            throw Self.malformed("has no readable \"purchase-info\"")
        }
        guard let signature = Self.base64("signature", in: outer), signature.count >= Self.minimumSignatureLength else {
            throw Self.malformed("has no \"signature\"")
        }
        for name in ["transaction-id", "product-id"] where purchase[name, default: ""].isEmpty {
            throw Self.malformed("names no \"\(name)\"")
        }
        guard let bundleID = purchase["bid"], !bundleID.isEmpty else { throw Self.malformed("names no app") }
        self.bundleID = bundleID
        var members = [("signature", signature.base64EncodedString()), ("purchase-info", info.base64EncodedString())]
        for name in ["environment", "pod", "signing-status"] {
            guard let value = outer[name] else { continue }
            guard Self.isWord(value) else { throw Self.malformed("has a strange \"\(name)\"") }
            members.append((name, value))
        }
        let lines = members.map { "\t\"\($0)\" = \"\($1)\";\n" }.joined()
        canonicalForm = Data("{\n\(lines)}".utf8)
    }

    private static func base64(_ name: String, in entries: [String: String]) -> Data? {
        entries[name].flatMap { Data(base64: $0) }
    }

    private static func isWord(_ text: String) -> Bool {
        (1...20).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    private static func malformed(_ what: String) -> Rejection {
        Rejection(
            422,
            "receipt-malformed",
            "the transaction receipt in the style of iOS 6 \(what)",
            rule: "transaction-receipt"
        )
    }
}
