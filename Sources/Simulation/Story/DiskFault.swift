import CSimulatedDisk

/// What is wrong with the disk of the purchase server.
package enum DiskFault: String, Codable, Sendable, Hashable, CaseIterable {
    /// No more can be written.
    case full
    /// The system has made it read-only.
    case readOnly
    /// What was written cannot be brought onto it: `fsync` fails.
    case syncFails

    var code: purser_disk_fault {
        switch self {
        case .full: PURSER_DISK_FULL
        case .readOnly: PURSER_DISK_READ_ONLY
        case .syncFails: PURSER_DISK_SYNC_FAILS
        }
    }
}
