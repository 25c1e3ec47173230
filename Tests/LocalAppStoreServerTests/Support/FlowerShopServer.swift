import Foundation
import LocalAppStore
import StoreConfiguration
import TestSupport

@testable import LocalAppStoreServer

extension LocalStoreServer {
    /// A server for the flower shop in a folder; when the value goes, it is as if the process had been killed.
    static func flowerShop(
        in folder: URL,
        time: TestTime,
        transport: RecordingTransport = RecordingTransport()
    ) throws -> LocalStoreServer {
        try open(
            StoreFolderOptions(
                folder: folder,
                catalogue: try StoreConfiguration(contentsOf: SampleShop.catalogue),
                app: SampleShop.app,
                start: TestAuthority.signingDate,
                seed: 1
            ),
            realTime: time.realTime,
            transport: transport
        )
    }
}
