import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

#if !os(visionOS)
    /// Client code for content that the store hosts: downloaded, taken over, and only then finished.
    final class Downloader: NSObject, SKPaymentTransactionObserver {
        private(set) var contents: [URL] = []
        private(set) var failures: [any Error] = []

        func start() { SKPaymentQueue.default().add(self) }

        func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
            for transaction in transactions where transaction.transactionState == .purchased {
                if transaction.downloads.isEmpty {
                    queue.finishTransaction(transaction)
                } else {
                    queue.start(transaction.downloads)
                }
            }
        }

        func paymentQueue(_ queue: SKPaymentQueue, updatedDownloads downloads: [SKDownload]) {
            for download in downloads {
                switch download.state {
                case .waiting, .active, .paused: break
                case .finished: if let url = download.contentURL { contents.append(url) }
                case .failed: if let error = download.error { failures.append(error) }
                case .cancelled: break
                }
            }
            let transactions = downloads.map(\.transaction)
            for transaction in transactions where transaction.downloads.allSatisfy({ $0.state == .finished }) {
                queue.finishTransaction(transaction)
            }
        }
    }
#endif
