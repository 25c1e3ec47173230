// swift-tools-version: 6.3
import PackageDescription

/// Every target is compiled with the same strictness; see CONTRIBUTING.md for why each setting is on.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// Packages that only the servers and the tool need. An app that depends on Purser with `traits: []` does not even
/// fetch them.
let serverOnly = TargetDependencyCondition.when(traits: ["Server"])

let asn1 = Target.Dependency.product(name: "SwiftASN1", package: "swift-asn1")
let x509 = Target.Dependency.product(name: "X509", package: "swift-certificates")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let cryptoExtras = Target.Dependency.product(name: "CryptoExtras", package: "swift-crypto")
let collections = Target.Dependency.product(name: "OrderedCollections", package: "swift-collections")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections", condition: serverOnly)
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
/// Settings of the purchase server by flag, environment and file.
let configuration = Target.Dependency.product(
    name: "Configuration",
    package: "swift-configuration",
    condition: serverOnly
)
let asyncHTTPClient = Target.Dependency.product(
    name: "AsyncHTTPClient",
    package: "async-http-client",
    condition: serverOnly
)
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird", condition: serverOnly)
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird", condition: serverOnly)
let hummingbirdTesting = Target.Dependency.product(
    name: "HummingbirdTesting",
    package: "hummingbird",
    condition: serverOnly
)
let hummingbirdHTTP2 = Target.Dependency.product(
    name: "HummingbirdHTTP2",
    package: "hummingbird",
    condition: serverOnly
)
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift", condition: serverOnly)
let grdbSQLite = Target.Dependency.product(name: "GRDBSQLite", package: "GRDB.swift", condition: serverOnly)
let coreMetrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics", condition: serverOnly)
let logging = Target.Dependency.product(name: "Logging", package: "swift-log", condition: serverOnly)
let serviceLifecycle = Target.Dependency.product(
    name: "ServiceLifecycle",
    package: "swift-service-lifecycle",
    condition: serverOnly
)
let serviceLifecycleTestKit = Target.Dependency.product(
    name: "ServiceLifecycleTestKit",
    package: "swift-service-lifecycle",
    condition: serverOnly
)
let unixSignals = Target.Dependency.product(
    name: "UnixSignals",
    package: "swift-service-lifecycle",
    condition: serverOnly
)
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser",
    package: "swift-argument-parser",
    condition: serverOnly
)
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio", condition: serverOnly)
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio", condition: serverOnly)
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio", condition: serverOnly)
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio", condition: serverOnly)
let nioTLS = Target.Dependency.product(name: "NIOTLS", package: "swift-nio", condition: serverOnly)
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl", condition: serverOnly)
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: serverOnly)
let nioFoundation = Target.Dependency.product(name: "NIOFoundationCompat", package: "swift-nio", condition: serverOnly)
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types", condition: serverOnly)

/// What the tests run other programs with; `Tests/TestSupport/Command.swift` says why.
let subprocess = Target.Dependency.product(
    name: "Subprocess",
    package: "swift-subprocess",
    condition: .when(platforms: [.linux, .macOS], traits: ["Server"])
)
/// The file paths and descriptors of Subprocess; on macOS they come with the system.
let systemPackage = Target.Dependency.product(
    name: "SystemPackage",
    package: "swift-system",
    condition: .when(platforms: [.linux], traits: ["Server"])
)

/// What code of apps for StoreKit 2 is tested on.
let modernAppCode: [Target.Dependency] = [
    .target(name: "StoreKit", condition: .when(platforms: [.linux])), "LocalStoreKit", "LocalAppStore",
    "StoreConfiguration", "AppStoreModels", "Locking", "TestSupport",
]

#if os(Linux)
    let onApple = false
#else
    let onApple = true
#endif

let package = Package(
    name: "purser",
    platforms: [.iOS(.v15), .macOS(.v14), .tvOS(.v15), .watchOS(.v8), .visionOS(.v1)],
    products: [
        .library(name: "SwiftyStoreKit", targets: ["SwiftyStoreKit"]),
        .library(name: "IAPHelper", targets: ["IAPHelper"]),
        .library(name: "LocalStoreKit", targets: ["LocalStoreKit"]),
        .library(name: "LocalStoreKitTest", targets: ["LocalStoreKitTest"]),
        .library(name: "LocalAppStore", targets: ["LocalAppStore"]),
        .library(name: "LocalAppStoreServer", targets: ["LocalAppStoreServer"]),
        .library(name: "StoreConfiguration", targets: ["StoreConfiguration"]),
        .library(name: "AppReceipt", targets: ["AppReceipt"]),
        .library(name: "AppStoreTrust", targets: ["AppStoreTrust"]),
        .library(name: "AppStoreModels", targets: ["AppStoreModels"]),
        .library(name: "AppStoreServerClient", targets: ["AppStoreServerClient"]),
        .library(name: "Entitlements", targets: ["Entitlements"]),
        .library(name: "PurchaseConformance", targets: ["PurchaseConformance"]),
        .library(name: "PurchaseFigures", targets: ["PurchaseFigures"]),
        .library(name: "PurchaseServer", targets: ["PurchaseServer"]),
        .library(name: "PurchaseServerClient", targets: ["PurchaseServerClient"]),
        .executable(name: "purser", targets: ["purser"]),
    ],
    traits: [
        .trait(name: "Server", description: "The purchase server, the local store over HTTP, and the tool."),
        .trait(name: "Demo", description: "`purser demo`: an app that sends its requests by Foundation."),
        .trait(
            name: "PostgreSQL",
            description: "The purchase server's database for many servers, by libpq; on Linux.",
            enabledTraits: ["Server"]
        ),
        .default(enabledTraits: ["Server", "Demo", "PostgreSQL"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.4"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.7.1"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        // The wire vocabulary and the small things everything stands on.
        .target(name: "Locking"),
        .target(name: "AppStoreModels"),
        // What the system says, in a module that imports nothing else.
        .target(name: "SystemCalls"),

        // How client modules send requests.
        .target(name: "OutgoingURLSession", dependencies: ["AppStoreModels", "Locking"]),

        // Who signed this, and what does it say.
        .target(name: "AppStoreTrust", dependencies: ["AppStoreModels", "Locking", asn1, x509, crypto, cryptoExtras]),
        .target(name: "AppReceipt", dependencies: ["AppStoreTrust", "AppStoreModels", asn1, x509, crypto]),
        .target(name: "Entitlements", dependencies: ["AppStoreModels"]),
        .target(name: "PurchaseFigures", dependencies: ["Entitlements", "AppStoreModels"]),
        // How servers and tool send requests.
        .target(
            name: "OutgoingHTTP",
            dependencies: [
                "AppStoreModels", "Locking", "SystemCalls", asyncHTTPClient, nioCore, nioFoundation, nioHTTP1, nioPosix,
            ]
        ),
        .target(
            name: "AppStoreServerClient",
            dependencies: ["AppReceipt", "AppStoreTrust", "AppStoreModels", "Locking", "OutgoingHTTP", crypto]
        ),

        // gzip, for lists that are imported; Debian's zlib1g-dev, and part of Apple's systems.
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),

        // PostgreSQL's own library, Debian's libpq-dev, where the trait is on.
        .systemLibrary(name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),

        // What both servers need on the side that listens.
        .target(
            name: "HTTPServing",
            dependencies: [
                "AppStoreModels", "Locking", "SystemCalls", hummingbird, hummingbirdCore, hummingbirdHTTP2, httpTypes,
                logging, deque,
                nioCore, nioHTTP1, nioHTTPTypes, nioTLS, nioSSL, serviceLifecycle, unixSignals, crypto,
            ],
            resources: [.embedInCode("Web/Assets")]
        ),

        // The App Store in a box.
        .target(name: "StoreConfiguration", dependencies: ["AppStoreModels"]),
        .target(
            name: "LocalAppStore",
            dependencies: [
                "StoreConfiguration", "AppReceipt", "AppStoreTrust", "AppStoreModels", "Locking",
                collections, heap, x509, crypto, cryptoExtras, asn1,
            ]
        ),
        .target(
            name: "LocalAppStoreServer",
            dependencies: [
                "LocalAppStore", "StoreConfiguration", "AppReceipt", "AppStoreTrust", "AppStoreModels", "HTTPServing",
                "OutgoingHTTP", "Locking", "SystemCalls", crypto, hummingbird, serviceLifecycle, logging, nioCore,
                nioFoundation, httpTypes,
            ],
            resources: [.embedInCode("Web/Assets")]
        ),

        // The client: one library over StoreKit on Apple platforms, over the local store elsewhere.
        .target(name: "CStoreKit"),
        .target(
            name: "LocalStoreKit",
            dependencies: [
                "CStoreKit", "LocalAppStore", "StoreConfiguration", "AppStoreModels", "AppReceipt", "AppStoreTrust",
                "OutgoingURLSession", "Locking", crypto,
            ]
        ),
        .target(
            name: "LocalStoreKitTest",
            dependencies: [
                "CStoreKit", "LocalStoreKit", "LocalAppStore", "StoreConfiguration", "AppStoreModels", "AppStoreTrust",
                "AppReceipt", "Locking",
            ]
        ),
        .target(
            name: "SwiftyStoreKit",
            dependencies: [
                .target(name: "LocalStoreKit", condition: .when(platforms: [.linux])),
                "AppReceipt", "AppStoreTrust", "AppStoreModels", "Entitlements", "StoreConfiguration",
                "OutgoingURLSession", "Locking",
            ],
            exclude: onApple ? [] : ["PrivacyInfo.xcprivacy"],
            resources: onApple ? [.copy("PrivacyInfo.xcprivacy")] : [],
            // Hosted content is deprecated since iOS 16 and macOS 13, and apps of before still have it. Swift 6.3 exempts
            // a group of warnings for a whole module and for nothing smaller. The types stand in this module's own
            // functions and protocols, so a module of the downloads alone would have to give them other names.
            swiftSettings: [.treatWarning("DeprecatedDeclaration", as: .warning)]
        ),

        // The behaviours of purchase flows, and what tries them on an implementation.
        .target(
            name: "PurchaseConformance",
            dependencies: [
                .target(name: "LocalStoreKit", condition: .when(platforms: [.linux])),
                "SwiftyStoreKit", "PurchaseServerClient", "AppStoreModels", "AppStoreTrust", "Locking",
            ]
        ),

        // The app's end of the purchase server; no server package is in it.
        .target(
            name: "PurchaseServerClient",
            dependencies: [
                .target(name: "SystemCalls", condition: .when(platforms: [.linux])),
                "SwiftyStoreKit", "Entitlements", "AppReceipt", "AppStoreTrust", "AppStoreModels", "OutgoingURLSession",
                "Locking", crypto,
            ],
            exclude: onApple ? [] : ["PrivacyInfo.xcprivacy"],
            resources: onApple ? [.copy("PrivacyInfo.xcprivacy")] : []
        ),

        // The helper of a tutorial, on the client.
        .target(
            name: "IAPHelper",
            dependencies: [
                .target(name: "LocalStoreKit", condition: .when(platforms: [.linux])),
                "SwiftyStoreKit", "AppReceipt", "AppStoreModels", "AppStoreTrust", "Locking",
            ]
        ),

        // A setting of SQLite's that Swift cannot reach.
        .target(name: "CSQLiteMemory", linkerSettings: [.linkedLibrary("sqlite3")]),
        // The backend and the tool.
        .target(
            name: "PurchaseServer",
            dependencies: [
                "AppStoreServerClient", "AppReceipt", "AppStoreTrust", "AppStoreModels", "Entitlements", "HTTPServing",
                "OutgoingHTTP", "Locking", "PurchaseFigures", "SystemCalls", "CSQLiteMemory", "CZlib", hummingbird,
                grdb, grdbSQLite, logging, coreMetrics, serviceLifecycle, nioCore, nioFoundation, httpTypes, crypto,
            ],
            resources: [.embedInCode("Console/Web/Assets")]
        ),
        // A year of a shop that was made up: what the demonstration shows, and what figures are compared with.
        .target(name: "SimulatedShop", dependencies: ["AppStoreModels", "Entitlements"]),
        .target(
            name: "PurserDemo",
            dependencies: [
                "AppReceipt", "AppStoreModels", "AppStoreServerClient", "AppStoreTrust", "Entitlements", "HTTPServing",
                "LocalAppStore", "LocalAppStoreServer", "PurchaseFigures", "PurchaseServer", "PurchaseServerClient",
                "SimulatedShop", "StoreConfiguration", "Locking", "SwiftyStoreKit",
                .target(name: "LocalStoreKit", condition: .when(platforms: [.linux])),
                "OutgoingHTTP", logging, serviceLifecycle, unixSignals,
            ],
            resources: [.embedInCode("Resources/FlowerShop.storekit")]
        ),
        // Plays customers against a running purchase server and takes the time.
        .target(
            name: "ServerLoad",
            dependencies: ["AppStoreModels", "AppStoreTrust", "LocalAppStore", "StoreConfiguration", "Locking"]
        ),
        // What lies between SQLite and the files of the simulator, and fails as disks do.
        .target(name: "CSimulatedDisk", linkerSettings: [.linkedLibrary("sqlite3")]),
        // Store, network, disk, servers, apps and their crashes in one process where nothing is left to chance.
        .target(
            name: "Simulation",
            dependencies: [
                "CSimulatedDisk", "AppReceipt", "AppStoreModels", "AppStoreServerClient", "AppStoreTrust",
                "Entitlements", "LocalAppStore", "LocalAppStoreServer", "PurchaseFigures", "PurchaseServer",
                "PurchaseServerClient", "SimulatedShop", "StoreConfiguration", "Locking", "SwiftyStoreKit",
                .target(name: "LocalStoreKit", condition: .when(platforms: [.linux])),
                crypto, logging, nioCore, nioEmbedded,
            ],
            resources: [.embedInCode("Resources/SimulatedShop.storekit")]
        ),
        .executableTarget(
            name: "purser",
            dependencies: [
                .target(name: "PurserDemo", condition: .when(platforms: [.linux], traits: ["Demo"])),
                .target(name: "Simulation", condition: .when(platforms: [.linux], traits: ["Demo"])),
                "AppReceipt", "AppStoreModels", "AppStoreServerClient", "AppStoreTrust", "Entitlements", "HTTPServing",
                "LocalAppStore", "LocalAppStoreServer", "PurchaseFigures", "PurchaseServer", "ServerLoad",
                "StoreConfiguration", "OutgoingHTTP", "Locking", "SystemCalls",
                argumentParser, configuration, httpTypes, hummingbird, logging, serviceLifecycle, unixSignals, nioCore,
                nioFoundation,
            ]
        ),

        // Programs to read and to start from; `ExampleTests` plays them.
        .executableTarget(
            name: "HelloPurchases",
            dependencies: [
                "SwiftyStoreKit",
                .target(name: "LocalStoreKit", condition: .when(platforms: [.linux])),
                "LocalAppStore", "StoreConfiguration", "AppReceipt", "AppStoreTrust",
            ],
            path: "Examples/HelloPurchases"
        ),
        .executableTarget(
            name: "FlowerShop",
            dependencies: [
                "SwiftyStoreKit",
                .target(name: "LocalStoreKit", condition: .when(platforms: [.linux])),
                "LocalAppStore", "StoreConfiguration", "AppReceipt", "AppStoreTrust", "Entitlements",
                "AppStoreModels", "PurchaseServerClient",
            ],
            path: "Examples/FlowerShop"
        ),

        // How an app with a club is tested: one test on a store of its own, one with a server.
        .testTarget(
            name: "FlowerClubTests",
            dependencies: ["LocalStoreKitTest", "SwiftyStoreKit", "PurchaseServer", "AppStoreModels", "TestSupport"],
            path: "Examples/FlowerClubTests"
        ),

        // Tests mirror the source folders.
        .target(
            name: "TestSupport",
            dependencies: [
                "AppReceipt", "AppStoreTrust", "AppStoreModels", "LocalAppStore", "StoreConfiguration",
                asyncHTTPClient, nioCore, nioFoundation, nioHTTP1, nioPosix, subprocess, systemPackage,
            ],
            path: "Tests/TestSupport"
        ),
        // What holds of the package as text: its manifest, its sources, its README.
        .testTarget(name: "PackageTests", dependencies: ["TestSupport"]),
        .testTarget(name: "SystemCallsTests", dependencies: ["SystemCalls", "TestSupport"]),
        // Hostile peers, broken disks and kills against the built executable: `make fault`, in small in the tests.
        .target(
            name: "FaultSuite",
            dependencies: ["AppStoreModels", "Locking", "TestSupport", crypto, grdb, nioCore, nioPosix, nioSSL],
            path: "Tests/FaultSuite"
        ),
        .executableTarget(
            name: "fault-suite",
            dependencies: ["FaultSuite", "AppStoreModels", "TestSupport", argumentParser, unixSignals],
            path: "Tests/FaultSuiteTool"
        ),
        .testTarget(name: "FaultSuiteTests", dependencies: ["FaultSuite", "purser", "TestSupport"]),
        .testTarget(name: "AppStoreModelsTests", dependencies: ["AppStoreModels", "TestSupport"]),
        .testTarget(
            name: "OutgoingHTTPTests",
            dependencies: [
                "OutgoingHTTP", "OutgoingURLSession", "AppStoreModels", "HTTPServing", "Locking", "TestSupport",
                asyncHTTPClient, hummingbird, hummingbirdTesting, nioCore, nioHTTP1, httpTypes,
            ]
        ),
        .testTarget(
            name: "AppStoreTrustTests",
            dependencies: [
                "AppStoreTrust", "AppStoreModels", "Locking", "TestSupport", asn1, x509, crypto, cryptoExtras,
            ]
        ),
        .testTarget(
            name: "AppReceiptTests",
            dependencies: [
                "AppReceipt", "AppStoreTrust", "AppStoreModels", "Locking", "TestSupport", asn1, x509, crypto,
            ]
        ),
        .testTarget(name: "EntitlementsTests", dependencies: ["Entitlements", "AppStoreModels", "TestSupport"]),
        .testTarget(
            name: "PurchaseFiguresTests",
            dependencies: ["PurchaseFigures", "Entitlements", "AppStoreModels", "TestSupport"]
        ),
        .testTarget(
            name: "AppStoreServerClientTests",
            dependencies: [
                "AppStoreServerClient", "AppStoreModels", "AppStoreTrust", "AppReceipt", "LocalAppStore",
                "LocalAppStoreServer", "HTTPServing", "Locking", "OutgoingHTTP", "StoreConfiguration", "TestSupport",
                crypto,
                hummingbird, hummingbirdTesting, httpTypes, logging, nioCore,
            ]
        ),
        .testTarget(
            name: "HTTPServingTests",
            dependencies: [
                "AppStoreTrust", "HTTPServing", "Locking", "TestSupport", hummingbird, httpTypes, logging, nioCore,
                nioEmbedded, nioHTTP1, nioPosix, nioSSL, serviceLifecycle,
            ]
        ),
        .testTarget(
            name: "StoreConfigurationTests",
            dependencies: ["StoreConfiguration", "AppStoreModels", "TestSupport"]
        ),
        .testTarget(
            name: "LocalAppStoreTests",
            dependencies: [
                "LocalAppStore", "StoreConfiguration", "AppReceipt", "AppStoreTrust", "AppStoreModels", "Locking",
                "TestSupport", crypto,
            ]
        ),
        .testTarget(
            name: "LocalAppStoreServerTests",
            dependencies: [
                "LocalAppStoreServer", "LocalAppStore", "StoreConfiguration", "AppStoreModels", "AppStoreTrust",
                .target(name: "LocalStoreKit", condition: .when(platforms: [.linux])), "AppReceipt", "HTTPServing",
                "OutgoingHTTP", "Locking", "TestSupport", hummingbird, hummingbirdTesting,
                "PurchaseServer", "AppStoreServerClient", "Entitlements",
                asyncHTTPClient, serviceLifecycle,
                serviceLifecycleTestKit, logging,
                nioCore, nioHTTP1, nioSSL, httpTypes, crypto,
            ]
        ),
        .testTarget(
            name: "LocalStoreKitTests",
            dependencies: [
                "LocalStoreKit", "LocalAppStore", "StoreConfiguration", "AppReceipt", "AppStoreTrust", "Locking",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "StoreKitAppCodeTests",
            dependencies: [
                .target(name: "LocalStoreKit", condition: .when(platforms: [.linux])),
                "LocalAppStore", "StoreConfiguration", "AppStoreModels", "AppReceipt", "AppStoreTrust", "Locking",
                "TestSupport", crypto,
            ]
        ),
        .testTarget(
            name: "LocalStoreKitTestTests",
            dependencies: [
                "LocalStoreKitTest", "LocalStoreKit", "LocalAppStore", "AppReceipt", "AppStoreTrust", "Locking",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "SwiftyStoreKitTests",
            dependencies: [
                "SwiftyStoreKit", "LocalStoreKit", "LocalAppStore", "StoreConfiguration", "AppReceipt", "AppStoreTrust",
                "AppStoreModels", "Entitlements", "Locking", "TestSupport",
            ]
        ),
        .testTarget(
            name: "PurchaseConformanceTests",
            dependencies: [
                "PurchaseConformance", "SwiftyStoreKit", "LocalStoreKit", "LocalAppStore", "LocalAppStoreServer",
                "PurchaseServer", "PurchaseServerClient", "AppReceipt", "AppStoreModels", "AppStoreServerClient",
                "AppStoreTrust", "Entitlements", "Locking", "OutgoingHTTP", "StoreConfiguration",
                "TestSupport", crypto, logging,
            ]
        ),
        .testTarget(
            name: "IAPHelperTests",
            dependencies: [
                "IAPHelper", "SwiftyStoreKit", "LocalStoreKit", "LocalAppStore", "StoreConfiguration", "AppReceipt",
                "AppStoreTrust", "Locking", "TestSupport",
            ]
        ),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "HelloPurchases", "FlowerShop", .target(name: "OrdinaryApp", condition: .when(platforms: [.linux])),
                "PurchaseServerClient", "SwiftyStoreKit", "LocalStoreKit", "LocalAppStore", "AppReceipt", "Locking",
                "TestSupport",
            ]
        ),
        .testTarget(
            name: "ArticleTests",
            dependencies: [
                "IAPHelper", "SwiftyStoreKit", "LocalStoreKit", "LocalStoreKitTest", "LocalAppStore",
                "LocalAppStoreServer", "StoreConfiguration", "AppReceipt", "AppStoreTrust", "AppStoreModels",
                "AppStoreServerClient", "Entitlements", "PurchaseConformance", "PurchaseFigures", "PurchaseServer",
                "PurchaseServerClient", "TestSupport", logging,
            ],
            exclude: ["FlowerShop.storekit"]
        ),
        .testTarget(
            name: "DocumentedCodeTests",
            dependencies: [
                "IAPHelper", "SwiftyStoreKit", "LocalStoreKit", "LocalStoreKitTest", "LocalAppStore",
                "StoreConfiguration", "AppReceipt", "AppStoreTrust", "AppStoreModels", "Locking", "TestSupport",
            ],
            resources: [.copy("Resources/Configuration.storekit")]
        ),
        // One folder of code as apps write it, compiled in both language modes: the second is a link to the first.
        .testTarget(name: "ModernAppCodeTests", dependencies: modernAppCode),
        .testTarget(name: "ModernAppCodeSwift5Tests", dependencies: modernAppCode),
        // A disk under SQLite that fails, stalls, lies and loses power.
        .target(name: "CFaultyDisk", path: "Tests/CFaultyDisk"),
        .testTarget(
            name: "PurchaseServerTests",
            dependencies: [
                "CFaultyDisk", "PurchaseServer", "PurchaseFigures", "SimulatedShop", "purser", "AppStoreServerClient",
                "AppStoreModels",
                "AppStoreTrust", "AppReceipt",
                "LocalAppStore", "LocalAppStoreServer", "Entitlements", crypto,
                "HTTPServing", "TestSupport", "Locking", hummingbird, hummingbirdTesting, grdb, logging, coreMetrics,
                nioCore, nioEmbedded, httpTypes,
            ]
        ),
        .testTarget(
            name: "PurchaseServerClientTests",
            dependencies: [
                "PurchaseServerClient", "PurchaseServer", "SwiftyStoreKit", "LocalStoreKit", "LocalAppStore",
                "LocalAppStoreServer", "AppReceipt", "AppStoreModels", "AppStoreServerClient", "AppStoreTrust",
                "Entitlements", "Locking", "OutgoingHTTP", "TestSupport", crypto, logging,
            ]
        ),
        .testTarget(
            name: "ClientAndServerTests",
            dependencies: [
                "SwiftyStoreKit", "LocalStoreKit", "LocalAppStore", "LocalAppStoreServer", "PurchaseServer",
                "AppReceipt", "AppStoreModels", "AppStoreServerClient", "Entitlements", "OutgoingHTTP",
                "PurchaseServerClient", "TestSupport", logging,
            ]
        ),
        .testTarget(
            name: "ServerLoadTests",
            dependencies: [
                "ServerLoad", "PurchaseServer", "Entitlements", "LocalAppStore", "AppStoreModels", "AppStoreTrust",
                "Locking",
                "TestSupport", hummingbird, hummingbirdTesting, httpTypes, logging, nioCore,
            ]
        ),
        .testTarget(
            name: "SimulationTests",
            dependencies: [
                "Simulation", "AppStoreModels", "AppStoreServerClient", "Entitlements", "LocalAppStore",
                "PurchaseServer",
                "PurchaseServerClient", "SwiftyStoreKit", "Locking", "TestSupport",
            ]
        ),
        .testTarget(
            name: "purserTests",
            dependencies: [
                "purser", "LocalAppStore", "LocalAppStoreServer", "PurchaseFigures", "PurchaseServer",
                "StoreConfiguration",
                "AppReceipt", "AppStoreModels", "AppStoreServerClient", "AppStoreTrust", "Entitlements", "Locking",
                "TestSupport",
                "ServerLoad", argumentParser, crypto, grdb, logging,
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

#if os(Linux)
    // An app's `import StoreKit` is the local store's here, so that its sources need no `#if`.
    package.products += [
        .library(name: "StoreKit", targets: ["StoreKit"]),
        .library(name: "StoreKitTest", targets: ["StoreKitTest"]),
    ]
    package.targets += [
        .target(name: "StoreKit", dependencies: ["LocalStoreKit"]),
        .target(name: "StoreKitTest", dependencies: ["LocalStoreKitTest"]),
        .target(
            name: "OrdinaryApp",
            dependencies: ["StoreKit"],
            path: "Examples/OrdinaryApp/Sources/OrdinaryApp"
        ),
        // The app's own test, as it is in its package.
        .testTarget(
            name: "OrdinaryAppTests",
            dependencies: ["OrdinaryApp", "StoreKit", "StoreKitTest"],
            path: "Examples/OrdinaryApp/Tests/OrdinaryAppTests",
            resources: [.copy("FlowerShop.storekit")]
        ),
        // It waits for sockets as Linux does it. Nothing that people build depends on it where the trait is off.
        .target(name: "PostgreSQLConnection", dependencies: ["CLibPQ", "Locking", nioCore, nioPosix]),
        .executableTarget(
            name: "postgresql-benchmark",
            dependencies: [
                "AppStoreModels", "Entitlements", "PostgreSQLConnection", "PostgreSQLSupport", "PurchaseServer",
                "CLibPQ",
            ],
            path: "Benchmarks/Sources/postgresql-benchmark"
        ),
        // A PostgreSQL of the tests' own.
        .target(name: "PostgreSQLSupport", path: "Tests/PostgreSQLSupport"),
        .testTarget(
            name: "PostgreSQLConnectionTests",
            dependencies: [
                "PostgreSQLConnection", "PostgreSQLSupport", "CLibPQ", "Locking", "TestSupport", nioCore, nioPosix,
            ]
        ),
    ]
    let postgreSQL = Target.Dependency.target(name: "PostgreSQLConnection", condition: .when(traits: ["PostgreSQL"]))
    for target in package.targets {
        switch target.name {
        case "PurchaseServer": target.dependencies += [postgreSQL, nioPosix]
        case "PurchaseServerTests", "purserTests": target.dependencies += [postgreSQL, "PostgreSQLSupport"]
        default: break
        }
    }
#else
    // There the client stands on Apple's StoreKit, so what drives it over a local device is built and tested on Linux.
    let overLocalDevices: Set = [
        "PurserDemo", "CSimulatedDisk", "Simulation", "SimulationTests", "LocalStoreKitTests", "StoreKitAppCodeTests",
        "LocalStoreKitTestTests", "SwiftyStoreKitTests",
        "FlowerClubTests", "ExampleTests", "ArticleTests", "ClientAndServerTests", "DocumentedCodeTests", "purserTests",
        "PurchaseServerClientTests", "ModernAppCodeTests", "ModernAppCodeSwift5Tests", "IAPHelperTests",
        "PurchaseConformanceTests",
    ]
    package.targets.removeAll { overLocalDevices.contains($0.name) }
    for target in package.targets {
        target.dependencies.removeAll {
            switch $0 {
            case .byNameItem(let name, _), .targetItem(let name, _): overLocalDevices.contains(name)
            default: false
            }
        }
    }
#endif

/// Code as others wrote it, from before Swift 6.
let asWrittenElsewhere: Set = ["OrdinaryApp", "OrdinaryAppTests", "DocumentedCodeTests", "ModernAppCodeSwift5Tests"]

/// Code as apps write it today: Swift 6 without what this package asks of itself.
let asAppsAre: Set = ["ModernAppCodeTests"]

for target in package.targets where target.type != .system && target.type != .plugin {
    let settings: [SwiftSetting] =
        asWrittenElsewhere.contains(target.name)
        ? [.swiftLanguageMode(.v5)] : asAppsAre.contains(target.name) ? [] : strict + [.treatAllWarnings(as: .error)]
    target.swiftSettings = settings + (target.swiftSettings ?? [])
}
