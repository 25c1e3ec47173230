import Foundation
import LocalAppStore
import LocalStoreKit
import Locking
import TestSupport

@testable import FlowerShop

/// A store, a folder for what a device remembers, and what the terminal of an app says that is launched on both.
struct TerminalBench {
    /// The store that sells the flower shop's products, on a clock of its own.
    let store: LocalAppStore
    /// What the terminals have said, a line each.
    let lines = Locked([String]())
    private let scratch: TemporaryFolder

    /// The product that most tests buy.
    static let greenhouse = "com.example.flowershop.greenhouse"

    init() throws {
        scratch = try TemporaryFolder()
        store = try LocalShop.store(at: Date(timeIntervalSince1970: 1_780_000_000))
    }

    /// What earlier launches left.
    var folder: URL { scratch.url }

    /// What was said last.
    var last: String? { lines.withLock { $0.last } }

    /// Launches the app, which finds what earlier launches left.
    ///
    /// - Parameters:
    ///   - folder: What it finds instead.
    ///   - account: Who is signed in.
    ///   - environment: What somebody set before the app was started.
    func launch(
        _ folder: URL? = nil,
        account: String = "flora",
        environment: [String: String] = [:]
    ) async throws -> (shop: LocalShop, terminal: Terminal) {
        let local = try LocalShop(
            store: store,
            account: account,
            folder: folder ?? self.folder,
            environment: environment
        )
        let terminal = await Terminal(local, account: account, patience: .seconds(30)) { [lines] line in
            lines.withLock { $0.append(line) }
        }
        await local.shop.open()
        return (local, terminal)
    }
}
