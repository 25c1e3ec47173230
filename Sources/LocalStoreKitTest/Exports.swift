// The enumerations that come from C, which `SKTestError` and `SKTestSession` have.
@_exported public import CStoreKit
