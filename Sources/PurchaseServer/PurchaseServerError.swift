/// Why a purchase server could not start or had to stop.
public struct PurchaseServerError: Error, Sendable, CustomStringConvertible {
    /// What went wrong; more may be added.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// A stable name.
        public let rawValue: String

        public init(rawValue: String) { self.rawValue = rawValue }

        /// Another program listens on the port.
        public static let portTaken = Self(rawValue: "port-taken")
        /// The address cannot be listened on.
        public static let addressUnusable = Self(rawValue: "address-unusable")
        /// The database file cannot be opened or made.
        public static let databaseUnusable = Self(rawValue: "database-unusable")
        /// The database does not promise to keep what it acknowledged.
        public static let databaseNotDurable = Self(rawValue: "database-not-durable")
        /// The database file is damaged, or no database at all.
        public static let databaseDamaged = Self(rawValue: "database-damaged")
        /// The database file belongs to another program.
        public static let databaseForeign = Self(rawValue: "database-foreign")
        /// A newer version of the server has written the database.
        public static let databaseNewer = Self(rawValue: "database-newer")
        /// An earlier version of the server has written the database, and what was asked for does not change it.
        public static let databaseOlder = Self(rawValue: "database-older")
        /// The database file or its folder cannot be written to.
        public static let databaseReadOnly = Self(rawValue: "database-read-only")
        /// Another program keeps the database locked.
        public static let databaseBusy = Self(rawValue: "database-busy")
        /// The disk is full.
        public static let databaseFull = Self(rawValue: "database-full")
        /// A read or write of the database failed.
        public static let databaseFailed = Self(rawValue: "database-failed")
        /// Whoever asked has gone away; nothing was changed.
        public static let cancelled = Self(rawValue: "cancelled")
        /// The database has no place for a value of this kind, a text with a NUL for example; nothing was changed.
        static let valueRefused = Self(rawValue: "invalid-value")
        /// Too many uploads of one customer wait for the App Store.
        public static let pendingUploadsOfCustomer = Self(rawValue: "pending-uploads-of-customer")
        /// Too many uploads wait for the App Store.
        public static let pendingUploads = Self(rawValue: "pending-uploads")
        /// There are as many webhook endpoints as there may be.
        public static let tooManyEndpoints = Self(rawValue: "too-many-endpoints")
        /// The configuration cannot work.
        public static let configuration = Self(rawValue: "configuration")
        /// Other machines could reach the server, and it demands no key.
        public static let keyMissing = Self(rawValue: "key-missing")
        /// A key cannot be as it is wanted.
        public static let keyRefused = Self(rawValue: "key-refused")
        /// There is no such key.
        public static let unknownKey = Self(rawValue: "unknown-key")
        /// There are as many keys as there may be.
        public static let tooManyKeys = Self(rawValue: "too-many-keys")
        /// Another server with other settings uses the database, or a program has it for itself.
        public static let folderInUse = Self(rawValue: "folder-in-use")
        /// It is done with a file only, and the database is a PostgreSQL that servers share.
        public static let databaseShared = Self(rawValue: "database-shared")
        /// The server has ended.
        public static let stopped = Self(rawValue: "stopped")

        public var description: String { rawValue }
    }

    /// What went wrong.
    public let code: Code
    /// What was seen, and what to do.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }

    public var description: String { "\(code): \(reason)" }
}

extension PurchaseServerError: Equatable {
    /// Errors are equal if their codes are.
    public static func == (left: PurchaseServerError, right: PurchaseServerError) -> Bool { left.code == right.code }
}
