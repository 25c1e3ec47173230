import AppStoreTrust

// What takes uploads in, whichever interface they come by.

extension PurchaseServerApplication {
    var receiptIngestion: ReceiptIngestion {
        ReceiptIngestion(
            storage: storage,
            inspection: verification.inspection,
            verification: verification,
            rules: configuration.entitlementRules,
            limits: configuration.pendingUploadLimits,
            patience: patience,
            now: configuration.now
        )
    }

    var transactionIngestion: TransactionIngestion { TransactionIngestion(configuration, storage) }

    var uploadLog: UploadLog {
        UploadLog(metrics: metrics, uptime: configuration.uptime, logger: configuration.logger)
    }
}
