import AppStoreModels
import Crypto
import Foundation

/// A row of a file, as far as it can be read without asking anybody.
struct ImportRow: Sendable {
    /// Its number; the first after the header is 1.
    let number: Int
    let customer: CustomerID
    var aliases: [CustomerID] = []
    let subject: Subject
    var firstSeen: Date?
    var attributes: [String: String] = [:]
    /// Names of attributes that cannot be kept.
    var oddAttributes: [String] = []

    /// What the row is about.
    enum Subject: Hashable, Sendable {
        /// A purchase to ask for.
        case purchase(originalTransactionID: String, AppStoreEnvironment?, bundleID: String? = nil)
        /// A receipt.
        case receipt(Data)
        /// A signed transaction.
        case signed(String)
        /// Levels that were given.
        case grant([String], start: Date?, end: Date?)
    }

    /// What stands in the report for people to find the row.
    var identifier: String? {
        switch subject {
        case .purchase(let identifier, _, _): identifier
        case .receipt, .signed, .grant: nil
        }
    }

    /// How many bytes wait with it to be asked about.
    var weight: Int {
        switch subject {
        case .receipt(let receipt): receipt.count
        case .signed(let jws): jws.utf8.count
        case .purchase, .grant: 0
        }
    }

    /// What tells rows apart that lead to different questions, or say different things of the customer. A file has a row for
    /// each renewal; one is asked about.
    var digest: Data {
        guard !attributes.isEmpty || !oddAttributes.isEmpty else { return subjectDigest }
        let said = attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" } + oddAttributes.sorted()
        return Data(SHA256.hash(data: Data("\(subjectText)\n\n\(said)".utf8)))
    }

    /// What tells apart whom rows are about, and what was bought or given. What else they say of the customer is not in it,
    /// so that a grant stays the same grant when an attribute has changed.
    var subjectDigest: Data { Data(SHA256.hash(data: Data(subjectText.utf8))) }

    private var subjectText: String {
        let text: String =
            switch subject {
            case .purchase(let identifier, let environment, let bundleID):
                "purchase \(identifier) \(environment?.rawValue ?? "")" + (bundleID.map { " \($0)" } ?? "")
            case .receipt(let receipt): "receipt \(SHA256.hash(data: receipt).hexadecimal)"
            case .signed(let jws): "signed \(SHA256.hash(data: Data(jws.utf8)).hexadecimal)"
            case .grant(let levels, let start, let end):
                "grant \(levels) \(start?.millisecondsSince1970 ?? 0) \(end?.millisecondsSince1970 ?? 0)"
            }
        return "\(([customer] + aliases).map(\.value).joined(separator: "\n"))\n\n\(text)"
    }
}

/// A row that cannot be taken.
struct ImportRefusal: Error {
    let code: ImportOutcome.Code
    /// What was seen.
    let detail: String
    /// What stands in the report for people to find the row.
    var identifier: String?

    init(_ code: ImportOutcome.Code, _ detail: String) {
        self.code = code
        self.detail = detail
    }
}
