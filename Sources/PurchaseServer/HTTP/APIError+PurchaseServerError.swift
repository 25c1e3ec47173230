import HTTPTypes

extension APIError {
    /// What a caller is told about a failure of the storage: a stable code and whether to come back. The rest is for the
    /// log.
    init(_ error: PurchaseServerError) {
        switch error.code {
        case .pendingUploadsOfCustomer:
            self.init(.tooManyRequests, error.code.rawValue, error.reason)
            retryAfter = 60
        case .pendingUploads:
            self.init(.serviceUnavailable, error.code.rawValue, error.reason)
            retryAfter = 60
        case .keyRefused, .tooManyEndpoints: self.init(.unprocessableContent, error.code.rawValue, error.reason)
        case .unknownKey: self.init(.notFound, error.code.rawValue, error.reason)
        case .tooManyKeys: self.init(.conflict, error.code.rawValue, error.reason)
        case .valueRefused:
            // The same again would be refused again.
            self.init(.badRequest, error.code.rawValue, "a value of the request cannot be stored or looked for")
        case .databaseDamaged:
            self.init(.internalServerError, error.code.rawValue, "stored data is damaged; tell who runs this server")
        case .databaseFull:
            self.init(.serviceUnavailable, error.code.rawValue, "the disk is full, nothing was changed; try later")
            retryAfter = 60
        case .databaseBusy, .databaseReadOnly, .databaseFailed, .databaseUnusable:
            self.init(.serviceUnavailable, error.code.rawValue, "the server could not store or read; try again")
            retryAfter = 10
        default:
            self.init(.serviceUnavailable, "server-error", "the server could not store or read; try again")
            retryAfter = 10
        }
    }
}
