#if Demo && os(Linux)
    import ArgumentParser
    import Foundation
    import Logging
    import PurserDemo

    /// `purser demo`: a customer's story from the buy button to the entitlement.
    struct DemoCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "demo",
            abstract: "Play a customer: buy, verify, upload, renew, refund.",
            discussion: """
                Starts a local App Store and a purchase server on this machine, plays a customer of an app written \
                against SwiftyStoreKit, and keeps both servers up until Ctrl-C, with a console that shows a year of a shop \
                that is made up.
                """
        )

        @Option(help: ArgumentHelp("A catalogue from Xcode instead of the flower shop.", valueName: "file"))
        var catalogue: String?

        @Option(
            help: ArgumentHelp(
                "Where store and server keep what they know; name it again to go on with the same customer.",
                valueName: "dir"
            )
        )
        var data: String?

        @Option(help: ArgumentHelp("The port of the App Store; 0 takes any free one.", valueName: "port"))
        var storePort = 0

        @Option(help: ArgumentHelp("The port of the purchase server; 0 takes any free one.", valueName: "port"))
        var serverPort = 0

        @Flag(help: "End when the story is told.")
        var once = false

        @Flag(help: "Print one JSON object a line.")
        var json = false

        func validate() throws {
            try PortArgument.check(storePort, "--store-port")
            try PortArgument.check(serverPort, "--server-port")
        }

        func run() async throws {
            let printer = StepPrinter(terminal: .standardOutput(), isJSON: json)
            printer.heading("Purser: from the buy button to the entitlement")
            let counter = StepCounter()
            do {
                let demo = Demo(options: options, logger: Self.logger) { step in
                    printer.print(step, number: counter.next())
                    // A story that nobody hears is not told on.
                    if let failure = StandardStream.output.failure { throw failure }
                }
                try await demo.run()
            } catch {
                Terminal.complain("\(error)")
                throw ExitStatus.unusable
            }
        }

        private var options: DemoOptions {
            let folder = data.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? Self.newFolder
            var options = DemoOptions(
                catalogue: catalogue.map { URL(fileURLWithPath: $0) },
                folder: folder.standardizedFileURL,
                storePort: storePort,
                serverPort: serverPort,
                staysUp: !once,
                start: Date()
            )
            if !once {
                options.consoleSecret = UUID().uuidString.lowercased()
                options.simulatedCustomers = Self.simulatedCustomers
            }
            return options
        }

        /// As many as are made up and written down in a few seconds.
        private static let simulatedCustomers = 1_000

        /// A folder of its own for a story that nobody wants to go on with.
        private static var newFolder: URL {
            FileManager.default.temporaryDirectory.appendingPathComponent(
                "purser-demo-\(UUID().uuidString.prefix(8).lowercased())",
                isDirectory: true
            )
        }

        /// Nothing but disasters: the story says what happens, and what ends it is printed as one line.
        private static var logger: Logger {
            var logger = LogStream.logger("purser")
            logger.logLevel = .critical
            return logger
        }
    }
#endif
