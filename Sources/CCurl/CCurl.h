#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

// Swift calls no function with arguments of any type: one for each type that options and answers have.

static inline CURLcode ccurl_set_number(CURL *exchange, CURLoption option, long value) {
  return curl_easy_setopt(exchange, option, value);
}

static inline CURLcode ccurl_set_size(CURL *exchange, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(exchange, option, value);
}

/// Texts, which are copied, and whatever else is kept as an address.
static inline CURLcode ccurl_set_pointer(CURL *exchange, CURLoption option, const void *value) {
  return curl_easy_setopt(exchange, option, value);
}

/// What is called with bytes of the head or of the body, and what it is called with.
static inline CURLcode ccurl_set_taker(
    CURL *exchange, CURLoption function, curl_write_callback take, CURLoption data, void *taker) {
  CURLcode code = curl_easy_setopt(exchange, function, take);
  return code == CURLE_OK ? curl_easy_setopt(exchange, data, taker) : code;
}

/// What is called for bytes of a body that is sent, and to go to a place in it.
static inline CURLcode ccurl_set_giver(
    CURL *exchange, curl_read_callback give, curl_seek_callback seek, void *giver) {
  CURLcode code = curl_easy_setopt(exchange, CURLOPT_READFUNCTION, give);
  if (code == CURLE_OK) code = curl_easy_setopt(exchange, CURLOPT_READDATA, giver);
  if (code == CURLE_OK) code = curl_easy_setopt(exchange, CURLOPT_SEEKFUNCTION, seek);
  return code == CURLE_OK ? curl_easy_setopt(exchange, CURLOPT_SEEKDATA, giver) : code;
}

static inline CURLcode ccurl_get_number(CURL *exchange, CURLINFO info, long *value) {
  return curl_easy_getinfo(exchange, info, value);
}

/// What is called with each socket before it is connected.
static inline CURLcode ccurl_set_socket_preparation(
    CURL *exchange, curl_sockopt_callback prepare, void *data) {
  CURLcode code = curl_easy_setopt(exchange, CURLOPT_SOCKOPTFUNCTION, prepare);
  return code == CURLE_OK ? curl_easy_setopt(exchange, CURLOPT_SOCKOPTDATA, data) : code;
}

static inline CURLcode ccurl_get_size(CURL *exchange, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(exchange, info, value);
}

/// How many bytes the kernel has to send that the other side's has not taken (tcp(7), SIOCOUTQ); 0 of what is
/// no socket of TCP any more.
static inline int ccurl_unsent(curl_socket_t socket) {
  int protocol = 0, count = 0;
  socklen_t length = sizeof protocol;
  if (getsockopt(socket, SOL_SOCKET, SO_PROTOCOL, &protocol, &length) != 0 || protocol != IPPROTO_TCP) return 0;
  return ioctl(socket, TIOCOUTQ, &count) == 0 ? count : 0;
}
