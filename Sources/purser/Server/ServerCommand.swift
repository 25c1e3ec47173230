import ArgumentParser

/// `purser server`: the purchase server, and what is done to its database.
struct ServerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "server",
        abstract: "Run the purchase server, and look after it.",
        subcommands: [
            ServeCommand.self, ServerMigrateCommand.self, ServerBackupCommand.self, ServerRestoreCommand.self,
            ServerKeysCommand.self, ServerDoctorCommand.self, ServerReconcileCommand.self, ServerRebuildCommand.self,
            ServerImportCommand.self, ServerExportCommand.self, ServerCopyCommand.self,
        ]
    )
}
