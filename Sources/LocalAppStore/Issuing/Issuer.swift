import AppStoreModels
import Foundation

/// What signed data says of who issued it, when, and to whom.
struct Issuer: Sendable {
    let app: StoreApp
    let environment: AppStoreEnvironment
    let account: StoreAccount
    let date: Date
}
