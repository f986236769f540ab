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

// Checks the bytes of a certificate, unpacked, and of its lemmas, counted from 0, those that `is_ours` says (null: all). It is
// asked once for each, in their order. `is_stopped` is asked now and then whether to stop. `out` may be null, or gets lines
// that say what was proved. `lemmas` gets how many lemmas each claim took; where the outcome is another than kChecked, `why` gets
// the reason, and `lemmas` how far it came: of several threads, the one that came least far says what a single one would. Takes
// memory for the table of the game, and what scripts/check_certificate.c says.
extern "C" int check_certificate(const char* bytes, size_t length, bool (*is_ours)(long long lemma), bool (*is_stopped)(), std::FILE* out,
                                 char* why, long long* lemmas);

}  // namespace guesstree
