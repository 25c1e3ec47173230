import ArgumentParser

@main
struct Purser: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "purser",
        abstract: "In-app purchases, from the buy button to the server."
    )
}
