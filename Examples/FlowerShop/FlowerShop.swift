import Foundation

#if canImport(StoreKit) && canImport(Darwin)
    // On Apple platforms the shop is an app: put `ShopView` on its screen, see Views. The app has a beginning of its own.
    #if SWIFT_PACKAGE
        @main
        struct FlowerShop {
            static func main() {
                print("Add the files of this folder to an app, and show ShopView.")
            }
        }
    #endif
#else
    /// The shop in the terminal: `swift run FlowerShop`.
    @main
    struct FlowerShop {
        @MainActor static func main() async throws {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "FlowerShop-\(UUID().uuidString)"
            )
            let local = try LocalShop(
                store: try LocalShop.store(at: Date()),
                account: "flora",
                folder: folder,
                environment: ProcessInfo.processInfo.environment,
                onProblem: { print("The shop's server: \($0)") }
            )
            let terminal = Terminal(local, account: "flora") { print($0) }
            await local.shop.open()
            print("Welcome to the flower shop. Say list to see what there is, help for everything else.")
            repeat { prompt() } while await terminal.run(readLine() ?? "quit")
            await local.shop.close()
        }

        /// Shows that it is the customer's turn.
        private static func prompt() {
            print("flowers> ", terminator: "")
            // What does not end a line waits in the buffer otherwise.
            fflush(nil)
        }
    }
#endif
