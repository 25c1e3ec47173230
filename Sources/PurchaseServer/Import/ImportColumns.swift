import AppStoreModels

/// What the columns of a file mean.
package struct ImportColumns: Sendable, Equatable {
    /// What can be taken from a row.
    package enum Role: String, Sendable, CaseIterable {
        /// The developer's name of the customer.
        case customer
        /// Another name of the customer, or several with commas between them.
        case alias
        /// The first transaction of a purchase, or any other.
        case originalTransactionID = "originalTransactionId"
        /// A receipt in base64.
        case receipt
        /// A signed transaction.
        case signedTransaction
        /// Which App Store: a name, or whether it is the sandbox.
        case environment
        /// Which store; rows of others than Apple's are passed over, and `promotional` is a grant.
        case store
        /// The level of a grant, or several.
        case level
        /// The app, by its bundle identifier; without it every app is asked about.
        case bundleID = "bundleId"
        /// When a grant begins.
        case startDate
        /// When a grant ends.
        case endDate
        /// When the customer was first seen.
        case firstSeenDate
        /// Attributes, a JSON object.
        case attributes
    }

    /// The columns of each role.
    var names: [Role: [String]] = [:]
    /// Columns that are attributes of the customer by themselves, and what they are called.
    var attributes: [String: String] = [:]
    /// Whose export it is, for people.
    package var shape = "columns as they were named"

    /// Recognises a file by its header.
    ///
    /// - Throws: ``ImportError``, code `columns-unknown`.
    init(header: [String]) throws(ImportError) {
        let known = Set(header)
        guard let columns = ImportColumns(members: header) else { throw Self.unknown(header) }
        self = columns
        names = names.mapValues { $0.filter(known.contains) }.filter { !$0.value.isEmpty }
        attributes = attributes.filter { known.contains($0.key) }
    }

    /// Recognises a JSON object by its members; nil for none that is known. Other objects of the same kind may have members
    /// that this one leaves out, so all that the kind has count.
    init?(members: [String]) {
        let known = Set(members)
        guard let shape = Self.shapes.first(where: { known.isSuperset(of: $0.marks) }) else { return nil }
        (self.shape, names, attributes) = (shape.name, shape.names, shape.attributes)
    }

    /// What to say of columns that nobody knows.
    static func unknown(_ header: [String]) -> ImportError {
        ImportError(
            .columnsUnknown,
            "no known export begins with the columns \(header.prefix(8).joined(separator: ", ")); say what they mean: "
                + "--columns customer=COLUMN,originalTransactionId=COLUMN"
        )
    }

    /// Reads `customer=uid,receipt=blob,attributes.plan=plan_name`.
    ///
    /// - Throws: ``ImportError``, code `columns-unknown`.
    package init(parsing text: String) throws(ImportError) {
        for part in text.split(separator: ",") {
            let sides = part.split(separator: "=", maxSplits: 1).map(String.init)
            guard sides.count == 2 else { throw Self.mistake("\(part) is not ROLE=COLUMN") }
            if sides[0].hasPrefix("attributes."), sides[0].count > "attributes.".count {
                attributes[sides[1]] = String(sides[0].dropFirst("attributes.".count))
            } else if let role = Role(rawValue: sides[0]) {
                names[role, default: []].append(sides[1])
            } else {
                throw Self.mistake("there is no role \(sides[0])")
            }
        }
        guard names[.customer] != nil else { throw Self.mistake("no column is the customer") }
        guard Role.proofs.contains(where: { names[$0] != nil }) else {
            throw Self.mistake("no column is an original transaction id, a receipt or a signed transaction")
        }
    }

    /// - Throws: ``ImportError`` if a column that was named is not there.
    func check(_ header: [String]) throws(ImportError) {
        let all = Array(names.values.joined()) + Array(attributes.keys)
        guard let missing = all.first(where: { !header.contains($0) }) else { return }
        throw Self.mistake("the file has no column \(missing)")
    }

    private static func mistake(_ what: String) -> ImportError {
        let roles = Role.allCases.map(\.rawValue).joined(separator: ", ")
        return ImportError(.columnsUnknown, "\(what); roles are \(roles), and attributes.NAME")
    }
}

extension ImportColumns.Role {
    /// What shows that something was bought or given.
    static let proofs: [Self] = [.originalTransactionID, .receipt, .signedTransaction]
}
