import AppStoreModels
import Foundation

/// Notifications in a folder, one file each, numbered in the order in which they came.
struct NotificationFolder: Sendable {
    /// The longest notification that is read, in bytes.
    static let maximumLength = 4 * 1024 * 1024

    let url: URL

    /// How many notifications came before.
    func lastNumber() throws(InputError) -> Int { try files().compactMap(Self.number).max() ?? 0 }

    /// Keeps the body of a notification.
    ///
    /// - Returns: The name of the file.
    func save(_ body: Data, _ number: Int, name: String, id: String?) throws(InputError) -> String {
        let words = [name.replacing("/", with: "."), id ?? "v1"].map(Self.safe).joined(separator: "-")
        let digits = String(number)
        let file = String(repeating: "0", count: max(0, 6 - digits.count)) + digits + "-" + words + ".json"
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            try body.write(to: url.appendingPathComponent(file), options: .atomic)
        } catch {
            throw InputError(reason: "\(url.path) cannot be written: \(error.localizedDescription)")
        }
        return file
    }

    /// The notifications in the order in which they came.
    func load() throws(InputError) -> [(name: String, body: Data)] {
        let files = try files().sorted { left, right in
            (Self.number(left) ?? .max, left) < (Self.number(right) ?? .max, right)
        }
        var bodies: [(name: String, body: Data)] = []
        for file in files {
            let source = InputSource(argument: url.appendingPathComponent(file).path)
            bodies.append((file, try source.readFile(limit: Self.maximumLength)))
        }
        return bodies
    }

    private func files() throws(InputError) -> [String] {
        guard try FilePresence(of: url.path).isThere(orThrow: { InputError(reason: $0) }) else { return [] }
        do {
            return try FileManager.default.contentsOfDirectory(atPath: url.path).filter { $0.hasSuffix(".json") }
        } catch {
            throw InputError(reason: "\(url.path) cannot be read: \(error.localizedDescription)")
        }
    }

    /// More than ever come: what has a larger number was not written here, and nothing can be counted on from it.
    private static let largestNumber = 999_999_999_999

    private static func number(_ file: String) -> Int? {
        Int(file.prefix { $0 != "-" }).flatMap { (0...largestNumber).contains($0) ? $0 : nil }
    }

    /// What strangers sent names no other folder.
    private static func safe(_ text: String) -> String {
        String(text.prefix(80).map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "_" })
    }
}
