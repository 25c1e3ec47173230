import GRDB
import Testing

@testable import PurchaseServer

extension PurchaseDatabase {
    /// The connections with the file, which tests look into behind the storage's back.
    var pool: DatabasePool {
        get throws { try #require(file).pool }
    }

    /// What commits changes to the file together.
    var group: GroupCommit {
        get throws { try #require(file).group }
    }
}
