#if PostgreSQL && os(Linux)
    import PostgreSQLConnection

    extension PurchaseServerError {
        /// What went wrong in PostgreSQL or on the way to it, and what to do about it.
        ///
        /// - Parameter database: The address of the database, without a password.
        init(_ error: PostgreSQLError, database: String) {
            self.init(Self.code(of: error.kind), "\(database): \(error)")
        }

        private static func code(of kind: PostgreSQLError.Kind) -> Code {
            switch kind {
            case .invalidValue: .valueRefused
            case .diskFull: .databaseFull
            case .readOnly, .permissionDenied: .databaseReadOnly
            case .serializationFailure, .deadlock, .lockNotAvailable, .transactionAborted, .cancelled,
                .deadlineExceeded, .poolExhausted, .refused, .tooManyConnections, .outOfResources:
                .databaseBusy
            case .schemaTooNew: .databaseNewer
            case .schemaDiffers: .databaseForeign
            case .authenticationFailed, .tlsFailed, .databaseMissing, .invalidSettings, .cannotConnect, .startingUp:
                .databaseUnusable
            case .unexpectedResult: .databaseDamaged
            default: .databaseFailed
            }
        }
    }
#endif
