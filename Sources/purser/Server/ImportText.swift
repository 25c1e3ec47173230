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
        json[integer: "rows"] = Int64(progress.rows)
        json[integer: "taken"] = Int64(progress.taken)
        json[integer: "known"] = Int64(progress.known)
        json[integer: "refused"] = Int64(progress.refused)
        json[integer: "waiting"] = Int64(progress.waiting)
        let codes = progress.codes.sorted { $0.key.rawValue < $1.key.rawValue }
        json["codes"] = .object(JSONObject(codes.map { ($0.key.rawValue, .number(JSONNumber($0.value))) }))
        return json
    }
}
