import AppStoreModels
import HTTPServing

extension JSONObject {
    /// The counters as `/health` shows them.
    init(_ counters: ServerCounters) {
        self.init(counters.members.map { ($0.name, .number(JSONNumber($0.value))) })
    }
}
