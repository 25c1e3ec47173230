import Testing

@testable import PurchaseServerClient

/// Expects an error of the backend by its code, and by the server's where one is given.
func expect(
    _ code: PurchaseBackendError.Code,
    _ serverCode: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
) async {
    await #expect(sourceLocation: sourceLocation) { try await body() } throws: { error in
        guard let error = error as? PurchaseBackendError else { return false }
        return error.code == code && (serverCode == nil || error.serverCode == serverCode)
    }
}
