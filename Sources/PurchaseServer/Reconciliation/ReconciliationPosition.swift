import AppStoreModels

/// How the place where a walk goes on is written: the App Store and the first transaction of the last purchase.
enum ReconciliationPosition {
    static func text(_ chain: ChainKey) -> String { "\(chain.environment.rawValue)/\(chain.originalTransactionID)" }

    /// - Throws: ``PurchaseServerError``, code `configuration`.
    static func read(_ text: String) throws(PurchaseServerError) -> ChainKey {
        let parts = text.split(separator: "/", maxSplits: 1)
        guard parts.count == 2 else {
            throw PurchaseServerError(
                .configuration,
                "\(text.prefix(80)) is no position; give one that an earlier run has told, such as Production/2000000123"
            )
        }
        return ChainKey(
            environment: AppStoreEnvironment(rawValue: String(parts[0])),
            originalTransactionID: String(parts[1])
        )
    }
}
