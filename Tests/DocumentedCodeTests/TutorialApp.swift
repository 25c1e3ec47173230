import IAPHelper
import LocalStoreKit

// The tutorial's app, block by block, on what Support has of UIKit. A line of colons there stands for what the reader adds.

class SceneDelegate: UIResponder, UIWindowSceneDelegate {

    var window: UIWindow?

    func scene(
        _ scene: UIScene,
        willConnectTo session: UISceneSession,
        options connectionOptions: UIScene.ConnectionOptions
    ) {

        // Use this method to optionally configure and attach the UIWindow `window` to the
        // provided UIWindowScene `scene`. If using a storyboard, the `window` property will
        // automatically be initialized and attached to the scene.

        // Get the window scene
        guard let windowScene = (scene as? UIWindowScene) else { return }

        // Create a window
        window = UIWindow(frame: windowScene.coordinateSpace.bounds)

        if let w = window {
            // Assign the window scene to the window's window scene
            w.windowScene = windowScene

            // Set the root view controller (to the default view controller)
            w.rootViewController = ViewController()

            // Make the window visible
            w.makeKeyAndVisible()
        }
    }
}

class AppDelegate: UIResponder, UIApplicationDelegate {

    public var iapHelper: IAPHelper?

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {

        // Make sure the IAPHelper is initialized early in the app's lifecycle
        // to ensure we don't miss any App Store notifications
        iapHelper = IAPHelper.shared
        return true
    }
}

class ViewController: UIViewController {

    private let iap = IAPHelper.shared

    override func viewDidLoad() {
        configureProducts()
    }

    func configureProducts() {
        iap.requestProductsFromAppStore { notification in

            if notification == IAPNotification.requestProductsSuccess {

                self.iap.processReceipt()  // Validate the receipt

                // Update the UI with product info
            }
        }
    }
}

extension ViewController: ProductCellDelegate {

    internal func requestBuyProduct(productId: ProductId) {
        guard let product = iap.getStoreProductFrom(id: productId) else { return }

        iap.buyProduct(product) { notification in
            switch notification {
            case .purchaseAbortPurchaseInProgress:
                IAPLog.event("Purchase aborted because another purchase is being processed")

            case .purchaseCancelled(productId: let pid):
                IAPLog.event("Purchase cancelled for product \(pid)")

            case .purchaseFailure(productId: let pid):
                IAPLog.event("Purchase failure for product \(pid)")

            case .purchaseSuccess(productId: let pid):

                IAPLog.event("Purchase success for product \(pid)")
                self.iap.processReceipt()  // Validate the new receipt

            default: break
            }

            // Update the UI
        }
    }
}
