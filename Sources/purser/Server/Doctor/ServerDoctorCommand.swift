import AppStoreModels
import ArgumentParser

/// `purser server doctor`.
struct ServerDoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say what is wrong with the settings, the folder, the key and the way to the App Store.",
        discussion: """
            Give it the settings of the server. It has the App Store send a test notification, unless --offline, and ends \
            after two minutes whoever does not answer. The database is read for a minute at most, unless \
            --whole-database. Exit code 1 if a check is bad.
            """
    )

    @OptionGroup(title: "Settings")
    var options: ServeOptions

    @Flag(help: "Ask nobody: look at settings and files only.")
    var offline = false

    @Flag(help: "Read the database to its end, however long that takes.")
    var wholeDatabase = false

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        var doctor = Doctor(settings: try options.settings(), isOnline: !offline)
        if wholeDatabase { doctor.databaseLimit = nil }
        let report = await doctor.report()
        let terminal = Terminal.standardOutput()
        if json {
            terminal.json(.object(report.json))
        } else {
            report.lines(on: terminal).forEach(terminal.line)
        }
        guard report.isHealthy else { throw ExitStatus.invalid }
    }
}
