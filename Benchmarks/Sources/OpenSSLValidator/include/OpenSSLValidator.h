#ifndef OPENSSL_VALIDATOR_H
#define OPENSSL_VALIDATOR_H

#include <stddef.h>
#include <stdint.h>

/// A receipt validator in C on OpenSSL 3, written the way the tutorials do it: the peer that Purser is measured against.
typedef struct openssl_validator openssl_validator;

/// Makes a validator that trusts one root and evaluates chains at one time (seconds since 1970). NULL on failure.
openssl_validator *openssl_validator_create(const uint8_t *root, size_t root_length, int64_t verification_time);
void openssl_validator_free(openssl_validator *validator);

/// Parses (d2i_PKCS7), verifies signature and chain (PKCS7_verify) and walks the payload.
/// Returns the number of in-app purchase records, or a negative number if a step failed.
long openssl_validator_run(openssl_validator *validator, const uint8_t *receipt, size_t length);

/// The least any validator must do: one digest over the payload and one RSA-2048 verification with a key that is
/// already loaded. Prepared once from a receipt, then run many times. NULL on failure.
typedef struct openssl_bare openssl_bare;
openssl_bare *openssl_bare_create(const uint8_t *receipt, size_t length);
void openssl_bare_free(openssl_bare *bare);
/// Returns 1 if the signature is valid.
int openssl_bare_run(openssl_bare *bare);

/// What it works on, for others to measure with the same bytes. The memory belongs to `bare`.
const uint8_t *openssl_bare_payload(const openssl_bare *bare, size_t *length);
const uint8_t *openssl_bare_signature(const openssl_bare *bare, size_t *length);
/// The signer's key as DER of `SubjectPublicKeyInfo`.
const uint8_t *openssl_bare_key(const openssl_bare *bare, size_t *length);

/// The version OpenSSL reports of itself.
const char *openssl_version_text(void);

#endif
