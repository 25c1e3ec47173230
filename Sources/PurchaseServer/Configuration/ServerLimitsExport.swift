// Limits are part of the configuration; who imports this module has them.
@_exported public import struct HTTPServing.ServerLimits
