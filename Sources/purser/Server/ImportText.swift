import AppStoreModels
import PurchaseServer

/// What came of an import, for people and for programs.
enum ImportText {
    static func lines(_ progress: ImportProgress, _ isRehearsal: Bool) -> [String] {
        let verb = isRehearsal ? "could be asked about" : "were taken"
        var lines = ["\(progress.rows) rows: \(progress.taken) \(verb), \(progress.known) were known"]
        for (code, count) in progress.codes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            lines.append("  \(count) \(code.rawValue): \(code.remedy)")
        }
        if !progress.isComplete { lines.append("run it again later: \(progress.waiting) rows wait for an answer") }
        return lines
    }

    static func json(_ progress: ImportProgress) -> JSONObject {
        var json = JSONObject()
        json[integer: "rowCount"] = Int64(progress.rows)
        json[integer: "takenCount"] = Int64(progress.taken)
        json[integer: "knownCount"] = Int64(progress.known)
        json[integer: "refusedCount"] = Int64(progress.refused)
        json[integer: "waitingCount"] = Int64(progress.waiting)
        let codes = progress.codes.sorted { $0.key.rawValue < $1.key.rawValue }
        json[array: "outcomes"] = codes.map { code, count in
            ["code": .string(code.rawValue), "count": .number(JSONNumber(count))]
        }
        return json
    }
}
