import AppReceipt
import Foundation
import FuzzSupport

/// The payload of a receipt, without the signature in the way: every value that can be read is read.
private struct Target {
    static let shared = Target()

    private let container: Container

    private init() {
        container = orFinding { try Container(authority: SeedFolder.current.authority()) }
        guard orFinding({ try SeedFolder.current.seeds("payload") }).contains(where: { parse(Array($0)) != nil }) else {
            finding("no seed can be read")
        }
    }

    func run(_ payload: [UInt8]) {
        guard let receipt = parse(payload) else { return }
        for attribute in receipt.attributes { _ = attribute.value.description.utf8.count }
        for purchase in receipt.inAppPurchases {
            if purchase.productID.isEmpty || purchase.transactionID.isEmpty { finding("a record without its names") }
            _ = (purchase.quantity, purchase.purchaseDate, purchase.expiresDate, purchase.cancellationDate)
            _ = (purchase.cancellationReason, purchase.webOrderLineItemID, purchase.promotionalOfferID)
            _ = purchase.attributes.count
        }
        _ = (receipt.environment, receipt.creationDate, receipt.expirationDate, receipt.clientVersion)
        _ = receipt.verifyReceiptJSON(requestDate: SeedFolder.date)
    }

    private func parse(_ payload: [UInt8]) -> AppReceipt? { try? AppReceipt(wireForm: container.around(payload)) }
}

@_cdecl("FuzzPayload_main")
public func fuzzPayloadMain(_ count: CInt, _ arguments: Arguments) -> CInt {
    fuzz(count, arguments) { bytes, count in
        Target.shared.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
        return 0
    }
}
