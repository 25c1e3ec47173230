import AppStoreModels
import ArgumentParser
import Foundation
import LocalAppStore
import LocalAppStoreServer

/// `purser store repair`: says what is damaged in a store's folder, and mends it.
struct StoreRepairCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Say what is damaged in a store's folder and what is lost by it, and mend it.",
        discussion: """
            The store must not run. Without --yes nothing is changed. With --yes the log of events is cut behind its last \
            good line, and other files that the store can do without are set aside; the damaged ones stay beside, with \
            names that end in .damaged-1 and so on. Notifications of events that are cut off go with them, and their \
            identifiers, as those of the transactions, will be given out again.

            It ends with 0 when nothing is damaged or all of it was mended, with 1 when there is damage, and with 2 when \
            the folder cannot be looked at.
            """
    )

    @Option(help: ArgumentHelp("The folder of the store.", valueName: "dir"))
    var data: String

    @Flag(help: "Mend it.")
    var yes = false

    @Flag(help: "Only say what is damaged, which is what happens without --yes too.")
    var dryRun = false

    @Flag(help: "Print JSON.")
    var json = false

    func validate() throws {
        if yes, dryRun { throw ValidationError("give one of: --yes, --dry-run") }
    }

    func run() throws {
        let terminal = Terminal.standardOutput()
        do {
            let repair = try StoreFolderRepair(folder: URL(fileURLWithPath: data, isDirectory: true))
            let found = try repair.allDamage()
            if !json { tell(found, terminal) }
            let mended = yes ? try mend(found, repair, terminal) : []
            // Behind what was mended there may be more.
            let left = yes ? try repair.allDamage() : found
            if json { terminal.json(.object(Self.json(found, mended: mended, left: left))) }
            if !yes, !found.isEmpty, !json {
                terminal.line("nothing was changed; with --yes it is mended as far as it can be")
            }
            guard left.isEmpty else { throw ExitStatus.invalid }
        } catch let error as StoreError {
            terminal.complain(error.code.rawValue, error.reason, json: json)
            throw ExitStatus.unusable
        }
    }

    private func tell(_ found: [StoreFolderDamage], _ terminal: Terminal) {
        guard !found.isEmpty else { return terminal.line("nothing is damaged in \(data)") }
        for damage in found { terminal.line("\(terminal.styled(damage.file, .bad)): \(damage.reason)") }
    }

    private func mend(
        _ found: [StoreFolderDamage],
        _ repair: StoreFolderRepair,
        _ terminal: Terminal
    ) throws -> [(String, URL)] {
        var mended: [(String, URL)] = []
        for damage in found where damage.remedy != .none {
            let copy = try repair.mend(damage)
            mended.append((damage.file, copy))
            guard !json else { continue }
            terminal.line("\(damage.file) \(Self.done(damage)): \(copy.lastPathComponent)")
        }
        return mended
    }

    /// What was done, in words.
    private static func done(_ damage: StoreFolderDamage) -> String {
        guard damage.remedy == .cut else { return "is set aside" }
        return damage.line == nil
            ? "has no notifications of lost events any more; all of it is kept"
            : "was cut behind its last good line; all of it is kept"
    }

    private static func json(
        _ found: [StoreFolderDamage],
        mended: [(String, URL)],
        left: [StoreFolderDamage]
    ) -> JSONObject {
        [
            "damage": .array(found.map { .object(json($0)) }),
            "mended": .array(mended.map { ["file": .string($0.0), "kept": .string($0.1.lastPathComponent)] }),
            "opens": .bool(left.isEmpty),
        ]
    }

    private static func json(_ damage: StoreFolderDamage) -> JSONObject {
        var object: JSONObject = [
            "file": .string(damage.file), "reason": .string(damage.reason),
            "remedy": .string(damage.remedy.rawValue),
        ]
        guard let line = damage.line, let offset = damage.offset else { return object }
        object[integer: "line"] = Int64(line)
        object[integer: "offset"] = Int64(offset)
        object[integer: "lostEventCount"] = Int64(damage.lostEvents)
        object[integer: "lostLineCount"] = Int64(damage.lostLines)
        return object
    }
}
