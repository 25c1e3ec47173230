extension ServerSetting {
    /// Whose purchases are served, whom the server asks about them, and whom it believes.
    static let storeSettings = [
        ServerSetting(
            name: "bundleIds",
            flag: "bundle-id",
            kind: .list,
            standard: nil,
            meaning: "The apps that are served, besides those below apps."
        ),
        ServerSetting(
            name: "sharedSecretFiles",
            flag: "shared-secret-file",
            kind: .list,
            standard: nil,
            meaning: "Files with shared secrets: FILE for all apps, APP=FILE for one."
        ),
        ServerSetting(
            name: "serverApiKeyFile",
            flag: "server-api-key-file",
            kind: .file,
            standard: nil,
            meaning: "The .p8 file of the In-App Purchase key, for the App Store Server API."
        ),
        ServerSetting(
            name: "serverApiKeyId",
            flag: "server-api-key-id",
            kind: .text,
            standard: nil,
            meaning: "The identifier of that key."
        ),
        ServerSetting(
            name: "serverApiIssuerId",
            flag: "server-api-issuer-id",
            kind: .text,
            standard: nil,
            meaning: "The issuer of that key, a UUID."
        ),
        ServerSetting(
            name: "storeUrl",
            flag: "store-url",
            kind: .text,
            standard: nil,
            meaning: "Verify with a local store at this address instead of Apple; one on this machine is asked for its "
                + "roots."
        ),
        ServerSetting(
            name: "clock",
            flag: "clock",
            kind: .choice(["machine", "store"]),
            standard: nil,
            meaning: "Whose time it is: that of this machine, or that of the local store, whose clock may be moved. "
                + "Without it the store's, if it is on this machine and no database is shared."
        ),
        ServerSetting(
            name: "roots",
            flag: "root",
            kind: .list,
            standard: nil,
            meaning: "Files of root certificates (PEM or DER) that are trusted, too, for example a local store's."
        ),
        ServerSetting(
            name: "notificationUrl",
            flag: "notification-url",
            kind: .text,
            standard: nil,
            meaning: "The address of this server that App Store Connect has for notifications; doctor looks at it."
        ),
    ]
}
