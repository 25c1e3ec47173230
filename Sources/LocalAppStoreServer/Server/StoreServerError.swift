import Foundation
import NIOCore

/// Why a ``LocalStoreServer`` does not run.
public struct StoreServerError: Error, Hashable, CustomStringConvertible {
    /// What is in the way; more may be added.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// A stable name.
        public let rawValue: String

        /// A code by its stable name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Another program listens on that port.
        public static let portTaken = Self(rawValue: "port-taken")
        /// The port is not between 0 and 65535.
        public static let invalidPort = Self(rawValue: "invalid-port")
        /// A name to be asked by is no name of a machine.
        public static let invalidName = Self(rawValue: "invalid-name")
        /// A limit is out of range.
        public static let invalidLimit = Self(rawValue: "invalid-limit")
        /// The system does not let this user listen there, for example below port 1024.
        public static let permissionDenied = Self(rawValue: "permission-denied")
        /// Other machines could reach the address, which was not allowed.
        public static let notLoopback = Self(rawValue: "not-loopback")
        /// Listening failed for another reason.
        public static let addressUnusable = Self(rawValue: "address-unusable")
        /// A file in the store's folder cannot be read or written.
        public static let fileUnusable = Self(rawValue: "file-unusable")
        /// A file in the store's folder holds something else than the store wrote.
        public static let fileDamaged = Self(rawValue: "file-damaged")
        /// There is no certificate with which the store could speak TLS.
        public static let tlsUnusable = Self(rawValue: "tls-unusable")
        /// The server has ended.
        public static let stopped = Self(rawValue: "stopped")
    }

    /// What is in the way.
    public let code: Code
    /// What was seen and what to do, for a person.
    public let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { reason }

    public static func == (left: Self, right: Self) -> Bool { left.code == right.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension StoreServerError {
    /// What an error of the network layer means.
    ///
    /// - Parameter port: Where it was to listen; nil for the configuration's `port`.
    init(_ error: any Error, configuration: StoreServerConfiguration, port: Int? = nil) {
        let port = port ?? configuration.port
        let place = "\(configuration.urlHost):\(port)"
        switch error {
        case let error as StoreServerError:
            self = error
        case let error as IOError where error.errnoCode == POSIXErrorCode.EADDRINUSE.rawValue:
            self.init(
                .portTaken,
                "port \(port) is taken by another program; choose another, or 0 for any"
            )
        case let error as IOError where error.errnoCode == POSIXErrorCode.EACCES.rawValue:
            self.init(.permissionDenied, "this user may not listen on \(place); choose a port above 1023")
        default:
            self.init(.addressUnusable, "cannot listen on \(place): \(error)")
        }
    }
}
