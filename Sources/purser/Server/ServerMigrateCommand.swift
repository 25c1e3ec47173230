import AppStoreModels
import ArgumentParser
import PurchaseServer

/// `purser server migrate`.
struct ServerMigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Bring the database of an earlier version to this one.",
        discussion: """
            A server does the same when it starts. With --check nothing is changed, the steps are listed, and the exit code \
            is 1 if there are any. There is no way back but a backup: make one before. No server may use the file; those \
            that share a PostgreSQL go on, unless a step says otherwise.
            """
    )

    @Flag(help: "Only say what would be done.")
    var check = false

    @OptionGroup var place: DataOptions

    func run() throws {
        let upgrade = DatabaseUpgrade(try place.databasePlace())
        let plan = try place.perform { () throws(PurchaseServerError) in
            check ? try upgrade.plan() : try upgrade.run()
        }
        report(plan)
        if check, !plan.pending.isEmpty { throw ExitStatus.invalid }
    }

    private func report(_ plan: DatabaseUpgrade.Plan) {
        let terminal = Terminal.standardOutput()
        guard !place.json else {
            let names = plan.pending.map { JSONValue.string($0) }
            return terminal.json([
                "isCurrent": .bool(plan.pending.isEmpty || !check), check ? "pending" : "steps": .array(names),
            ])
        }
        guard !plan.pending.isEmpty else { return terminal.line("the database is of this version; nothing to do") }
        for step in plan.pending { terminal.line("\(check ? "to do" : "done ")  \(step)") }
    }
}
