// Says everything that is wrong with a receipt file: swift run ValidateReceipt FILE BUNDLE-ID

import AppReceipt
import Foundation

guard CommandLine.arguments.count == 3 else {
    print("usage: ValidateReceipt FILE BUNDLE-ID")
    exit(2)
}
let data = try Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))
let bundleID = CommandLine.arguments[2]

// snippet.show
let validator = AppReceiptValidator(bundleID: bundleID)
let validation = validator.validate(data)

if let receipt = validation.validReceipt {
    for purchase in receipt.inAppPurchases {
        print(purchase.productID, purchase.transactionID, purchase.expiresDate.map { "until \($0)" } ?? "for ever")
    }
} else {
    validation.failures.forEach { print($0) }
}
