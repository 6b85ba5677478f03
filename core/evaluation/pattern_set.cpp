#include "core/evaluation/pattern_set.hpp"

#include <algorithm>
#include <set>
#include <string_view>

#include "core/board/symmetry.hpp"

namespace obversi {
namespace {

struct Shape {
    const char* name;
    std::string_view squares;
};

// Every straight line of three squares or more lies in a shape, for lines are what moves turn; the
// larger shapes see how edges and corners hang together (Buro 1998, "From simple features to
// sophisticated evaluation functions").
constexpr Shape kShapes8[] = {
    {"constant", ""},
    {"corner", "a1b1c1a2b2c2a3b3c3"},
    {"angle", "a5a4a3a2a1b2b1c1d1e1"},
    {"edge", "b2a1b1c1d1e1f1g1h1g2"},
    {"block", "a1c1d1c2d2e2f2e1f1h1"},
    {"row 2", "a2b2c2d2e2f2g2h2"},
    {"row 3", "a3b3c3d3e3f3g3h3"},
    {"row 4", "a4b4c4d4e4f4g4h4"},
    {"diagonal 8", "a1b2c3d4e5f6g7h8"},
    {"diagonal 7", "b1c2d3e4f5g6h7"},
    {"diagonal 6", "c1d2e3f4g5h6"},
    {"diagonal 5", "d1e2f3g4h5"},
    {"diagonal 4", "e1f2g3h4"},
};
constexpr Shape kShapes6[] = {
    {"constant", ""},
    {"corner", "a1b1c1a2b2c2a3b3c3"},
    {"angle", "a5a4a3a2a1b2b1c1d1e1"},
    {"edge", "b2a1b1c1d1e1f1e2"},
    {"wing", "a1b1c1d1e1a2b2c2d2e2"},
    {"block", "b1c1d1e1b2c2d2e2"},
    {"row 2", "a2b2c2d2e2f2"},
    {"row 3", "a3b3c3d3e3f3"},
    {"diagonal 6", "a1b2c3d4e5f6"},
    {"diagonal 5", "b1c2d3e4f5"},
    {"diagonal 4", "c1d2e3f4"},
    {"diagonal 3", "d1e2f3"},
};
constexpr Shape kShapes4[] = {
    {"constant", ""},
    {"corner", "a1b1c1a2b2c2a3b3c3"},
    {"block", "a1b1c1d1a2b2c2d2"},
    {"edge", "a1b1c1d1"},
    {"row 2", "a2b2c2d2"},
    {"diagonal 4", "a1b2c3d4"},
    {"diagonal 3", "b1c2d3"},
};

std::vector<Square> squares_named(std::string_view names) {
    std::vector<Square> named;
    for (std::size_t i = 0; i < names.size(); i += 2)
        named.push_back(square_at(names[i + 1] - '1', names[i] - 'a'));
    return named;
}

std::vector<Square> image(const std::vector<Square>& shape, Symmetry symmetry, int size) {
    std::vector<Square> moved;
    for (const Square square : shape)
        moved.push_back(lowest(transformed(bit(square), symmetry, size)));
    return moved;
}

std::vector<int> order_in(const std::vector<Square>& image, const std::vector<Square>& shape) {
    std::vector<int> order;
    for (const Square square : shape)
        order.push_back(static_cast<int>(std::ranges::find(image, square) - image.begin()));
    return order;
}

Bits set_of(const std::vector<Square>& shape) {
    Bits bits = 0;
    for (const Square square : shape) bits |= bit(square);
    return bits;
}

template <std::size_t Count>
PatternSet make_set(int size, const Shape (&shapes)[Count]) {
    PatternSet set{.size = size, .patterns = {}, .features = {}, .powers = {}};
    for (const Shape& shape : shapes) {
        Pattern pattern{shape.name, squares_named(shape.squares), {}};
        std::set<Bits> places;
        std::set<std::vector<int>> mirrors;
        for (Symmetry symmetry = 0; symmetry < kSymmetries; ++symmetry) {
            const std::vector<Square> moved = image(pattern.squares, symmetry, size);
            if (places.insert(set_of(moved)).second)
                set.features.push_back({static_cast<int>(set.patterns.size()), moved});
            else if (set_of(moved) == set_of(pattern.squares) && moved != pattern.squares)
                mirrors.insert(order_in(moved, pattern.squares));
        }
        pattern.mirrors.assign(mirrors.begin(), mirrors.end());
        set.patterns.push_back(std::move(pattern));
    }
    for (std::size_t lane = 0; lane < set.features.size(); ++lane) {
        std::uint16_t power = 1;
        for (const Square square : set.features[lane].squares) {
            set.powers[square][lane] = power;
            power = static_cast<std::uint16_t>(3 * power);
        }
    }
    return set;
}

}  // namespace

int Pattern::table_size() const {
    int size = 1;
    for (std::size_t k = 0; k < squares.size(); ++k) size *= 3;
    return size;
}

std::vector<int> Pattern::weight_of_index() const {
    std::vector<int> weights(table_size());
    int next = 0;
    std::vector<int> digits(squares.size());
    for (int index = 0; index < table_size(); ++index) {
        int rest = index;
        for (int& digit : digits) {
            digit = rest % 3;
            rest /= 3;
        }
        int smallest = index;
        for (const std::vector<int>& order : mirrors) {
            int mirrored = 0;
            for (std::size_t k = digits.size(); k-- > 0;)
                mirrored = 3 * mirrored + digits[order[k]];
            smallest = std::min(smallest, mirrored);
        }
        weights[index] = smallest == index ? next++ : weights[smallest];
    }
    return weights;
}

const PatternSet& PatternSet::of(int size) {
    static const PatternSet kSet4 = make_set(4, kShapes4);
    static const PatternSet kSet6 = make_set(6, kShapes6);
    static const PatternSet kSet8 = make_set(8, kShapes8);
    return size == 4 ? kSet4 : size == 6 ? kSet6 : kSet8;
}

}  // namespace obversi
