extension PostgreSQLError {
    /// What kind of failure it was, as far as a caller would act on it.
    package enum Kind: String, Sendable, CaseIterable {
        // What the statement met.
        /// A row with this key is there already.
        case uniqueViolation
        /// A row refers to one that is not there, or is referred to.
        case foreignKeyViolation
        /// A value is missing.
        case notNullViolation
        /// A value breaks a rule of its table.
        case checkViolation
        /// Another rule of a table, of exclusion for example.
        case otherConstraint
        /// A value that its type does not know: a number that is none, text that is no UTF-8 or has a NUL.
        case invalidValue
        /// The statement names what is not there, or is no SQL.
        case invalidStatement
        /// The account may not do this.
        case permissionDenied
        /// The database takes no writes: a standby, or made read-only.
        case readOnly

        // What another transaction did.
        /// The transaction would not have been as if alone; run it again.
        case serializationFailure
        /// The transaction was chosen to end a deadlock; run it again.
        case deadlock
        /// A lock was not given in time.
        case lockNotAvailable
        /// The transaction had failed before and was rolled back where it was to be committed.
        case transactionAborted

        // What became of waiting.
        /// The statement was cancelled, not by its own deadline.
        case cancelled
        /// It was committed, but the wait for a standby to have it as well was cancelled.
        case unconfirmed
        /// The deadline passed.
        case deadlineExceeded
        /// No session became free in time.
        case poolExhausted
        /// This end is shut down, or the queue of the session is full.
        case refused

        // What the server is in.
        /// The connection ended before the answer came.
        case connectionLost
        /// The server ended the connection: it shuts down or restarts, or an administrator ended it.
        case shutdown
        /// The server starts up, or recovers, and takes no connection yet.
        case startingUp
        /// Nobody answers at the address.
        case cannotConnect
        /// The server does not know the account, or the password is wrong, or its rules do not admit us.
        case authenticationFailed
        /// TLS could not be agreed on: no TLS, or a certificate that is not to be believed.
        case tlsFailed
        /// There is no database of this name.
        case databaseMissing
        /// The server has as many connections as it takes.
        case tooManyConnections
        /// The disk of the server is full.
        case diskFull
        /// The server is out of memory, or of another resource.
        case outOfResources
        /// The server could not read or write its files, or found them damaged.
        case storageFailed

        // What we were given.
        /// The connection string is none.
        case invalidSettings
        /// A column is not there, or holds what the caller did not expect.
        case unexpectedResult
        /// The database was changed by a newer version in a way that this one cannot work with.
        case schemaTooNew
        /// A migration that was run is not the one that is known by its number.
        case schemaDiffers
        /// Anything else that the server said.
        case other
    }
}

extension PostgreSQLError.Kind {
    /// The kind of what the server says.
    ///
    /// - Parameter sqlState: Five letters or digits; Appendix A of PostgreSQL's manual lists them.
    package init(sqlState: String) {
        self =
            if let exact = Self.exact[sqlState] { exact } else { Self.classes[String(sqlState.prefix(2))] ?? .other }
    }

    private static let exact: [String: Self] = [
        "23505": .uniqueViolation, "23503": .foreignKeyViolation, "23502": .notNullViolation,
        "23514": .checkViolation,
        "40001": .serializationFailure, "40P01": .deadlock, "55P03": .lockNotAvailable, "25P02": .transactionAborted,
        "25006": .readOnly, "57014": .cancelled, "25P03": .connectionLost, "57P05": .connectionLost,
        "57P01": .shutdown, "57P02": .shutdown, "57P03": .startingUp, "57P04": .databaseMissing,
        "3D000": .databaseMissing, "42501": .permissionDenied, "53300": .tooManyConnections,
        "53100": .diskFull,
    ]

    private static let classes: [String: Self] = [
        "08": .connectionLost, "21": .invalidStatement, "22": .invalidValue, "23": .otherConstraint,
        "26": .invalidStatement, "28": .authenticationFailed, "3F": .invalidStatement, "40": .serializationFailure,
        "42": .invalidStatement, "44": .checkViolation, "53": .outOfResources, "54": .invalidStatement,
        "58": .storageFailed, "XX": .storageFailed,
    ]

    /// What to do about it, for whoever runs the server or reads its log.
    package var advice: String {
        switch self {
        case .uniqueViolation, .foreignKeyViolation, .notNullViolation, .checkViolation, .otherConstraint:
            "Nothing was changed. The caller decides what a row that breaks this rule means."
        case .invalidValue: "Nothing was changed. Mend the value that was sent."
        case .invalidStatement:
            "Nothing was changed. Either the statement is wrong or the database lacks a migration: migrate it."
        case .permissionDenied: "Grant the account of the connection string the rights that the statement needs."
        case .readOnly:
            "Connect to the primary: name all hosts and add target_session_attrs=read-write to the connection string."
        case .serializationFailure, .deadlock, .lockNotAvailable, .transactionAborted:
            "Nothing was changed. Run the whole transaction again."
        case .cancelled:
            "Nothing was changed. Somebody cancelled the statement at the server; send it again if it matters."
        case .unconfirmed:
            "See to the standbys that synchronous_standby_names asks for (pg_stat_replication), and write it again."
        case .deadlineExceeded: "Look at what the database is busy with (pg_stat_activity), or allow more time."
        case .poolExhausted: "Allow more sessions, or look at what keeps those that there are."
        case .refused: "Send it to a server that runs, or later."
        case .connectionLost, .shutdown:
            "Sessions are opened again by themselves. Whoever wrote something reads whether it is there before writing it again."
        case .startingUp: "Wait: connecting is tried again."
        case .cannotConnect: "See that PostgreSQL runs, listens at this address, and that no firewall is between."
        case .authenticationFailed: "See to the account, the password (PGPASSWORD, PGPASSFILE) and pg_hba.conf."
        case .tlsFailed:
            "See to sslmode, sslrootcert and the certificate of the server, and to the name by which it is reached."
        case .databaseMissing: "Create the database, or mend its name in the connection string."
        case .tooManyConnections: "Allow the server more connections (max_connections), or this process fewer sessions."
        case .diskFull: "Make room on the disk of the database; nothing was changed, and nothing else has to be done."
        case .outOfResources: "Give the database more memory, or look at what uses it."
        case .storageFailed: "Read the log of the database: its files could not be read or written."
        case .invalidSettings: "Mend the connection string: postgres://account@host:5432/database or host=… dbname=…"
        case .unexpectedResult: "The statement and the code that reads its rows differ: this is a fault of the program."
        case .schemaTooNew: "Run the version that migrated the database, or a newer one."
        case .schemaDiffers: "Run the program that migrated the database, or restore the database from a backup."
        case .other: "Read what the server said."
        }
    }
}
