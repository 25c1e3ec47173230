// `import XCTest` and `import StoreKitTest` there: Support has what the first one would give, its XCTestCase under another
// name; LocalStoreKitTest is the second one.
import Foundation
import LocalStoreKitTest

// Import the IAPHelper module.
// This lets you write unit tests against *internal* properties and methods
@testable import IAPHelper

/// The tutorial's first test, before its reader adds more.
enum FirstTest {
    class IAPHelperTests: TutorialTestCase {
        // Reference the IAPHelper singleton via the shared property
        private var iap = IAPHelper.shared

        // Create a test session that allows us to control StoreKit transactions
        // (e.g. disable the normal purchase confirmation dialogs, etc.)
        // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
        private var session: SKTestSession! = try? SKTestSession(
            configurationFileNamed: IAPConstants.ConfigFile()
        )

        func testConfiguration() {
            // If this is true then the StoreKit config file has been successfully
            // read by IAPHelper
            XCTAssertTrue(iap.haveConfiguredProductIdentifiers)
        }
    }
}

class IAPHelperTests: TutorialTestCase {
    private var iap = IAPHelper.shared

    // Create a test session that allows us to control StoreKit transactions
    // (e.g. disable the normal purchase confirmation dialogs, etc.)
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    private var session: SKTestSession! = try? SKTestSession(
        configurationFileNamed: IAPConstants.ConfigFile()
    )

    func testConfiguration() {
        // If this is true then the StoreKit config file has been successfully
        // read by IAPHelper
        XCTAssertTrue(iap.haveConfiguredProductIdentifiers)
    }

    func testGetProductInfo() {
        // Create an expected outcome for an *asynchronous* test
        let productInfoExpectation = XCTestExpectation()

        iap.requestProductsFromAppStore { notification in

            if notification == IAPNotification.requestProductsSuccess {
                XCTAssertNotNil(self.iap.products)
            } else if notification == IAPNotification.requestProductsFailure {
                XCTFail()
            }

            productInfoExpectation.fulfill()
        }

        // Signal that we want to wait on one or more expectations for up
        // to the specified timeout
        wait(for: [productInfoExpectation], timeout: 10.0)
    }

    func testPurchaseProduct() {
        let productId = "com.rarcher.flowers-large"
        let purchaseProductExpectation = XCTestExpectation()
        session.disableDialogs = true

        guard let product = iap.getStoreProductFrom(id: productId) else {
            XCTFail()
            return
        }

        iap.buyProduct(product) { notification in
            switch notification {
            case .purchaseSuccess(productId: let pid): XCTAssertNotNil(pid)
            case .purchaseFailure(productId:): XCTFail()
            default: break
            }

            purchaseProductExpectation.fulfill()
        }

        wait(for: [purchaseProductExpectation], timeout: 10.0)
    }

    func testValidateReceipt() {
        XCTAssertTrue(iap.processReceipt())
    }
}
