// What a small network makes of a position: the vectors of all features are added up, and two
// layers turn their sum into a value. There are layers for each number of empty squares.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace obversi {

struct Layers {
    // The numbers of a vector, and those of the hidden layer.
    static constexpr int kWidth = 16;
    // 1.0 of a sum, of a weight of the hidden layer and of its output.
    static constexpr int kSumUnit = 256, kHiddenUnit = 256, kOutputUnit = 1024;
    // Numbers beyond these could overflow.
    static constexpr int kMostBias = 1 << 14, kMostLaterBias = 1 << 29;

    std::int16_t bias[kWidth];
    std::int16_t hidden[kWidth][kWidth];  // by input, then by output
    std::int32_t hidden_bias[kWidth];
    std::int16_t output[kWidth];
    std::int32_t output_bias;

    bool operator==(const Layers&) const = default;
};

// Sums of vectors, in as many registers as they need.
class Sums {
#if defined(__AVX2__)
    static constexpr int kLanes = 16;
#else
    static constexpr int kLanes = 8;
#endif
    static constexpr int kParts = Layers::kWidth / kLanes;
    typedef std::int16_t Part __attribute__((vector_size(2 * kLanes)));
    typedef std::int8_t Bytes __attribute__((vector_size(kLanes)));

  public:
    Sums() = default;
    explicit Sums(const std::int16_t (&numbers)[Layers::kWidth]) {
        std::memcpy(parts_, numbers, sizeof parts_);
    }

    void add(const std::int8_t* vector) {
        for (int i = 0; i < kParts; ++i) {
            Bytes bytes;
            std::memcpy(&bytes, vector + kLanes * i, sizeof bytes);
            parts_[i] += __builtin_convertvector(bytes, Part);
        }
    }
    void add(const Sums& other) {
        for (int i = 0; i < kParts; ++i) parts_[i] += other.parts_[i];
    }
    int operator[](int i) const { return parts_[i / kLanes][i % kLanes]; }
#if defined(__AVX2__)
    __m256i whole() const { return reinterpret_cast<const __m256i&>(parts_[0]); }
#endif

  private:
    Part parts_[kParts] = {};
};

// Layers as they are computed: inputs come in pairs, since processors multiply and add them so.
class alignas(64) FastLayers {
  public:
    explicit FastLayers(const Layers& layers) : bias_(layers.bias), output_bias_(layers.output_bias) {
        std::ranges::copy(layers.hidden_bias, hidden_bias_);
        std::ranges::copy(layers.output, output_);
        for (int i = 0; i < kWidth; ++i)
            for (int k = 0; k < kWidth; ++k) hidden_[i / 2][k][i % 2] = layers.hidden[i][k];
    }

    const Sums& bias() const { return bias_; }

    int value(const Sums& sums) const {
        constexpr int kShift = 6, kOutputShift = 8;
        static_assert(Layers::kSumUnit * Layers::kHiddenUnit == Layers::kOutputUnit << kShift);
#if defined(__AVX2__)
        __m256i inputs = _mm256_max_epi16(sums.whole(), _mm256_setzero_si256());
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
        __m128i total = _mm_add_epi32(_mm256_castsi256_si128(products),
                                      _mm256_extracti128_si256(products, 1));
        total = _mm_add_epi32(total, _mm_shuffle_epi32(total, 0x4e));
        total = _mm_add_epi32(total, _mm_shuffle_epi32(total, 0xb1));
        return (output_bias_ + _mm_cvtsi128_si32(total)) >> kOutputShift;
#else
        std::int32_t totals[kWidth];
        std::ranges::copy(hidden_bias_, totals);
        for (int pair = 0; pair < kWidth / 2; ++pair) {
            const int one = std::clamp(sums[2 * pair], 0, Layers::kSumUnit);
            const int two = std::clamp(sums[2 * pair + 1], 0, Layers::kSumUnit);
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
#endif

    std::int16_t hidden_[kWidth / 2][kWidth][2];
    std::int32_t hidden_bias_[kWidth];
    std::int32_t output_[kWidth];
    Sums bias_;
    std::int32_t output_bias_;
};

}  // namespace obversi
