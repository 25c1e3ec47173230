import AppStoreModels
import AppStoreServerClient
import AppStoreTrust
import Entitlements
import Foundation
import Testing

@testable import PurchaseServer

@Suite("A server's folder")
struct FolderLockTests {
    private func permissions(_ url: URL) throws -> Int {
        let value = try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions]
        return try #require((value as? NSNumber)?.intValue)
    }

    @Test("Two servers of the same settings share it; one with others is refused in one line while they run")
    func settings() throws {
        let world = try World()
        var other = world.configuration
        other.environments = [.production]
        do {
            let (first, second) = (try world.server(), try world.server())
            let error = #expect(throws: PurchaseServerError.self) {
                try PurchaseServerApplication(configuration: other)
            }
            #expect(error?.code == .folderInUse)
            #expect(error?.reason.contains("\n") == false)
            withExtendedLifetime((first, second)) {}
        }
        withExtendedLifetime(try PurchaseServerApplication(configuration: other)) {}
        _ = try world.server()
    }

    @Test("While another program has it for itself, a server says so and does not wait for it")
    func restoring() throws {
        let world = try World()
        let database = world.configuration.databaseFile
        withExtendedLifetime(try world.server()) {}
        let alone = try FolderLock(alone: database, for: "restore")
        let error = #expect(throws: PurchaseServerError.self) {
            try FolderLock(databaseFile: database, settings: world.configuration.settingsDigest, tries: 2)
        }
        #expect(error?.code == .folderInUse)
        withExtendedLifetime(alone) {}
    }

    @Test("What two servers must agree on, and what each may have for itself")
    func digest() throws {
        let configuration = try World().configuration
        var same = configuration
        same.port = 9_999
        same.allowedNames = ["shop.test"]
        #expect(same.settingsDigest == configuration.settingsDigest)
        let pro = try LevelCatalogue([.init("pro", productIDs: ["a"])])
        let coins = try LedgerRules(products: [.init("a", gives: ["coins": 1])])
        let kept = try LedgerRules(products: [], refundPolicy: .keep)
        let changes: [(inout PurchaseServerConfiguration) -> Void] = [
            { $0.apps[0].bundleIDs.append("com.example.more") }, { $0.apps[0].appAppleID = 1 },
            { $0.apps[0].environments = [.sandbox] }, { $0.environments = [.sandbox] }, { $0.demandsKeys = true },
            {
                $0.verifyReceiptEndpoints = .apple; $0.verifyReceiptEndpoints.sandbox.appendPathComponent("x")
            },
            { $0.sharedSecret = AppSharedSecret("another") }, { $0.sharedSecret = nil },
            { $0.apps[0].sharedSecret = AppSharedSecret("its own") }, { $0.trustPolicy = .appStore },
            { $0.trustPolicy.sha1RefusedFrom = TrustPolicy.endOfSHA1 },
            { $0.trustPolicy.validityMoment = .fixed(TrustPolicy.endOfSHA1) },
            { $0.entitlementRules.leewayAfterExpiry = 60 }, { $0.entitlementRules.productTypes["a"] = .consumable },
            { $0.entitlementRules.nonRenewingDurations["a"] = 60 }, { $0.customers.ownership.standard = .share },
            { $0.customers.ownership.ofApps["a"] = .refuse }, { $0.customers.ownership.outsideProduction = .share },
            { $0.customers.levels = pro }, { $0.customers.ledger = coins }, { $0.customers.ledger = kept },
            { $0.customers.sandbox = .everybody }, { $0.customers.sandbox = .only(["a"]) },
        ]
        for change in changes {
            var other = configuration
            change(&other)
            #expect(other.settingsDigest != configuration.settingsDigest)
        }
    }

    @Test("The digest tells no secret, and is the same for what is the same however it is written")
    func digestForm() throws {
        var configuration = try World().configuration
        configuration.customers.levels = try LevelCatalogue([.init("pro", productIDs: ["a", "b", "c", "d", "e"])])
        configuration.entitlementRules.productTypes = ["a": .consumable, "b": .nonConsumable, "c": .consumable]
        var same = configuration
        same.customers.levels = try LevelCatalogue([.init("pro", productIDs: ["e", "d", "c", "b", "a"])])
        same.entitlementRules.productTypes = ["c": .consumable, "b": .nonConsumable, "a": .consumable]
        #expect(configuration.settingsDigest == same.settingsDigest)
        #expect(configuration.settingsDigest.count == 64)
        #expect(!configuration.settingsDigest.contains("hush"))
    }

    @Test("Folder, database, log and lock are for their owner only, also those that were open before")
    func owner() throws {
        var world = try World()
        let folder = world.folder.appendingPathComponent("data", isDirectory: true)
        world.configuration.databaseFile = folder.appendingPathComponent("purchases.sqlite")
        let database = world.configuration.databaseFile
        for _ in 0..<2 {
            let server = try world.server()
            #expect(try permissions(folder) == 0o700)
            for ending in ["", "-wal", "-shm", ".lock"] {
                #expect(try permissions(URL(fileURLWithPath: database.path + ending)) == 0o600, "\(ending)")
            }
            withExtendedLifetime(server) {}
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: database.path)
        }
    }

    @Test("A folder that holds other things stays as it is; the database in it is closed all the same")
    func sharedFolder() throws {
        var world = try World()
        let folder = world.folder.appendingPathComponent("shared", isDirectory: true)
        try FileManager.default.createDirectory(
            at: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o755]
        )
        try Data().write(to: folder.appendingPathComponent("other.txt"))
        world.configuration.databaseFile = folder.appendingPathComponent("purchases.sqlite")
        let server = try world.server()
        #expect(try permissions(folder) == 0o755)
        #expect(try permissions(world.configuration.databaseFile) == 0o600)
        withExtendedLifetime(server) {}
    }
}
