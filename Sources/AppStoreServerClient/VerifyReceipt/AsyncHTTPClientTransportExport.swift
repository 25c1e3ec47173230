// The transport that the client uses unless it is given another.
@_exported public import struct OutgoingHTTP.AsyncHTTPClientTransport
