// libcurl requests: the library's variadic calls as plain functions.
#pragma once

#include <curl/curl.h>

/// Takes `size * count` bytes of a response. Returning fewer ends the request.
typedef size_t (*mpk_transfer_taker)(char *bytes, size_t size, size_t count, void *context);

/// Makes a request for `url` that passes header lines to `head` and body bytes to `body`, both with `context`, on the
/// thread that drives it. `fields` and `context` must outlive it; the text is copied. Owned by the caller, who ends it
/// with `curl_easy_cleanup`; NULL when out of memory.
///
/// - Redirects are not followed: the caller decides whether to, and what another server may see.
/// - HTTP/1.1: cancelling one request does not affect those on other connections.
/// - CURLOPT_QUICK_EXIT: otherwise a cancelled request waits for the name server's answer, and all others with it.
static inline CURL *mpk_transfer_new(const char *url, struct curl_slist *fields, long connect_milliseconds, void *context,
    mpk_transfer_taker head, mpk_transfer_taker body) {
    CURL *request = curl_easy_init();
    if (!request) return NULL;
    curl_easy_setopt(request, CURLOPT_URL, url);
    curl_easy_setopt(request, CURLOPT_HTTPHEADER, fields);
    curl_easy_setopt(request, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(request, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(request, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(request, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl_easy_setopt(request, CURLOPT_CONNECTTIMEOUT_MS, connect_milliseconds);
    curl_easy_setopt(request, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(request, CURLOPT_QUICK_EXIT, 1L);
    // The most read from a connection at once; libcurl's default of 16 kB means four times as many calls.
    curl_easy_setopt(request, CURLOPT_BUFFERSIZE, 65536L);
    curl_easy_setopt(request, CURLOPT_USERAGENT, "MultiPlayerKit");
    curl_easy_setopt(request, CURLOPT_HEADERFUNCTION, head);
    curl_easy_setopt(request, CURLOPT_HEADERDATA, context);
    curl_easy_setopt(request, CURLOPT_WRITEFUNCTION, body);
    curl_easy_setopt(request, CURLOPT_WRITEDATA, context);
    curl_easy_setopt(request, CURLOPT_PRIVATE, context);
    return request;
}

/// The context of a request that has ended, and its result; NULL: none has since the last call that returned NULL.
static inline void *mpk_transfer_ended(CURLM *transfers, CURLcode *result) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl_multi_info_read(transfers, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        char *context = NULL;
        *result = message->data.result;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &context);
        return context;
    }
    return NULL;
}
