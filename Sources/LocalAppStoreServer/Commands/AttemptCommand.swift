import AppStoreModels
import LocalAppStore

/// What becomes of a purchase that did not go straight through.
public enum AttemptCommand: String, Sendable, Hashable {
    /// A parent approves what waits.
    case approve
    /// A parent refuses it.
    case decline
    /// What interrupted it is settled.
    case resolve
}

extension AttemptCommand: ControlCommand {
    var form: (name: String, body: JSONObject?) { (rawValue, nil) }

    init?(name: String, body: JSONObject) throws(RequestError) {
        guard let command = Self(rawValue: name) else { return nil }
        self = try body.empty(command)
    }

    func perform(on id: String, in store: LocalAppStore) throws(StoreError) {
        switch self {
        case .approve: try store.approve(attempt: id)
        case .decline: try store.decline(attempt: id)
        case .resolve: try store.resolveInterruption(attempt: id)
        }
    }
}
