import Foundation

/// As much of UIKit as the tutorial's app needs, for platforms without it.
class UIResponder {}

class UIApplication {
    struct LaunchOptionsKey: Hashable {}
}

protocol UIApplicationDelegate: AnyObject {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool
}

class UIViewController {
    func viewDidLoad() {}
}

class UIScene {
    struct ConnectionOptions {}
}

final class UIWindowScene: UIScene {
    let coordinateSpace = CoordinateSpace()

    struct CoordinateSpace {
        let bounds = Frame()
    }
}

struct Frame {}

final class UISceneSession {}

protocol UIWindowSceneDelegate: AnyObject {
    func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)
}

final class UIWindow {
    weak var windowScene: UIWindowScene?
    private(set) var isKeyAndVisible = false

    var rootViewController: UIViewController? {
        didSet { rootViewController?.viewDidLoad() }
    }

    init(frame: Frame) {}

    func makeKeyAndVisible() { isKeyAndVisible = true }
}

/// The cell of the tutorial's app whose button buys.
protocol ProductCellDelegate {
    func requestBuyProduct(productId: String)
}
