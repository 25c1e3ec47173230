import Foundation

extension LocalDevice {
    /// The response with what the store hosts for its products.
    func hosting(_ response: SKProductsResponse) -> SKProductsResponse {
        guard let folder = settings.hostedContentFolder else { return response }
        return SKProductsResponse(
            products: response.products.map { product in
                HostedContent(of: product.productIdentifier, in: folder).map(product.hosting) ?? product
            },
            invalidProductIdentifiers: response.invalidProductIdentifiers
        )
    }

    /// Gives a transaction that is delivered the downloads of its product.
    func host(_ transaction: SKPaymentTransaction) {
        guard [.purchased, .restored].contains(transaction.transactionState), transaction.downloads.isEmpty,
            let folder = settings.hostedContentFolder,
            let content = HostedContent(of: transaction.payment.productIdentifier, in: folder),
            let identifier = transaction.transactionIdentifier
        else { return }
        let target = self.folder
            .appendingPathComponent("Downloads/\(identifier)/\(content.productIdentifier)", isDirectory: true)
        // What an earlier launch left half-way is begun anew.
        try? FileManager.default.removeItem(at: target)
        transaction.host([SKDownload(DownloadTask(content, target: target), of: transaction)])
    }
}
