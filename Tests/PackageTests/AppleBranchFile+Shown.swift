extension AppleBranchFile {
    /// A public declaration shows a name, and its module is imported for this file alone.
    static let hidden: [Self] = [
        Self(
            "in the line of a function",
            """
            #if canImport(StoreKit) && canImport(Darwin)
                import StoreKit
                public func add(to queue: SKPaymentQueue = .default()) {}
            #endif
            """,
            "3: shows StoreKit; write public import StoreKit \(everywhere)"
        ),
        Self(
            "in a line of its own",
            """
            #if canImport(StoreKit) && canImport(Darwin)
                import StoreKit
                public func add(
                    _ count: Int,
                    to queue: SKPaymentQueue = .default()
                ) -> Int { count }
            #endif
            """,
            "5: shows StoreKit; write public import StoreKit \(everywhere)"
        ),
        Self(
            "as the result",
            """
            #if canImport(StoreKit) && canImport(Darwin)
                import StoreKit
                public func queue()
                    -> SKPaymentQueue
                { .default() }
            #endif
            """,
            "4: shows StoreKit; write public import StoreKit \(everywhere)"
        ),
        Self(
            "in a requirement of a protocol",
            """
            #if canImport(StoreKit) && canImport(Darwin)
                import StoreKit
                public protocol Listener {
                    func heard(_ transaction: SKPaymentTransaction)
                }
            #endif
            """,
            "4: shows StoreKit; write public import StoreKit \(everywhere)"
        ),
        Self(
            "in a case",
            """
            #if os(iOS)
                import UIKit
                public enum Place {
                    case window(UIWindow)
                }
            #endif
            """,
            "4: shows UIKit; write public import UIKit (iOS, Mac Catalyst)"
        ),
        Self(
            "as what is extended",
            """
            #if canImport(StoreKit) && canImport(Darwin)
                import StoreKit
                extension SKProduct {
                    public var isDear: Bool { true }
                }
            #endif
            """,
            "3: shows StoreKit; write public import StoreKit \(everywhere)"
        ),
    ]

    /// An import is not what Linux's is, or is public for nothing.
    static let unlike: [Self] = [
        Self(
            "Linux imports it, and both use it",
            """
            #if os(Linux)
                import LocalStoreKit
            #endif
            func name(of product: SKProduct) -> String { product.localizedTitle }
            """,
            "1: imports LocalStoreKit for Linux and not StoreKit \(everywhere)"
        ),
        Self(
            "Linux imports it publicly",
            """
            #if canImport(StoreKit) && canImport(Darwin)
                import StoreKit
            #else
                public import LocalStoreKit
            #endif
            public func name(of product: SKProduct) -> String { "" }
            """,
            "1: imports LocalStoreKit publicly for Linux; write public import StoreKit \(everywhere)"
        ),
        Self(
            "only some of the systems have what needs it",
            """
            #if canImport(StoreKit) && canImport(Darwin)
                public import StoreKit
            #endif
            #if os(iOS) || os(visionOS)
                public func show(_ product: SKProduct) {}
            #endif
            """,
            "1: imports StoreKit publicly and shows nothing of it; put the import inside of the #if of what does "
                + "(macOS, tvOS, watchOS)"
        ),
    ]

    /// Nothing is wrong.
    static let good: [Self] = [
        Self(
            "all kinds",
            """
            #if canImport(StoreKit) && canImport(Darwin)
                public import StoreKit
            #else
                public import LocalStoreKit
            #endif
            #if os(macOS)
                import AppKit
            #elseif canImport(UIKit)
                import UIKit
            #endif
            #if canImport(Combine)
                import Combine
                final class Model: ObservableObject {}
            #endif
            // An SKDownload is no more than a remark here, and OSStatus "a text in it.
            let text = "Date(), Transaction and NSWindow"
            public func name(
                of product: SKProduct
            ) -> String {
                #if os(macOS)
                    let name = NSApplication.shared.description
                #elseif canImport(UIKit) && !os(watchOS)
                    let name = UIDevice.current.name
                #else
                    let name = ""
                #endif
                return name + product.localizedTitle
            }
            #if !os(visionOS)
                public func take(_ downloads: [SKDownload]) {}
            #endif
            """
        ),
        Self(
            "no public declaration, and members with the names of types",
            """
            #if canImport(StoreKit) && canImport(Darwin)
                import StoreKit
                struct Shop {
                    private var queue: SKPaymentQueue { .default() }
                    public static func count() -> Int { Shop.Product.count + Shop.Transaction.count }
                }
                extension SKProduct {
                    var isDear: Bool { true }
                }
            #endif
            """
        ),
        Self(
            "what only Linux does",
            """
            #if !(canImport(StoreKit) && canImport(Darwin))
                import LocalStoreKit
                let queue = SKPaymentQueue.default()
            #elseif canImport(Musl)
                let day = Date()
            #endif
            """
        ),
    ]
}
