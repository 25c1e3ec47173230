public import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    import StoreKit
#else
    import LocalStoreKit
#endif

extension StoreDiagnostics {
    /// Asks the store for products and says why some do not come. It asks for no password and buys nothing.
    ///
    /// - Parameters:
    ///   - identifiers: The products that the app sells.
    ///   - configuration: The products of the app's `.storekit` file, from ``ProductCatalogue/init(storeKitConfiguration:)``;
    ///     nil if there is none.
    ///   - bundleID: The app; that of the main bundle if nothing is said.
    public static func run(
        for identifiers: some Collection<String>,
        configuration: ProductCatalogue? = nil,
        bundleID: String? = Bundle.main.bundleIdentifier
    ) async -> StoreDiagnostics {
        var facts = StoreFacts(requestedIDs: Array(identifiers), foundIDs: [])
        if !facts.requestedIDs.isEmpty {
            do {
                facts.foundIDs = Set(try await Product.products(for: facts.requestedIDs).map(\.id))
            } catch {
                facts.failure = StoreFacts.Failure(error)
            }
        }
        facts.canMakePayments = AppStore.canMakePayments
        facts.storefront = await Storefront.current?.countryCode
        facts.bundleID = bundleID
        facts.configuredIDs = configuration?.productIDs
        facts.system = .current
        if #available(iOS 16, macOS 13, tvOS 16, watchOS 9, *) {
            let app = try? await AppTransaction.shared.unsafePayloadValue
            facts.signedBundleID = app?.bundleID
            facts.environment = app?.environment.rawValue
        }
        return StoreDiagnostics(facts)
    }
}

extension StoreFacts.Failure {
    /// What an error of StoreKit is for a diagnosis.
    init(_ error: any Error) {
        switch error {
        case StoreKitError.networkError(let error): self = .network(error.localizedDescription)
        case StoreKitError.notAvailableInStorefront: self = .storefront
        case StoreKitError.notEntitled: self = .notEntitled
        case StoreKitError.systemError(let error): self = .system((error as NSError).localizedDescription)
        case let error as URLError: self = .network(error.localizedDescription)
        default: self = .system((error as NSError).localizedDescription)
        }
    }
}

extension StoreFacts.System {
    /// The system that this process runs on.
    static var current: Self {
        let version = ProcessInfo.processInfo.operatingSystemVersion
        #if os(iOS)
            let name = "iOS"
        #elseif os(macOS)
            let name = "macOS"
        #elseif os(tvOS)
            let name = "tvOS"
        #elseif os(watchOS)
            let name = "watchOS"
        #elseif os(visionOS)
            let name = "visionOS"
        #else
            let name = "Linux"
        #endif
        #if targetEnvironment(simulator)
            let isSimulator = true
        #else
            let isSimulator = false
        #endif
        return Self(
            name: name,
            major: version.majorVersion,
            minor: version.minorVersion,
            isSimulator: isSimulator
        )
    }
}
