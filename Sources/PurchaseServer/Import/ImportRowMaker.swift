import AppStoreModels
import Foundation

/// Makes a row of named values.
struct ImportRowMaker {
    let values: [String: String]
    let columns: ImportColumns

    func row(_ number: Int) throws(ImportRefusal) -> ImportRow {
        let (customer, aliases) = try names()
        var row = ImportRow(number: number, customer: customer, aliases: aliases, subject: try subject())
        row.firstSeen = value(.firstSeenDate).flatMap(Self.date)
        for (key, value) in attributes {
            if let value, RevenueCatAttributes.mistake(key, value) == nil {
                row.attributes[key] = value
            } else {
                row.oddAttributes.append(key)
            }
        }
        return row
    }

    /// The first of the columns that says something.
    private func value(_ role: ImportColumns.Role) -> String? {
        columns.names[role]?.lazy.compactMap { values[$0] }.map { $0.trimmingCharacters(in: .whitespaces) }
            .first { !$0.isEmpty && $0 != "null" && $0 != "NULL" }
    }

    // MARK: Who

    /// The customer and the other names. Where the first name is of nobody with an account and another one is, that counts:
    /// hosted backends call the name that they heard first the original one.
    private func names() throws(ImportRefusal) -> (CustomerID, [CustomerID]) {
        guard let text = value(.customer) else { throw ImportRefusal(.customerMissing, "no column names the customer") }
        let others = (columns.names[.alias] ?? []).compactMap { values[$0] }.flatMap(Self.list)
        var names: [CustomerID] = []
        for text in [text] + others {
            guard let name = CustomerID(text) else {
                throw ImportRefusal(.invalidCustomer, "a name is too long, or has control characters")
            }
            if !names.contains(name) { names.append(name) }
        }
        let first = names[0].isAnonymous ? names.first { !$0.isAnonymous } ?? names[0] : names[0]
        return (first, names.filter { $0 != first })
    }

    // MARK: What

    private func subject() throws(ImportRefusal) -> ImportRow.Subject {
        let store = value(.store)?.lowercased()
        if store == "promotional" { return try grant() }
        if let store, !Self.appleStores.contains(store) {
            throw ImportRefusal(.otherStore, "the store is \(store.prefix(40))")
        }
        if let text = value(.signedTransaction) { return .signed(text) }
        if let text = value(.receipt) {
            // Some lists have signed transactions among the receipts.
            if text.split(separator: ".").count == 3, !text.contains("=") { return .signed(text) }
            guard let receipt = Data(base64: text), !receipt.isEmpty else {
                throw ImportRefusal(.receiptMalformed, "the receipt is not in base64")
            }
            return .receipt(receipt)
        }
        guard let identifier = value(.originalTransactionID) else {
            throw ImportRefusal(.identifierMissing, "there is neither an original transaction id nor a receipt")
        }
        guard (1...64).contains(identifier.utf8.count), identifier.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw ImportRefusal(.identifierMissing, "the original transaction id is none")
        }
        return .purchase(originalTransactionID: identifier, environment, bundleID: value(.bundleID))
    }

    private static let appleStores: Set = ["app_store", "mac_app_store", "apple", "ios", "macos", "appstore", "itunes"]

    private var environment: AppStoreEnvironment? {
        switch value(.environment)?.lowercased() {
        case "production", "prod", "false", "0", "f": .production
        case "sandbox", "true", "1", "t": .sandbox
        default: nil
        }
    }

    private func grant() throws(ImportRefusal) -> ImportRow.Subject {
        let levels = Self.list(value(.level) ?? "")
        guard !levels.isEmpty, levels.allSatisfy(\.isIdentifier) else {
            throw ImportRefusal(.grantMalformed, "it names no level")
        }
        func date(_ role: ImportColumns.Role) throws(ImportRefusal) -> Date? {
            guard let text = value(role) else { return nil }
            guard let date = Self.date(text) else {
                throw ImportRefusal(.grantMalformed, "\(text.prefix(40)) is no date")
            }
            return date
        }
        let (start, end) = (try date(.startDate), try date(.endDate))
        if let start, let end, end <= start { throw ImportRefusal(.grantMalformed, "it ends before it begins") }
        return .grant(levels, start: start, end: end)
    }

    /// What is said of the customer by the names of attributes; nil for what cannot be read.
    private var attributes: [String: String?] {
        var attributes: [String: String?] = [:]
        for column in columns.names[.attributes] ?? [] {
            guard let text = values[column], !["", "null", "NULL"].contains(text) else { continue }
            guard let object = (try? JSONValue(parsing: text))?.object else {
                attributes.updateValue(nil, forKey: column)
                continue
            }
            for (key, value) in object.members {
                // Either the value itself, or an object with it and when it was said.
                let said = value.object.map { $0["value"] ?? .null } ?? value
                if said != .null { attributes.updateValue(said.lenientString, forKey: key) }
            }
        }
        for (column, key) in columns.attributes {
            if let text = values[column] { attributes.updateValue(text, forKey: key) }
        }
        return attributes.filter { $0.value != "" }
    }

    // MARK: Spellings

    /// A list in JSON, in braces as PostgreSQL writes it, or with commas.
    static func list(_ text: String) -> [String] {
        if text.hasPrefix("["), let array = (try? JSONValue(parsing: text))?.array { return array.compactMap(\.string) }
        return text.trimmingCharacters(in: ["{", "}"]).split(separator: ",")
            .map { $0.trimmingCharacters(in: ["\"", " "]) }.filter { !$0.isEmpty }
    }

    /// A date as exports write it: RFC 3339, the same without a zone, which is UTC then, or milliseconds since 1970.
    static func date(_ text: String) -> Date? {
        if let date = RFC3339.date(from: text) ?? RFC3339.dateOrDay(from: text) ?? RFC3339.date(from: text + "Z") {
            return date
        }
        guard text.utf8.count >= 12, let milliseconds = Int64(text) else { return nil }
        return Date(millisecondsSince1970: milliseconds)
    }
}
