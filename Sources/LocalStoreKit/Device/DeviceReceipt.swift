import Foundation
import LocalAppStore
import Locking

/// The app's receipt on one device, made when somebody looks.
///
/// Most apps under test never look, and making a receipt costs more than everything else that a purchase does. So a receipt
/// whose place nobody knows is only drawn up, and made when the place is asked for. From then on it is made anew before
/// anybody hears of what happened; once for events that came together.
final class DeviceReceipt: Sendable {
    private struct State {
        /// Whether somebody knows where the file is.
        var isKnown: Bool
        /// What gives the receipt that is to be in the file before anybody knows its place, and the number of its writer.
        var due: (number: Int, receipt: @Sendable () throws -> Data)?
        /// How much had happened in the store when that was drawn up; nil if that is not known.
        var drawn: Int?
        var problem: (any Error)?
        /// Writers are numbered when they begin, so that an old receipt never takes the place of a newer one.
        var begun = 0
        var written = 0
        /// How much had happened in the store when the file was made; nil if that is not known.
        var shown: Int?

        mutating func begin() -> Int {
            begun += 1
            return begun
        }

        /// Whether the receipt is there already, drawn up or written, as it is after so many events.
        func hasReceipt(after eventCount: Int?) -> Bool {
            guard let eventCount else { return false }
            return eventCount == (due == nil ? shown : drawn)
        }

        /// What has to be written before the place may be known; nil if nothing has, and then it is known.
        mutating func makeKnown() -> (number: Int, receipt: @Sendable () throws -> Data)? {
            isKnown = isKnown || due == nil
            return isKnown ? nil : due
        }
    }

    private let file: ReceiptFile
    private let temporaryFolder: TemporaryReceiptFolder?
    private let session: any StoreSession
    private let state: Locked<State>

    /// - Parameter url: Where the file is, known to who says so; nil for a new folder among the temporary files.
    init(_ session: any StoreSession, url: URL?) {
        self.session = session
        if let url {
            (file, temporaryFolder) = (ReceiptFile(url: url), nil)
        } else {
            let folder = TemporaryReceiptFolder()
            (file, temporaryFolder) = (ReceiptFile(url: folder.receiptURL), folder)
        }
        // A store elsewhere cannot be asked while the app waits for the place.
        state = Locked(State(isKnown: url != nil || session.eventCount == nil))
    }

    /// Where the file is; once this was asked for, the file is as new as the last event that anybody has heard of.
    var url: URL {
        makeKnown()
        return file.url
    }

    /// The folder of the file; asking for it is no look at the receipt.
    var folder: URL { file.url.deletingLastPathComponent() }

    /// Why the file could not be written the last time; nil if it could.
    var problem: (any Error)? {
        makeKnown()
        return state.withLock { $0.problem }
    }

    /// Writes the current receipt.
    func write(_ properties: ReceiptProperties = ReceiptProperties()) throws {
        let number = state.withLock { $0.begin() }
        let eventCount = properties == ReceiptProperties() ? session.eventCount : nil
        try write(try session.receipt(properties), by: number, shown: eventCount)
    }

    /// Something happened: draws up the current receipt, and writes it if anybody may look and that is possible.
    ///
    /// A purchase is not lost because the disk is full.
    func update() {
        let eventCount = session.eventCount
        let (isKnown, isThere, number) = state.withLock { state in
            (state.isKnown, state.hasReceipt(after: eventCount), state.begin())
        }
        if isThere { return }
        note {
            if isKnown { return try write() }
            let receipt = try session.receiptLater()
            let isLate = state.withLock { state in
                if !state.isKnown { (state.due, state.drawn) = ((number, receipt), eventCount) }
                return state.isKnown
            }
            // Somebody asked for the place meanwhile.
            if isLate { try write() }
        }
    }

    /// Brings the receipt up to date if there is one on the device.
    func renew() {
        let isDue = state.withLock { $0.due != nil }
        if isDue || FileManager.default.fileExists(atPath: file.url.path) { update() }
    }

    private func makeKnown() {
        while let due = state.withLock({ $0.makeKnown() }) {
            note { try write(try due.receipt(), by: due.number, shown: nil) }
            state.withLock { if $0.due?.number == due.number { $0.due = nil } }
        }
    }

    private func write(_ receipt: Data, by number: Int, shown eventCount: Int?) throws {
        try state.withLock { state in
            // Who began later has seen everything that this writer has.
            guard number > state.written else { return }
            try file.write(receipt)
            (state.written, state.shown) = (number, eventCount)
            if let due = state.due, due.number < number { state.due = nil }
        }
    }

    /// Remembers how `body` ended.
    private func note(_ body: () throws -> Void) {
        let problem: (any Error)?
        do {
            try body()
            problem = nil
        } catch {
            problem = error
        }
        state.withLock { $0.problem = problem }
    }
}
