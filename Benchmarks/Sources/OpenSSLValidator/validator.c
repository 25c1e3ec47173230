#include "OpenSSLValidator.h"

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/pkcs7.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>
#include <stdlib.h>

struct openssl_validator {
    X509_STORE *store;
};

openssl_validator *openssl_validator_create(const uint8_t *root, size_t root_length, int64_t verification_time) {
    openssl_validator *validator = calloc(1, sizeof *validator);
    X509 *certificate = d2i_X509(NULL, &root, (long)root_length);
    X509_VERIFY_PARAM *parameters = X509_VERIFY_PARAM_new();
    if (validator == NULL || certificate == NULL || parameters == NULL) goto failed;
    validator->store = X509_STORE_new();
    if (validator->store == NULL || X509_STORE_add_cert(validator->store, certificate) != 1) goto failed;
    X509_VERIFY_PARAM_set_time(parameters, (time_t)verification_time);
    X509_VERIFY_PARAM_set_purpose(parameters, X509_PURPOSE_ANY);
    X509_STORE_set1_param(validator->store, parameters);
    X509_VERIFY_PARAM_free(parameters);
    X509_free(certificate);
    return validator;
failed:
    X509_VERIFY_PARAM_free(parameters);
    X509_free(certificate);
    openssl_validator_free(validator);
    return NULL;
}

void openssl_validator_free(openssl_validator *validator) {
    if (validator == NULL) return;
    X509_STORE_free(validator->store);
    free(validator);
}

/// Steps over one tag; returns 0 on malformed input.
static int enter(const uint8_t **cursor, const uint8_t *end, int expected_tag, long *length) {
    int tag = 0, class = 0;
    int flags = ASN1_get_object(cursor, length, &tag, &class, end - *cursor);
    return !(flags & 0x80) && tag == expected_tag && *length <= end - *cursor;
}

/// Walks one SET of SEQUENCE { INTEGER type, INTEGER version, OCTET STRING value }; returns the number of type-17
/// attributes or -1. Records of in-app purchases are walked too.
static long walk(const uint8_t *cursor, const uint8_t *end) {
    long records = 0, length = 0;
    if (!enter(&cursor, end, V_ASN1_SET, &length)) return -1;
    end = cursor + length;
    while (cursor < end) {
        if (!enter(&cursor, end, V_ASN1_SEQUENCE, &length)) return -1;
        const uint8_t *next = cursor + length;
        if (!enter(&cursor, next, V_ASN1_INTEGER, &length)) return -1;
        long type = 0;
        for (long i = 0; i < length; i++) type = type << 8 | cursor[i];
        cursor += length;
        if (!enter(&cursor, next, V_ASN1_INTEGER, &length)) return -1;
        cursor += length;
        if (!enter(&cursor, next, V_ASN1_OCTET_STRING, &length)) return -1;
        if (type == 17) {
            if (walk(cursor, cursor + length) < 0) return -1;
            records++;
        }
        cursor = next;
    }
    return records;
}

long openssl_validator_run(openssl_validator *validator, const uint8_t *receipt, size_t length) {
    long records = -1;
    const uint8_t *cursor = receipt;
    PKCS7 *container = d2i_PKCS7(NULL, &cursor, (long)length);
    if (container == NULL) return -1;
    if (PKCS7_type_is_signed(container) && PKCS7_type_is_data(container->d.sign->contents)) {
        if (PKCS7_verify(container, NULL, validator->store, NULL, NULL, 0) == 1) {
            ASN1_OCTET_STRING *payload = container->d.sign->contents->d.data;
            records = walk(payload->data, payload->data + payload->length);
        } else {
            records = -2;
        }
    }
    PKCS7_free(container);
    return records;
}

struct openssl_bare {
    EVP_PKEY *key;
    const EVP_MD *digest;
    uint8_t *payload;
    size_t payload_length;
    uint8_t *signature;
    size_t signature_length;
    uint8_t *encoded_key;
    size_t encoded_key_length;
};

openssl_bare *openssl_bare_create(const uint8_t *receipt, size_t length) {
    const uint8_t *cursor = receipt;
    openssl_bare *bare = calloc(1, sizeof *bare);
    PKCS7 *container = d2i_PKCS7(NULL, &cursor, (long)length);
    if (bare == NULL || container == NULL || !PKCS7_type_is_signed(container)) goto failed;
    STACK_OF(X509) *signers = PKCS7_get0_signers(container, NULL, 0);
    PKCS7_SIGNER_INFO *information = sk_PKCS7_SIGNER_INFO_value(PKCS7_get_signer_info(container), 0);
    if (signers == NULL || information == NULL) goto failed;
    bare->key = X509_get_pubkey(sk_X509_value(signers, 0));
    sk_X509_free(signers);
    bare->digest = EVP_get_digestbyobj(information->digest_alg->algorithm);
    ASN1_OCTET_STRING *payload = container->d.sign->contents->d.data;
    bare->payload_length = (size_t)payload->length;
    bare->payload = OPENSSL_memdup(payload->data, bare->payload_length);
    bare->signature_length = (size_t)information->enc_digest->length;
    bare->signature = OPENSSL_memdup(information->enc_digest->data, bare->signature_length);
    int key_length = i2d_PUBKEY(bare->key, &bare->encoded_key);
    if (bare->payload == NULL || bare->signature == NULL || key_length < 0) goto failed;
    bare->encoded_key_length = (size_t)key_length;
    PKCS7_free(container);
    return bare;
failed:
    PKCS7_free(container);
    openssl_bare_free(bare);
    return NULL;
}

void openssl_bare_free(openssl_bare *bare) {
    if (bare == NULL) return;
    EVP_PKEY_free(bare->key);
    OPENSSL_free(bare->payload);
    OPENSSL_free(bare->signature);
    OPENSSL_free(bare->encoded_key);
    free(bare);
}

int openssl_bare_run(openssl_bare *bare) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    int result = context != NULL && EVP_DigestVerifyInit(context, NULL, bare->digest, NULL, bare->key) == 1
        && EVP_DigestVerify(context, bare->signature, bare->signature_length, bare->payload, bare->payload_length) == 1;
    EVP_MD_CTX_free(context);
    return result;
}

const uint8_t *openssl_bare_payload(const openssl_bare *bare, size_t *length) {
    *length = bare->payload_length;
    return bare->payload;
}

const uint8_t *openssl_bare_signature(const openssl_bare *bare, size_t *length) {
    *length = bare->signature_length;
    return bare->signature;
}

const uint8_t *openssl_bare_key(const openssl_bare *bare, size_t *length) {
    *length = bare->encoded_key_length;
    return bare->encoded_key;
}

const char *openssl_version_text(void) {
    return OpenSSL_version(OPENSSL_VERSION);
}
