#include "core/evaluation/pattern_shapes.hpp"

#include <stdexcept>
#include <string>

#include "core/board/geometry.hpp"

namespace obversi {
namespace {

// Every straight line of three squares or more lies in a shape, for lines are what moves turn; the
// larger shapes see how edges and corners hang together (Buro 1998, "From simple features to
// sophisticated evaluation functions").
constexpr std::string_view kStandard8[] = {
    "",                      // the constant
    "a1b1c1a2b2c2a3b3c3",    // the corner
    "a5a4a3a2a1b2b1c1d1e1",  // the corner's two edges
    "b2a1b1c1d1e1f1g1h1g2",  // the edge and its X squares
    "a1c1d1c2d2e2f2e1f1h1",  // the middle of the edge
    "a2b2c2d2e2f2g2h2",
    "a3b3c3d3e3f3g3h3",
    "a4b4c4d4e4f4g4h4",
    "a1b2c3d4e5f6g7h8",
    "b1c2d3e4f5g6h7",
    "c1d2e3f4g5h6",
    "d1e2f3g4h5",
    "e1f2g3h4",
};
// What the standard set has not: larger parts of the corner, to 63 features.
constexpr std::string_view kLargeExtra8[] = {
    "a1b1c1d1a2b2c2a3b3a4",  // a triangle
    "a1b2c3d4b1c2d3a2b3c4",  // the diagonal with its neighbours
    "a1b1c1d1e1a2b2c2d2e2",  // half of two rows
};
constexpr std::string_view kLight8[] = {
    "", "a1b1c1a2b2c2a3b3c3", "b2a1b1c1d1e1f1g1h1g2", "a2b2c2d2e2f2g2h2", "a1b2c3d4e5f6g7h8",
};
constexpr std::string_view kStandard6[] = {
    "",
    "a1b1c1a2b2c2a3b3c3",
    "a5a4a3a2a1b2b1c1d1e1",
    "b2a1b1c1d1e1f1e2",
    "a1b1c1d1e1a2b2c2d2e2",
    "b1c1d1e1b2c2d2e2",
    "a2b2c2d2e2f2",
    "a3b3c3d3e3f3",
    "a1b2c3d4e5f6",
    "b1c2d3e4f5",
    "c1d2e3f4",
    "d1e2f3",
};
constexpr std::string_view kLight6[] = {
    "", "a1b1c1a2b2c2a3b3c3", "b2a1b1c1d1e1f1e2", "a2b2c2d2e2f2", "a1b2c3d4e5f6",
};
constexpr std::string_view kStandard4[] = {
    "", "a1b1c1a2b2c2a3b3c3", "a1b1c1d1a2b2c2d2", "a1b1c1d1", "a2b2c2d2", "a1b2c3d4", "b1c2d3",
};
constexpr std::string_view kLight4[] = {
    "",
    "a1b1c1d1",
    "a2b2c2d2",
    "a1b2c3d4",
};

Bits squares_named(std::string_view names) {
    Bits named = 0;
    for (std::size_t i = 0; i < names.size(); i += 2)
        named |= bit(square_at(names[i + 1] - '1', names[i] - 'a'));
    return named;
}

template <std::size_t Count>
void add(std::vector<Bits>& shapes, const std::string_view (&names)[Count]) {
    for (const std::string_view shape : names) shapes.push_back(squares_named(shape));
}

}  // namespace

std::vector<Bits> pattern_shapes(int size, std::string_view name) {
    std::vector<Bits> shapes;
    if (name == "standard" || (name == "large" && size == 8)) {
        if (size == 4) add(shapes, kStandard4);
        if (size == 6) add(shapes, kStandard6);
        if (size == 8) add(shapes, kStandard8);
        if (name == "large") add(shapes, kLargeExtra8);
    } else if (name == "light") {
        if (size == 4) add(shapes, kLight4);
        if (size == 6) add(shapes, kLight6);
        if (size == 8) add(shapes, kLight8);
    }
    if (shapes.empty())
        throw std::invalid_argument("there is no pattern set \"" + std::string(name) +
                                    "\" for boards of size " + std::to_string(size));
    return shapes;
}

}  // namespace obversi
