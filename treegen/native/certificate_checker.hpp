// The program that checks certificates, scripts/check_certificate.c, which is compiled into the core as it stands.
//
// It is an independent program: it includes nothing of the core, and nothing of the core is used by it. Each thread has a state
// of its own. The declarations here repeat those of the program.
#pragma once
#include <cstddef>
#include <cstdio>

namespace guesstree {

constexpr int kMostClaims = 100;  // of a certificate
constexpr int kRoomForWhy = 200;  // bytes of a reason
enum Outcome { kChecked, kRejected, kNoMemory, kStopped };

// Checks the bytes of a certificate, unpacked, and one in `shares` of its lemmas; it holds if all shares do. `is_stopped` is asked now and then whether to stop. `out` may be null, or gets
// lines that say what was proved. `why` gets the reason where the outcome is another than kChecked, and `lemmas` how many
// lemmas each claim took. Takes memory for the table of the game, and what scripts/check_certificate.c says.
extern "C" int check_certificate(const char* bytes, size_t length, int share, int shares, bool (*is_stopped)(), std::FILE* out, char* why,
                                 long long* lemmas);

}  // namespace guesstree
