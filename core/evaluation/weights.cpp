#include "core/evaluation/weights.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <string>

#include "core/evaluation/pattern_set.hpp"

namespace obversi {
namespace {

constexpr char kMagic[] = "obversiw";
constexpr std::uint32_t kVersion = 1;

// As in zlib, so that Python has it too.
std::uint32_t crc32(std::span<const std::byte> bytes) {
    static const auto table = [] {
        std::array<std::uint32_t, 256> made{};
        for (std::uint32_t byte = 0; byte < 256; ++byte) {
            made[byte] = byte;
            for (int i = 0; i < 8; ++i)
                made[byte] = made[byte] >> 1 ^ (made[byte] & 1 ? 0xedb88320U : 0);
        }
        return made;
    }();
    std::uint32_t crc = ~std::uint32_t{0};
    for (const std::byte byte : bytes)
        crc = crc >> 8 ^ table[(crc ^ std::to_integer<std::uint32_t>(byte)) & 0xff];
    return ~crc;
}

class Reader {
  public:
    explicit Reader(std::span<const std::byte> bytes) : rest_(bytes) {}

    std::span<const std::byte> take(std::size_t length) {
        if (length > rest_.size()) throw std::runtime_error("the weights end too early");
        const auto taken = rest_.first(length);
        rest_ = rest_.subspan(length);
        return taken;
    }
    template <class Number>
    Number number() {
        std::uint64_t value = 0;
        int shift = 0;
        for (const std::byte byte : take(sizeof(Number))) {
            value |= std::to_integer<std::uint64_t>(byte) << shift;
            shift += 8;
        }
        return static_cast<Number>(value);
    }
    bool empty() const { return rest_.empty(); }

  private:
    std::span<const std::byte> rest_;
};

class Writer {
  public:
    template <class Number>
    void number(Number number) {
        for (std::size_t i = 0; i < sizeof(Number); ++i)
            bytes.push_back(static_cast<std::byte>(static_cast<std::uint64_t>(number) >> 8 * i));
    }
    void text(const char* text) {
        for (; *text; ++text) bytes.push_back(static_cast<std::byte>(*text));
    }

    std::vector<std::byte> bytes;
};

int weight_count(const Pattern& pattern) { return 1 + std::ranges::max(pattern.weight_of_index()); }

Bits squares_of(const Pattern& pattern) {
    return std::accumulate(pattern.squares.begin(), pattern.squares.end(), Bits{0},
                           [](Bits bits, Square square) { return bits | bit(square); });
}

void refuse_unless(bool fits, const std::string& reason) {
    if (!fits) throw std::runtime_error(reason);
}

}  // namespace

Weights Weights::zero(int size, Rules rules) {
    int total = 0;
    for (const Pattern& pattern : PatternSet::of(size).patterns) total += weight_count(pattern);
    return {size, rules, 1, {}, std::vector<std::int16_t>(total)};
}

Weights Weights::parse(std::span<const std::byte> blob) {
    Reader reader(blob);
    refuse_unless(blob.size() >= 8 && std::memcmp(reader.take(8).data(), kMagic, 8) == 0,
                  "these are no weights of an evaluation: they do not begin with \"obversiw\"");
    const auto version = reader.number<std::uint32_t>();
    refuse_unless(version == kVersion, "weights of version " + std::to_string(version) +
                                           " cannot be read, only of version " +
                                           std::to_string(kVersion));
    const std::size_t body = blob.size() - sizeof(std::uint32_t);
    refuse_unless(Reader(blob.subspan(body)).number<std::uint32_t>() == crc32(blob.first(body)),
                  "the weights are damaged or cut off: their checksum is wrong");

    const int size = reader.number<std::uint8_t>(), rules = reader.number<std::uint8_t>();
    const int phases = reader.number<std::uint8_t>(), patterns = reader.number<std::uint8_t>();
    refuse_unless(
        size == 4 || size == 6 || size == 8,
        "weights for boards of size " + std::to_string(size) + ", which is not 4, 6 or 8");
    refuse_unless(rules <= 1, "weights for unknown rules, number " + std::to_string(rules));
    Weights weights{size, static_cast<Rules>(rules), phases, {}, {}};
    for (std::uint8_t& phase : weights.phase_of_empties) {
        phase = reader.number<std::uint8_t>();
        refuse_unless(phase < phases, "the weights have " + std::to_string(phases) +
                                          " phases, but phase " + std::to_string(phase) +
                                          " is asked for");
    }
    const PatternSet& set = PatternSet::of(size);
    refuse_unless(patterns == static_cast<int>(set.patterns.size()),
                  "weights for " + std::to_string(patterns) + " patterns, where there are " +
                      std::to_string(set.patterns.size()));
    std::size_t total = 0;
    for (const Pattern& pattern : set.patterns) {
        const auto squares = reader.number<Bits>();
        const auto count = reader.number<std::uint32_t>();
        refuse_unless(squares == squares_of(pattern) &&
                          count == static_cast<std::uint32_t>(weight_count(pattern)),
                      "the weights have another pattern in the place of \"" + pattern.name + "\"");
        total += count;
    }
    Reader values(reader.take(phases * total * sizeof(std::int16_t)));
    while (!values.empty()) weights.values.push_back(values.number<std::int16_t>());
    reader.number<std::uint32_t>();
    refuse_unless(reader.empty(), "there are bytes behind the end of the weights");
    return weights;
}

std::vector<std::byte> Weights::dump() const {
    const PatternSet& set = PatternSet::of(size);
    Writer writer;
    writer.text(kMagic);
    writer.number(kVersion);
    writer.number(static_cast<std::uint8_t>(size));
    writer.number(static_cast<std::uint8_t>(rules));
    writer.number(static_cast<std::uint8_t>(phases));
    writer.number(static_cast<std::uint8_t>(set.patterns.size()));
    for (const std::uint8_t phase : phase_of_empties) writer.number(phase);
    for (const Pattern& pattern : set.patterns) {
        writer.number(squares_of(pattern));
        writer.number(static_cast<std::uint32_t>(weight_count(pattern)));
    }
    for (const std::int16_t value : values) writer.number(value);
    writer.number(crc32(writer.bytes));
    return writer.bytes;
}

}  // namespace obversi
