// The transport that receipts are sent with unless another is given.
@_exported public import class OutgoingURLSession.URLSessionTransport
