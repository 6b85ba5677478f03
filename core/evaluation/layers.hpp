// The value of a position by a small network: the vectors of all features are added up, and two
// layers turn their sum into a value. There are layers for each number of empty squares.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h>
#elif defined(__SSE4_1__)  // WebAssembly has these instructions too
#include <smmintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

namespace obversi {

struct Layers {
    // The numbers of a vector, and those of the hidden layer.
    static constexpr int kWidth = 16;
    // 1.0 of a sum, of a weight of the hidden layer and of its output.
    static constexpr int kSumUnit = 128, kHiddenUnit = 256, kOutputUnit = 1024;
    // Larger numbers could overflow: two numbers of vectors are added as bytes.
    static constexpr int kMostOfVector = 63, kMostBias = 1 << 14, kMostLaterBias = 1 << 29;
    // Where processors multiply bytes only, a weight of the hidden layer is made of two.
    static constexpr int kHighShift = 7, kMostHidden = 127 << kHighShift;

    std::int16_t bias[kWidth];
    std::int16_t hidden[kWidth][kWidth];  // by input, then by output
    std::int32_t hidden_bias[kWidth];
    std::int16_t output[kWidth];
    std::int32_t output_bias;

    bool operator==(const Layers&) const = default;
};

// Sums of vectors, which are added two at a time. Compilers do not find the instructions that add
// bytes to words.
class Sums {
  public:
    Sums() : Sums(std::array<std::int16_t, Layers::kWidth>{}.data()) {}

#if defined(__AVX2__)
    explicit Sums(const std::int16_t* numbers)
        : all_(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(numbers))) {}
    void add(const std::int8_t* one, const std::int8_t* two) {
        const __m128i bytes = _mm_add_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(one)),
                                           _mm_loadu_si128(reinterpret_cast<const __m128i*>(two)));
        all_ = _mm256_add_epi16(all_, _mm256_cvtepi8_epi16(bytes));
    }
    void add(const Sums& other) { all_ = _mm256_add_epi16(all_, other.all_); }
    __m256i all() const { return all_; }

  private:
    __m256i all_;
#elif defined(__SSE4_1__)
    explicit Sums(const std::int16_t* numbers)
        : low_(_mm_loadu_si128(reinterpret_cast<const __m128i*>(numbers))),
          high_(_mm_loadu_si128(reinterpret_cast<const __m128i*>(numbers + 8))) {}
    void add(const std::int8_t* one, const std::int8_t* two) {
        const __m128i bytes = _mm_add_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(one)),
                                           _mm_loadu_si128(reinterpret_cast<const __m128i*>(two)));
        low_ = _mm_add_epi16(low_, _mm_cvtepi8_epi16(bytes));
        high_ = _mm_add_epi16(high_, _mm_cvtepi8_epi16(_mm_srli_si128(bytes, 8)));
    }
    void add(const Sums& other) {
        low_ = _mm_add_epi16(low_, other.low_);
        high_ = _mm_add_epi16(high_, other.high_);
    }
    __m128i low() const { return low_; }
    __m128i high() const { return high_; }

  private:
    __m128i low_, high_;
#elif defined(__ARM_NEON)
    explicit Sums(const std::int16_t* numbers)
        : low_(vld1q_s16(numbers)), high_(vld1q_s16(numbers + 8)) {}
    void add(const std::int8_t* one, const std::int8_t* two) {
        const int8x16_t bytes = vaddq_s8(vld1q_s8(one), vld1q_s8(two));
        low_ = vaddw_s8(low_, vget_low_s8(bytes));
        high_ = vaddw_high_s8(high_, bytes);
    }
    void add(const Sums& other) {
        low_ = vaddq_s16(low_, other.low_);
        high_ = vaddq_s16(high_, other.high_);
    }
    void store(std::int16_t* numbers) const {
        vst1q_s16(numbers, low_);
        vst1q_s16(numbers + 8, high_);
    }
    // The numbers between 0 and 1.0, less a half, which makes them bytes.
    int8x16_t clipped() const {
        const auto clip = [](int16x8_t numbers) {
            numbers = vminq_s16(vmaxq_s16(numbers, vdupq_n_s16(0)), vdupq_n_s16(Layers::kSumUnit));
            return vmovn_s16(vsubq_s16(numbers, vdupq_n_s16(Layers::kSumUnit / 2)));
        };
        return vcombine_s8(clip(low_), clip(high_));
    }

  private:
    int16x8_t low_, high_;
#else
    explicit Sums(const std::int16_t* numbers) { std::copy_n(numbers, Layers::kWidth, all_); }
    void add(const std::int8_t* one, const std::int8_t* two) {
        for (int i = 0; i < Layers::kWidth; ++i) all_[i] += one[i] + two[i];
    }
    void add(const Sums& other) {
        for (int i = 0; i < Layers::kWidth; ++i) all_[i] += other.all_[i];
    }
    void store(std::int16_t* numbers) const { std::copy_n(all_, Layers::kWidth, numbers); }

  private:
    std::int16_t all_[Layers::kWidth];
#endif
};

// Layers as they are computed: inputs come in pairs, since processors multiply and add them so.
class alignas(64) FastLayers {
  public:
    explicit FastLayers(const Layers& layers)
        : bias_(layers.bias), output_bias_(layers.output_bias) {
        std::ranges::copy(layers.hidden_bias, hidden_bias_);
        std::ranges::copy(layers.output, output_);
        for (int i = 0; i < kWidth; ++i)
            for (int k = 0; k < kWidth; ++k) {
#if defined(__ARM_FEATURE_DOTPROD)
                const int weight = layers.hidden[i][k];
                const int high = (weight + (1 << (kHighShift - 1))) >> kHighShift;
                high_[k / 4][i / 4][4 * (k % 4) + i % 4] = static_cast<std::int8_t>(high);
                low_[k / 4][i / 4][4 * (k % 4) + i % 4] =
                    static_cast<std::int8_t>(weight - (high << kHighShift));
                hidden_bias_[k] += weight * (Layers::kSumUnit / 2);
#else
                hidden_[i / 2][k][i % 2] = layers.hidden[i][k];
#endif
            }
    }

    const Sums& bias() const { return bias_; }

    int value(const Sums& sums) const {
        constexpr int kShift = 5, kOutputShift = 8;
        static_assert(Layers::kSumUnit * Layers::kHiddenUnit == Layers::kOutputUnit << kShift);
#if defined(__AVX2__)
        __m256i inputs = _mm256_max_epi16(sums.all(), _mm256_setzero_si256());
        inputs = _mm256_min_epi16(inputs, _mm256_set1_epi16(Layers::kSumUnit));
        __m256i first = load(hidden_bias_), second = load(hidden_bias_ + 8);
        for (int pair = 0; pair < kWidth / 2; ++pair) {
            const __m256i both = _mm256_permutevar8x32_epi32(inputs, _mm256_set1_epi32(pair));
            first = _mm256_add_epi32(first, _mm256_madd_epi16(both, load(hidden_[pair])));
            second = _mm256_add_epi32(second, _mm256_madd_epi16(both, load(hidden_[pair] + 8)));
        }
        const auto clipped = [](__m256i sum) {
            sum = _mm256_max_epi32(_mm256_srai_epi32(sum, kShift), _mm256_setzero_si256());
            return _mm256_min_epi32(sum, _mm256_set1_epi32(Layers::kOutputUnit));
        };
        // The upper halves of what is clipped are 0: only the lower halves are multiplied.
        const __m256i products =
            _mm256_add_epi32(_mm256_madd_epi16(clipped(first), load(output_)),
                             _mm256_madd_epi16(clipped(second), load(output_ + 8)));
        __m128i total =
            _mm_add_epi32(_mm256_castsi256_si128(products), _mm256_extracti128_si256(products, 1));
        total = _mm_add_epi32(total, _mm_shuffle_epi32(total, 0x4e));
        total = _mm_add_epi32(total, _mm_shuffle_epi32(total, 0xb1));
        return (output_bias_ + _mm_cvtsi128_si32(total)) >> kOutputShift;
#elif defined(__SSE4_1__)
        const auto clipped_input = [](__m128i numbers) {
            return _mm_min_epi16(_mm_max_epi16(numbers, _mm_setzero_si128()),
                                 _mm_set1_epi16(Layers::kSumUnit));
        };
        alignas(16) std::int32_t inputs[kWidth / 2];  // pairs
        _mm_store_si128(reinterpret_cast<__m128i*>(inputs), clipped_input(sums.low()));
        _mm_store_si128(reinterpret_cast<__m128i*>(inputs + 4), clipped_input(sums.high()));
        __m128i totals[4];
        for (int four = 0; four < 4; ++four) totals[four] = load(hidden_bias_ + 4 * four);
        for (int pair = 0; pair < kWidth / 2; ++pair) {
            const __m128i both = _mm_set1_epi32(inputs[pair]);
            for (int four = 0; four < 4; ++four)
                totals[four] = _mm_add_epi32(totals[four],
                                             _mm_madd_epi16(both, load(hidden_[pair] + 4 * four)));
        }
        __m128i last = _mm_setzero_si128();
        for (int four = 0; four < 4; ++four) {
            __m128i sum = _mm_max_epi32(_mm_srai_epi32(totals[four], kShift), _mm_setzero_si128());
            sum = _mm_min_epi32(sum, _mm_set1_epi32(Layers::kOutputUnit));
            // The upper halves are 0: only the lower halves are multiplied.
            last = _mm_add_epi32(last, _mm_madd_epi16(sum, load(output_ + 4 * four)));
        }
        last = _mm_add_epi32(last, _mm_shuffle_epi32(last, 0x4e));
        last = _mm_add_epi32(last, _mm_shuffle_epi32(last, 0xb1));
        return (output_bias_ + _mm_cvtsi128_si32(last)) >> kOutputShift;
#elif defined(__ARM_FEATURE_DOTPROD)
        const int8x16_t inputs = sums.clipped();
        int32x4_t totals[4];
        for (int four = 0; four < 4; ++four) {
            int32x4_t high = vdupq_n_s32(0), low = vld1q_s32(hidden_bias_ + 4 * four);
            const std::int8_t* const highs = high_[four][0];
            const std::int8_t* const lows = low_[four][0];
            high = vdotq_laneq_s32(high, vld1q_s8(highs), inputs, 0);
            low = vdotq_laneq_s32(low, vld1q_s8(lows), inputs, 0);
            high = vdotq_laneq_s32(high, vld1q_s8(highs + 16), inputs, 1);
            low = vdotq_laneq_s32(low, vld1q_s8(lows + 16), inputs, 1);
            high = vdotq_laneq_s32(high, vld1q_s8(highs + 32), inputs, 2);
            low = vdotq_laneq_s32(low, vld1q_s8(lows + 32), inputs, 2);
            high = vdotq_laneq_s32(high, vld1q_s8(highs + 48), inputs, 3);
            low = vdotq_laneq_s32(low, vld1q_s8(lows + 48), inputs, 3);
            totals[four] = vaddq_s32(low, vshlq_n_s32(high, kHighShift));
        }
        int32x4_t last = vdupq_n_s32(0);
        for (int four = 0; four < 4; ++four) {
            int32x4_t outputs = vmaxq_s32(vshrq_n_s32(totals[four], kShift), vdupq_n_s32(0));
            outputs = vminq_s32(outputs, vdupq_n_s32(Layers::kOutputUnit));
            last = vmlaq_s32(last, outputs, vld1q_s32(output_ + 4 * four));
        }
        return (output_bias_ + vaddvq_s32(last)) >> kOutputShift;
#else
        std::int16_t inputs[kWidth];
        sums.store(inputs);
        std::int32_t totals[kWidth];
        std::ranges::copy(hidden_bias_, totals);
        for (int pair = 0; pair < kWidth / 2; ++pair) {
            const int one = std::clamp<int>(inputs[2 * pair], 0, Layers::kSumUnit);
            const int two = std::clamp<int>(inputs[2 * pair + 1], 0, Layers::kSumUnit);
            for (int k = 0; k < kWidth; ++k)
                totals[k] += one * hidden_[pair][k][0] + two * hidden_[pair][k][1];
        }
        int total = output_bias_;
        for (int k = 0; k < kWidth; ++k)
            total += std::clamp(totals[k] >> kShift, 0, Layers::kOutputUnit) * output_[k];
        return total >> kOutputShift;
#endif
    }

  private:
    static constexpr int kWidth = Layers::kWidth;

#if defined(__AVX2__)
    static __m256i load(const void* address) {
        return _mm256_load_si256(static_cast<const __m256i*>(address));
    }
#elif defined(__SSE4_1__)
    static __m128i load(const void* address) {
        return _mm_load_si128(static_cast<const __m128i*>(address));
    }
#endif

#if defined(__ARM_FEATURE_DOTPROD)
    static constexpr int kHighShift = Layers::kHighShift;
    std::int8_t high_[kWidth / 4][kWidth / 4][16], low_[kWidth / 4][kWidth / 4][16];
#else
    std::int16_t hidden_[kWidth / 2][kWidth][2];
#endif
    std::int32_t hidden_bias_[kWidth];
    std::int32_t output_[kWidth];
    Sums bias_;
    std::int32_t output_bias_;
};

}  // namespace obversi
