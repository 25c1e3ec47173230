import AppStoreModels
import Foundation

/// How long a store may take until the last byte of its answer, where nobody says otherwise.
enum StoreControlDeadline {
    /// For what is done at once: a store that is silent for so long hangs.
    static let short: TimeInterval = 30
    /// For what takes as long as there is to do.
    static let long: TimeInterval = 600

    static func usual(for request: StoreControlRequest<some JSONBacked>) -> TimeInterval {
        let (method, path) = (request.method, request.path)
        let movesClock = method != "GET" && path.first == "clock"
        // What is posted there is sent on, or brought about by moving the clock.
        let waitsForServer = method == "POST" && (path.first == "notifications" || path.first == "realtime")
        let carriesWholeState = path == ["snapshot"] || path == ["compact"]
        return movesClock || waitsForServer || carriesWholeState ? long : short
    }
}
