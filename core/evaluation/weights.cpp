#include "core/evaluation/weights.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "core/evaluation/evaluation.hpp"
#include "core/evaluation/move_counts.hpp"
#include "core/evaluation/pattern_set.hpp"
#include "core/evaluation/pattern_shapes.hpp"

namespace obversi {
namespace {

constexpr char kMagic[] = "obversiw";
constexpr std::uint32_t kVersion = 3, kOldestVersion = 2;
// The kinds of tables.
constexpr int kSums = 0, kNetwork = 1, kNetworkWithMoves = 2;

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
    void text(std::string_view text) {
        for (const char letter : text) bytes.push_back(static_cast<std::byte>(letter));
    }

    std::vector<std::byte> bytes;
};

int weight_count(const Pattern& pattern) { return 1 + std::ranges::max(pattern.weight_of_index()); }

std::size_t weight_count(int size, const std::vector<Bits>& patterns) {
    std::size_t total = 0;
    for (const Pattern& pattern : PatternSet(size, patterns).patterns)
        total += weight_count(pattern);
    return total;
}

void reject_unless(bool fits, const std::string& reason) {
    if (!fits) throw std::runtime_error(reason);
}

// Calls visit(number) for each number of the layers, in the order in which they are stored.
template <class SomeLayers, class Visit>
void visit_layers(SomeLayers& layers, Visit&& visit) {
    for (auto& number : layers.bias) visit(number);
    for (auto& input : layers.hidden)
        for (auto& number : input) visit(number);
    for (auto& number : layers.hidden_bias) visit(number);
    for (auto& number : layers.output) visit(number);
    visit(layers.output_bias);
}

Layers read_layers(Reader& reader) {
    Layers layers;
    visit_layers(layers, [&](auto& number) {
        number = reader.number<std::remove_reference_t<decltype(number)>>();
    });
    const auto within = [](const auto& numbers, int most) {
        return std::ranges::all_of(numbers,
                                   [&](int number) { return -most <= number && number <= most; });
    };
    const auto fits = [&](const auto& weights) { return within(weights, Layers::kMostHidden); };
    reject_unless(within(layers.bias, Layers::kMostBias) &&
                      std::ranges::all_of(layers.hidden, fits) &&
                      within(layers.hidden_bias, Layers::kMostLaterBias) &&
                      within(std::array{layers.output_bias}, Layers::kMostLaterBias),
                  "a number of the network's layers is too large");
    return layers;
}

TablesView read_tables(Reader& reader, int size, std::uint32_t version, int most_features,
                       bool may_be_network) {
    const int kind = version == kOldestVersion ? kSums : reader.number<std::uint8_t>();
    const bool is_network = kind != kSums;
    reject_unless(kind <= (may_be_network ? kNetworkWithMoves : kSums),
                  "the weights have tables of unknown kind " + std::to_string(kind));
    TablesView tables{{}, reader.number<std::uint8_t>(), {}, {}};
    const int patterns = reader.number<std::uint8_t>();
    for (std::uint8_t& phase : tables.phase_of_empties) {
        phase = reader.number<std::uint8_t>();
        reject_unless(phase < tables.phases, "the weights have " + std::to_string(tables.phases) +
                                                 " phases, but phase " + std::to_string(phase) +
                                                 " is asked for");
    }
    reject_unless(tables.phases == 1 + std::ranges::max(tables.phase_of_empties),
                  "the weights have a phase that no position belongs to");
    for (int i = 0; i < patterns; ++i) {
        const auto shape = reader.number<Bits>();
        reject_unless(!(shape & ~board_mask(size)) && count(shape) <= Pattern::kMostSquares,
                      "a pattern of the weights has squares beyond the board, or too many");
        tables.patterns.push_back(shape);
    }
    const auto features = PatternSet(size, tables.patterns).placements.size();
    reject_unless(features <= static_cast<std::size_t>(most_features),
                  "the weights have " + std::to_string(features) + " features, more than " +
                      std::to_string(most_features));
    tables.counts_moves = kind == kNetworkWithMoves;
    const std::size_t of_phase =
        weight_count(size, tables.patterns) + (tables.counts_moves ? MoveCounts::kWeights : 0);
    tables.bytes = reader.take(tables.phases * of_phase *
                               (is_network ? Layers::kWidth : sizeof(std::int16_t)));
    if (is_network) {
        reject_unless(std::ranges::all_of(tables.bytes,
                                          [](std::byte byte) {
                                              return std::abs(std::to_integer<std::int8_t>(byte)) <=
                                                     Layers::kMostOfVector;
                                          }),
                      "a number of the network's vectors is too large");
        for (std::size_t i = 0; i < tables.phase_of_empties.size(); ++i)
            tables.layers.push_back(read_layers(reader));
    }
    return tables;
}

Tables copy_of(const TablesView& view) {
    Tables tables{view.patterns, view.phases,      view.phase_of_empties, {},
                  view.layers,   view.counts_moves};
    tables.values.reserve(view.values());
    for (std::size_t i = 0; i < view.values(); ++i) tables.values.push_back(view.value(i));
    return tables;
}

void write_tables(Writer& writer, const Tables& tables) {
    const int kind = tables.counts_moves   ? kNetworkWithMoves
                     : tables.is_network() ? kNetwork
                                           : kSums;
    writer.number(static_cast<std::uint8_t>(kind));
    writer.number(static_cast<std::uint8_t>(tables.phases));
    writer.number(static_cast<std::uint8_t>(tables.patterns.size()));
    for (const std::uint8_t phase : tables.phase_of_empties) writer.number(phase);
    for (const Bits shape : tables.patterns) writer.number(shape);
    for (const std::int16_t value : tables.values)
        if (tables.is_network())
            writer.number(static_cast<std::int8_t>(value));
        else
            writer.number(value);
    for (const Layers& layers : tables.layers)
        visit_layers(layers, [&](auto number) { writer.number(number); });
}

// Calls visit(number) for each number of the model, in the order in which they are stored.
template <class Fit, class Visit>
void visit_numbers(Fit& fit, Visit&& visit) {
    for (auto* const bins : {&fit.to_depth, &fit.to_end})
        for (auto& model : *bins)
            for (auto* const number : {&model.mean, &model.mean_shallow, &model.mean_deep,
                                       &model.log, &model.log_shallow, &model.log_deep})
                visit(*number);
}

}  // namespace

Tables Tables::zero(int size, std::vector<Bits> patterns) {
    const std::size_t total = weight_count(size, patterns);
    return {std::move(patterns), 1, {}, std::vector<std::int16_t>(total)};
}

Weights Weights::zero(int size, Rules rules) {
    return {size,
            rules,
            "",
            Tables::zero(size, pattern_shapes(size, "standard")),
            Tables::zero(size, pattern_shapes(size, "light")),
            {}};
}

Weights Weights::parse(std::span<const std::byte> blob) {
    const WeightsView view = WeightsView::parse(blob);
    return {view.size,          view.rules,          view.about,
            copy_of(view.full), copy_of(view.light), view.probcut};
}

WeightsView WeightsView::parse(std::span<const std::byte> blob) {
    Reader reader(blob);
    reject_unless(blob.size() >= 8 && std::memcmp(reader.take(8).data(), kMagic, 8) == 0,
                  "these are no weights of an evaluation: they do not begin with \"obversiw\"");
    const auto version = reader.number<std::uint32_t>();
    reject_unless(kOldestVersion <= version && version <= kVersion,
                  "weights of version " + std::to_string(version) +
                      " cannot be read, only of versions " + std::to_string(kOldestVersion) +
                      " to " + std::to_string(kVersion));
    const std::size_t body = blob.size() - sizeof(std::uint32_t);
    reject_unless(Reader(blob.subspan(body)).number<std::uint32_t>() == crc32(blob.first(body)),
                  "the weights are damaged or cut off: their checksum is wrong");

    const int size = reader.number<std::uint8_t>(), rules = reader.number<std::uint8_t>();
    reject_unless(
        size == 4 || size == 6 || size == 8,
        "weights for boards of size " + std::to_string(size) + ", which is not 4, 6 or 8");
    reject_unless(rules <= 1, "weights for unknown rules, number " + std::to_string(rules));
    WeightsView weights{size, static_cast<Rules>(rules), "", {}, {}, {}};
    for (const std::byte byte : reader.take(reader.number<std::uint16_t>()))
        weights.about += std::to_integer<char>(byte);
    weights.full = read_tables(reader, size, version, FullTables::kMostFeatures, true);
    weights.light = read_tables(reader, size, version, LightTables::kMostFeatures, false);
    visit_numbers(weights.probcut, [&](float& number) {
        number = std::bit_cast<float>(reader.number<std::uint32_t>());
        reject_unless(std::isfinite(number), "the Multi-ProbCut model has a number without end");
    });
    reader.number<std::uint32_t>();
    reject_unless(reader.empty(), "there are bytes behind the end of the weights");
    return weights;
}

std::vector<std::byte> Weights::dump() const {
    reject_unless(about.size() <= std::numeric_limits<std::uint16_t>::max(),
                  "the description of weights is too long");
    reject_unless(std::max(full.patterns.size(), light.patterns.size()) <=
                      std::numeric_limits<std::uint8_t>::max(),
                  "there are too many patterns");
    Writer writer;
    writer.text(kMagic);
    writer.number(kVersion);
    writer.number(static_cast<std::uint8_t>(size));
    writer.number(static_cast<std::uint8_t>(rules));
    writer.number(static_cast<std::uint16_t>(about.size()));
    writer.text(about);
    write_tables(writer, full);
    write_tables(writer, light);
    visit_numbers(
        probcut, [&](const float& number) { writer.number(std::bit_cast<std::uint32_t>(number)); });
    writer.number(crc32(writer.bytes));
    return writer.bytes;
}

}  // namespace obversi
