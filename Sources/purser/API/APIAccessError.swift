/// Why a local store gave no access.
struct APIAccessError: Error {
    let code: String
    let message: String
}
