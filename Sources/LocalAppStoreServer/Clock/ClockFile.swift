import AppStoreModels
import Foundation

/// Remembers in a store's folder how its clock is tied to the machine's, so that a store that was killed goes on where it
/// was.
struct ClockFile: Sendable {
    let url: URL

    /// How far store time can be ahead of the machine's, or behind it, in milliseconds: twenty thousand years.
    private static let offsets: ClosedRange<Int64> = -631_152_000_000_000...631_152_000_000_000

    /// How far store time is ahead of the machine's; nil if the clock stands, or was never tied.
    func load() throws(StoreServerError) -> TimeInterval? {
        guard FileManager.default.fileExists(atPath: url.path) else { return nil }
        guard
            let data = try? Data(contentsOf: url),
            let object = (try? JSONValue(parsing: data))?.object,
            let isRunning = object[boolean: "isRunning"],
            let offset = object[integer: "offsetMilliseconds"],
            Self.offsets.contains(offset)
        else {
            throw StoreServerError(
                .fileDamaged,
                "\(url.path) does not say how the clock runs; remove it, and the clock stands until it is resumed"
            )
        }
        return isRunning ? TimeInterval(offset) / 1_000 : nil
    }

    /// Writes it down; the file is there wholly or as it was.
    func save(_ offset: TimeInterval?) throws(StoreServerError) {
        let object: JSONValue = [
            "isRunning": .bool(offset != nil),
            "offsetMilliseconds": .number(JSONNumber(Date(timeIntervalSince1970: offset ?? 0).millisecondsSince1970)),
        ]
        do {
            try object.jsonData.write(to: url, options: .atomic)
        } catch {
            throw StoreServerError(.fileUnusable, "cannot write \(url.path): \(error.localizedDescription)")
        }
    }
}
