import LocalAppStore

/// A transaction of the store, signed for this device, or to be signed when somebody looks at the signature.
struct SessionDocument: Sendable {
    let transactionID: String
    let isFinished: Bool
    let document: SignedDocument
}

extension StoreSession {
    /// Of a store that is not in this process: signed already.
    func documents(_ selection: DeviceSelection) throws -> [SessionDocument] {
        try transactions(selection).map { signed in
            SessionDocument(
                transactionID: signed.transactionID,
                isFinished: signed.isFinished,
                document: SignedDocument(signed.jws)
            )
        }
    }
}
