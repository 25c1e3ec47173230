import Foundation
import LocalAppStore
import Locking

/// The app's receipt on one device, made when somebody looks.
///
/// Most apps under test never look, and making a receipt costs more than everything else that a purchase does. So a receipt
/// whose place nobody knows is only noted as due, and made when the place is asked for. From then on it is made anew
/// before anybody hears of what happened; once for events that came together.
final class DeviceReceipt: Sendable {
    private struct State {
        /// Whether somebody knows where the file is.
        var isKnown: Bool
        var problem: (any Error)?
        /// How much has happened, and how much of it has been written, or could not be.
        var happened = 0
        var noted = 0
        /// Writers are numbered when they begin, so that an old receipt never takes the place of a newer one.
        var begun = 0
        var written = 0
        /// How much had happened in the store when the file was made; nil if that is not known.
        var shown: Int?

        /// What a writer begins with: its number, and how much has happened until then.
        mutating func begin() -> (number: Int, happened: Int) {
            begun += 1
            return (begun, happened)
        }

        /// How much has to be written before the place may be known; nil if nothing has, and then it is known.
        mutating func makeKnown() -> Int? {
            if !isKnown, happened > noted { return happened }
            isKnown = true
            return nil
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
        let (number, happened) = state.withLock { $0.begin() }
        let eventCount = properties == ReceiptProperties() ? session.eventCount : nil
        let receipt = try session.receipt(properties)
        try state.withLock { state in
            // Who began later has seen everything that this writer has.
            guard number > state.written else { return }
            try file.write(receipt)
            (state.written, state.noted, state.shown) = (number, max(state.noted, happened), eventCount)
        }
    }

    /// Something happened: writes the current receipt if that is possible, as soon as anybody may look.
    ///
    /// A purchase is not lost because the disk is full.
    func update() {
        let eventCount = session.eventCount
        let isWanted = state.withLock { state in
            state.happened += 1
            return state.isKnown && (eventCount == nil || eventCount != state.shown)
        }
        if isWanted { writeIfPossible() }
    }

    /// Writes the current receipt if there is one on the device.
    func renew() {
        if FileManager.default.fileExists(atPath: file.url.path) { update() }
    }

    private func makeKnown() {
        while let happened = state.withLock({ $0.makeKnown() }) {
            writeIfPossible()
            state.withLock { $0.noted = max($0.noted, happened) }
        }
    }

    private func writeIfPossible() {
        let problem: (any Error)?
        do {
            try write()
            problem = nil
        } catch {
            problem = error
        }
        state.withLock { $0.problem = problem }
    }
}
