#if Demo && os(Linux)
    import ArgumentParser
    import Foundation
    import Simulation

    /// `purser simulate`: a world in one process where everything goes wrong, and rules that must hold all the same.
    struct SimulateCommand: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "simulate",
            abstract: "Play stores, servers, apps and failures by a seed, and look whether all rules hold.",
            discussion: """
                One process plays the App Store, a purchase server on a disk that fails, customers with apps that crash, and a \
                receiver of events, over a network that loses, doubles and delays; by a clock of its own. After every step \
                it looks at numbered rules. The same seed is the same story. A story that fails is made as short as it can be \
                and printed as JSON, which --story plays again. Exit code 1 if a rule does not hold.
                """
        )

        @Option(help: ArgumentHelp("The first seed.", valueName: "number"))
        var seed: UInt64 = 1

        @Option(
            help: ArgumentHelp(
                "How many seeds to play, one after the other; 0 goes on until it is stopped.",
                valueName: "count"
            )
        )
        var seeds = 1

        @Option(help: ArgumentHelp("In how many days each story is told.", valueName: "count"))
        var days = 20

        @Option(help: ArgumentHelp("How many customers each story has.", valueName: "count"))
        var customers = 2

        @Option(
            help: ArgumentHelp("Play the story in this file instead; - is standard input.", valueName: "file"),
            completion: .file()
        )
        var story: InputSource?

        @Flag(help: "List the rules, and play nothing.")
        var rules = false

        @Flag(help: "Print what came of each step.")
        var trace = false

        @Flag(help: "Print one JSON object a line.")
        var json = false

        /// The longest story that is read, in bytes.
        private static let longestStory = 64 * 1_024 * 1_024

        func validate() throws {
            guard seeds >= 0 else { throw ValidationError("--seeds must be at least 0") }
            guard (StoryWriter.fewestDays...StoryWriter.mostDays).contains(days) else {
                throw ValidationError("--days must be \(StoryWriter.fewestDays) to \(StoryWriter.mostDays)")
            }
            guard (1...SimulationStory.mostCustomers).contains(customers) else {
                throw ValidationError("--customers must be 1 to \(SimulationStory.mostCustomers)")
            }
        }

        func run() async throws {
            let printer = SimulationPrinter(terminal: .standardOutput(), isJSON: json, hasTrace: trace)
            if rules { return printer.printRules() }
            do {
                guard try await play(printer) else { throw ExitStatus.invalid }
            } catch let error as SimulationError {
                printer.fail(error)
                throw ExitStatus.unusable
            } catch let error as InputError {
                printer.fail(error)
                throw ExitStatus.unusable
            }
        }

        /// - Returns: Whether all rules held.
        private func play(_ printer: SimulationPrinter) async throws -> Bool {
            if let story {
                let read = try SimulationStory(json: try story.readFile(limit: Self.longestStory))
                let outcome = try await StoryPlayer.play(read)
                printer.print(outcome, seed: read.seed)
                return outcome.finding == nil
            }
            let campaign = SimulationCampaign(days: days, customers: customers)
            var next = seed
            var played = 0
            while seeds == 0 || played < seeds {
                let result = try await campaign.play(next)
                printer.print(result)
                guard result.outcome.finding == nil else { return false }
                // Nobody hears of the next one.
                if let failure = StandardStream.output.failure { throw failure }
                played += 1
                next &+= 1
            }
            return true
        }
    }
#endif
