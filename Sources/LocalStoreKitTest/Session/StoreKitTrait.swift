import Foundation
import LocalAppStore
import LocalStoreKit
public import Testing

/// Gives a test a store, a device and a receipt of its own, so that tests run side by side.
///
/// ```swift
/// @Test(.storeKit("FlowerShop.storekit")) func renews() async throws {
///     let session = try #require(SKTestSession.current)
///     try await session.buyProduct(identifier: "com.example.flowershop.club.posy")
///     try session.advance(days: 30)
/// }
/// ```
///
/// Inside the test, and each test of a suite that has the trait, ``SKTestSession/current`` is the session, and
/// `SKPaymentQueue.default()` its queue; `Product`, `Transaction.updates` and all else of StoreKit 2 work on it, too. The
/// store's clock stands until the test moves it. A detached task is outside of the test: it has no store.
public struct StoreKitTrait: TestTrait, SuiteTrait, TestScoping {
    let filename: String
    let sourceFile: String
    let configure: @Sendable (inout SKTestSessionOptions) -> Void

    /// Whether the tests of a suite have the trait: they do.
    public var isRecursive: Bool { true }

    /// Runs a test with a session of its own.
    ///
    /// - Parameters:
    ///   - test: The test, or its suite.
    ///   - testCase: One case of a test; a suite has none, and gets no session.
    ///   - function: The test.
    /// - Throws: What ``SKTestSession/init(contentsOf:options:)`` throws; what the test throws.
    @concurrent public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        var options = SKTestSessionOptions()
        options.clock = .manual(from: LocalAppStore.usualStart)
        options.callbackQueue = DispatchQueue(label: "SKTestSession.callbacks")
        configure(&options)
        let url = try url
        try await LocalDevice.isolated {
            let session = try SKTestSession(contentsOf: url, options: options)
            try await SKTestSession.$current.withValue(session, operation: function)
        }
    }

    /// Beside the file of the test, or wherever a session looks for a configuration.
    private var url: URL {
        get throws {
            let beside = URL(fileURLWithPath: filename, relativeTo: URL(fileURLWithPath: sourceFile))
                .standardizedFileURL
            if FileManager.default.fileExists(atPath: beside.path) { return beside }
            return try ConfigurationSearch.standard.url(named: filename)
        }
    }
}

extension Trait where Self == StoreKitTrait {
    /// Gives the test a store that sells what a `.storekit` file says, see ``StoreKitTrait``.
    ///
    /// - Parameters:
    ///   - filename: The file: relative to the test's own file, or a name that ``SKTestSession/init(configurationFileNamed:)``
    ///     finds.
    ///   - sourceFile: The file of the test.
    ///   - configure: Changes the session's surroundings, for example its account.
    public static func storeKit(
        _ filename: String,
        sourceFile: String = #filePath,
        configure: @escaping @Sendable (inout SKTestSessionOptions) -> Void = { _ in }
    ) -> Self {
        StoreKitTrait(filename: filename, sourceFile: sourceFile, configure: configure)
    }
}
