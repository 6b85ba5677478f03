#include "core/evaluation/pattern_set.hpp"

#include <algorithm>
#include <set>

#include "core/board/symmetry.hpp"

namespace obversi {
namespace {

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

}  // namespace

PatternSet::PatternSet(int size, std::span<const Bits> shapes) {
    for (const Bits shape : shapes) {
        Pattern pattern;
        for (const Square square : squares(shape)) pattern.squares.push_back(square);
        std::set<Bits> places;
        std::set<std::vector<int>> mirrors;
        for (Symmetry symmetry = 0; symmetry < kSymmetries; ++symmetry) {
            const std::vector<Square> moved = image(pattern.squares, symmetry, size);
            const Bits place = transformed(shape, symmetry, size);
            if (places.insert(place).second)
                placements.push_back({static_cast<int>(patterns.size()), moved});
            else if (place == shape && moved != pattern.squares)
                mirrors.insert(order_in(moved, pattern.squares));
        }
        pattern.mirrors.assign(mirrors.begin(), mirrors.end());
        patterns.push_back(std::move(pattern));
    }
}

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

}  // namespace obversi
