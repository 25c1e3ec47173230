import Testing

/// A file with branches for Apple's systems, and what `scripts/check-apple-branches` says about it.
struct AppleBranchFile: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let source: String
    /// Without the name of the file.
    let problems: [String]

    init(_ description: String, _ source: String, _ problems: String...) {
        (testDescription, self.source, self.problems) = (description, source, problems)
    }

    /// All systems, as the check names them.
    static let everywhere = "(iOS, Mac Catalyst, macOS, tvOS, visionOS, watchOS)"

    /// A name is used, and its module is not imported.
    static let missing: [Self] = [
        Self(
            "StoreKit 1",
            """
            #if canImport(StoreKit) && canImport(Darwin)
                let queue = SKPaymentQueue.default()
            #endif
            """,
            "2: uses StoreKit and does not import it \(everywhere)"
        ),
        Self(
            "in the `#else` of what Apple has not",
            """
            #if !(canImport(StoreKit) && canImport(Darwin))
                let queue = 1
            #else
                let queue = SKPaymentQueue.default()
            #endif
            """,
            "4: uses StoreKit and does not import it \(everywhere)"
        ),
        Self(
            "in an `#elseif`",
            """
            #if os(Linux)
                let status = 0
            #elseif canImport(Darwin)
                let status = SecItemAdd(query, nil)
            #endif
            """,
            "4: uses Security and does not import it \(everywhere)"
        ),
        Self(
            "in a branch inside of a branch, whose sibling imports it",
            """
            #if canImport(Darwin)
                #if os(watchOS)
                    import WatchKit
                    let name = WKInterfaceDevice.current().name
                #elseif os(macOS) || os(tvOS)
                    let name = ""
                #else
                    let name = UIDevice.current.name
                #endif
            #endif
            """,
            "8: uses UIKit and does not import it (iOS, Mac Catalyst, visionOS)"
        ),
        Self(
            "Combine",
            """
            #if canImport(Combine)
                import Foundation
                final class Model: ObservableObject {}
            #endif
            """,
            "3: uses Combine and does not import it \(everywhere)"
        ),
        Self(
            "on visionOS alone",
            """
            #if os(visionOS)
                let queue = SKPaymentQueue.default()
            #endif
            """,
            "2: uses StoreKit and does not import it (visionOS)"
        ),
        Self(
            "UIKit beyond the device",
            """
            #if os(iOS)
                func show(in scene: UIWindowScene) {}
            #endif
            """,
            "2: uses UIKit and does not import it (iOS, Mac Catalyst)"
        ),
        Self(
            "AppKit",
            """
            #if os(macOS)
                func end() { NSApplication.shared.terminate(nil) }
            #endif
            """,
            "2: uses AppKit and does not import it (macOS)"
        ),
        Self(
            "StoreKit 2: its transactions",
            """
            #if canImport(StoreKit) && canImport(Darwin)
                func take(_ transaction: Transaction) {}
            #endif
            """,
            "2: uses StoreKit and does not import it \(everywhere)"
        ),
        Self(
            "StoreKit 2: its products, in a text",
            #"""
            #if canImport(StoreKit) && canImport(Darwin)
                let text = "\(Product.SubscriptionInfo.self)"
            #endif
            """#,
            "2: uses StoreKit and does not import it \(everywhere)"
        ),
        Self(
            "StoreKit 2: its sheets",
            """
            #if DEBUG && os(iOS)
                func ask() { AppStore.requestReview(in: scene) }
            #endif
            """,
            "2: uses StoreKit and does not import it (iOS, Mac Catalyst)"
        ),
        Self(
            "Foundation: a type",
            """
            #if canImport(StoreKit) && canImport(Darwin)
                import StoreKit
                let day = Date()
            #endif
            """,
            "3: uses Foundation and does not import it \(everywhere)"
        ),
        Self(
            "Foundation: what it adds to strings",
            """
            #if canImport(Darwin)
                let word = " a ".trimmingCharacters(in: spaces)
            #endif
            """,
            "2: uses Foundation and does not import it \(everywhere)"
        ),
        Self(
            "what visionOS does not have",
            """
            #if canImport(StoreKit) && canImport(Darwin)
                import StoreKit
                #if os(watchOS)
                    let downloads = 0
                #else
                    let downloads: [SKDownload] = []
                #endif
            #endif
            """,
            "6: names SKDownload, which is not there (visionOS)"
        ),
    ]
}
