import CSimulatedDisk
import Foundation
import Locking

/// The disk of the purchase server's machine: SQLite writes through it into a folder, and it fails when it is told to.
///
/// A loss of power is a new folder with the files as they are at that moment, on a new disk without a fault. What the
/// server that is gone still wants to write goes nowhere.
final class SimulatedDisk: Sendable {
    private struct State {
        var number = 0
        var isDead = false
        var disk: Int32 = -1
        var fault: (fault: DiskFault, until: Date)?
        var used: [Int32] = []
        /// Files as they were, for a disk that forgets.
        var remembered: [URL] = []
    }

    private let root: URL
    private let state = Locked(State())

    private static let name = "purchases.sqlite"

    /// - Throws: ``SimulationError`` if there are too many disks.
    init(root: URL) throws {
        self.root = root
        try attach()
    }

    deinit {
        for disk in state.withLock({ $0.used }) { purser_disk_detach(disk) }
    }

    private var folder: URL { root.appendingPathComponent("disk-\(state.withLock { $0.number })") }

    /// The server's database.
    var database: URL { folder.appendingPathComponent(Self.name) }

    private func attach() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let disk = purser_disk_attach(folder.path)
        guard disk >= 0 else {
            throw SimulationError(.noDisk, "too many disks at once, or the folder's name is too long")
        }
        state.withLock { state in
            state.disk = disk
            state.used.append(disk)
        }
    }

    // MARK: Faults

    /// Whether it fails now.
    var isFaulty: Bool { state.withLock { $0.fault != nil } }

    func set(_ fault: DiskFault, after writes: Int, until date: Date) {
        state.withLock { state in
            state.fault = (fault, date)
            purser_disk_set(state.disk, fault.code, Int64(max(0, writes)))
        }
    }

    /// Nothing is wrong any more.
    func mend() {
        state.withLock { state in
            state.fault = nil
            guard !state.isDead else { return }
            purser_disk_set(state.disk, PURSER_DISK_FINE, 0)
        }
    }

    /// Mends it if the fault is over.
    func mend(at date: Date) {
        if let until = state.withLock({ $0.fault?.until }), until <= date { mend() }
    }

    /// Whether the power is gone.
    var isDead: Bool { state.withLock { $0.isDead } }

    /// The power is gone: from this instant nothing reaches it any more.
    func die() {
        state.withLock { state in
            state.isDead = true
            purser_disk_set(state.disk, PURSER_DISK_DEAD, 0)
        }
    }

    // MARK: Loss of power

    /// Remembers the files as they are; only for a disk that forgets.
    func remember() throws {
        let copy = root.appendingPathComponent("remembered-\(UUID().uuidString)")
        try Self.copy(from: folder, to: copy)
        state.withLock { state in
            state.remembered.append(copy)
            if state.remembered.count > 3 { state.remembered.removeFirst() }
        }
    }

    /// The machine is back: the files as they were when the power went, or, of a disk that forgets, as they were some time
    /// before.
    func restart(forgets: Bool) throws {
        let old = forgets ? state.withLock { $0.remembered.first } ?? folder : folder
        state.withLock { state in
            state.number += 1
            (state.fault, state.isDead) = (nil, false)
        }
        try Self.copy(from: old, to: folder)
        try attach()
    }

    private static func copy(from source: URL, to target: URL) throws {
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        for suffix in ["", "-wal"] {
            let file = source.appendingPathComponent(name + suffix)
            guard FileManager.default.fileExists(atPath: file.path) else { continue }
            try FileManager.default.copyItem(at: file, to: target.appendingPathComponent(name + suffix))
        }
    }
}
