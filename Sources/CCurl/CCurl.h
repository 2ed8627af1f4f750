#include <curl/curl.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

// Swift calls no variadic functions: one function for each type of options and results.

static inline CURLcode ccurl_set_number(CURL *exchange, CURLoption option, long value) {
  return curl_easy_setopt(exchange, option, value);
}

static inline CURLcode ccurl_set_size(CURL *exchange, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(exchange, option, value);
}

/// Sets a text, which is copied, or an address, which is kept.
static inline CURLcode ccurl_set_pointer(CURL *exchange, CURLoption option, const void *value) {
  return curl_easy_setopt(exchange, option, value);
}

/// Sets the function that is called with bytes of the head or of the body, and its argument.
static inline CURLcode ccurl_set_taker(
    CURL *exchange, CURLoption function, curl_write_callback take, CURLoption data, void *taker) {
  CURLcode code = curl_easy_setopt(exchange, function, take);
  return code == CURLE_OK ? curl_easy_setopt(exchange, data, taker) : code;
}

/// Sets the functions that give bytes of a body to send and go to a position in it, and their argument.
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

/// Sets the function that is called with each socket before it is connected, and its argument.
static inline CURLcode ccurl_set_socket_preparation(
    CURL *exchange, curl_sockopt_callback prepare, void *data) {
  CURLcode code = curl_easy_setopt(exchange, CURLOPT_SOCKOPTFUNCTION, prepare);
  return code == CURLE_OK ? curl_easy_setopt(exchange, CURLOPT_SOCKOPTDATA, data) : code;
}

static inline CURLcode ccurl_get_size(CURL *exchange, CURLINFO info, curl_off_t *value) {
  return curl_easy_getinfo(exchange, info, value);
}

/// The bytes that this kernel holds and the other side's has not taken (tcp(7), SIOCOUTQ); 0 for a descriptor
/// that is no TCP socket any more.
static inline int ccurl_unsent(curl_socket_t socket) {
  int protocol = 0, count = 0;
  socklen_t length = sizeof protocol;
  if (getsockopt(socket, SOL_SOCKET, SO_PROTOCOL, &protocol, &length) != 0 || protocol != IPPROTO_TCP) return 0;
  return ioctl(socket, TIOCOUTQ, &count) == 0 ? count : 0;
}
