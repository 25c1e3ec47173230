import ArgumentParser

/// `purser store`: the local App Store, and commands for one that runs.
struct StoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "Run a local App Store, and tell a running one what to do.",
        discussion: """
            `purser store serve` runs a store, `purser store run` runs one beside a command. The other commands talk to \
            it: name it by its folder (--data), by its address (--url), or by the variable PURSER_STORE_URL. They end \
            with 0 when the store did it, with 1 when it refused, and with 2 when no store could be asked.
            """,
        subcommands: [
            StoreServeCommand.self, StoreRunCommand.self, StoreEnvCommand.self, StoreWaitCommand.self,
            StoreStopCommand.self, StoreListCommand.self,
            StoreFaultCommand.self, StoreKeyCommand.self,
            StoreAuthorityCommand.self, StoreSnapshotCommand.self, StoreCompactCommand.self, StoreRepairCommand.self,
        ],
        groupedSubcommands: [
            CommandGroup(
                name: "Customer:",
                subcommands: [
                    StoreAccountCommand.self, StoreBuyCommand.self, StorePromoteCommand.self, StoreRestoreCommand.self,
                    StoreAutoRenewCommand.self, StoreChangeCommand.self, StoreConsentCommand.self,
                    StoreRedeemCommand.self, StoreIntentCommand.self, StoreFamilyCommand.self,
                    StoreAboutToCancelCommand.self, StoreCancellationCommand.self, StoreConfirmCommand.self,
                ]
            ),
            CommandGroup(
                name: "App Store:",
                subcommands: [
                    StoreApproveCommand.self, StoreDeclineCommand.self, StoreResolveCommand.self,
                    StoreRefundCommand.self, StoreRenewCommand.self, StoreExpireCommand.self,
                    StoreExtendCommand.self, StorePriceIncreaseCommand.self, StoreFinishCommand.self,
                    StoreEndCommand.self, StoreCodesCommand.self, StoreMessagesCommand.self,
                    StoreDeleteCommand.self, StoreResetCommand.self, StoreSettingsCommand.self,
                ]
            ),
            CommandGroup(
                name: "Time and notifications:",
                subcommands: [
                    StoreClockCommand.self, StoreAdvanceCommand.self, StorePauseCommand.self, StoreResumeCommand.self,
                    StoreNotifyCommand.self, StoreResendCommand.self,
                ]
            ),
            CommandGroup(
                name: "What is signed:",
                subcommands: [
                    StoreReceiptCommand.self, StoreSignedCommand.self, StoreRenewalInfoCommand.self,
                    StoreAppTransactionCommand.self, StoreSignCommand.self,
                ]
            ),
        ]
    )
}
