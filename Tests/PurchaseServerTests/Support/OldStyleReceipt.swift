import Foundation
import TestSupport

/// Transaction receipts as iOS 6 wrote them, as far as they can be made without the App Store's key.
enum OldStyleReceipt {
    static func purchase(_ number: Int = 1, bundleID: String = SampleReceipt.bundleID) -> String {
        """
        {
        \t"transaction-id" = "10000\(number)";
        \t"product-id" = "com.example.app.pro";
        \t"bid" = "\(bundleID)";
        \t"bvrs" = "1.0";
        }
        """
    }

    /// The receipt in the App Store's spelling.
    static func receipt(
        _ purchase: String = purchase(),
        signature: Data = Data(repeating: 2, count: 200),
        more: String = ""
    ) -> Data {
        Data(
            """
            {
            \t"signature" = "\(signature.base64EncodedString())";
            \t"purchase-info" = "\(Data(purchase.utf8).base64EncodedString())";
            \(more)\t"environment" = "Sandbox";
            \t"pod" = "100";
            \t"signing-status" = "0";
            }
            """.utf8
        )
    }
}
