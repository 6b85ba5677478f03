"""The weights of one phase, by least squares with a ridge."""

from dataclasses import dataclass

from obversi.training.feature_matrix import FeatureMatrix
from obversi.training.torch_extra import Tensor

__all__ = ["LeastSquares"]

# Of the first gradient, squared: what is left then no longer changes a weight that is stored.
_SMALL = 1e-7


@dataclass(frozen=True)
class LeastSquares:
    """Margins to fit, and a ridge: what pulls each weight to where it is expected.

    A weight that n positions have goes about n / (n + ridge) of the way to what they ask for. So
    the ridge is strong where little is known, and needs no other measure of that.
    """

    matrix: FeatureMatrix
    margins: Tensor
    importance: Tensor
    ridge: float

    def solved(self, start: Tensor, expected: Tensor, iterations: int) -> Tensor:
        """Return the weights after some steps from a start, or fewer when they stand still.

        By conjugate gradients: the minimum is unique, and no learning rate has to be chosen. The
        gradient is divided by how often each weight is seen.
        """
        matrix, importance, ridge = self.matrix, self.importance, self.ridge
        scale = matrix.transposed_times(importance) + ridge
        weights = start.clone()
        rest = matrix.transposed_times(importance * (self.margins - matrix.times(weights)))
        rest -= ridge * (weights - expected)
        step = rest / scale
        direction = step
        product = float(rest.double() @ step.double())
        goal = _SMALL * product
        for _ in range(iterations):
            if product <= goal:
                break
            image = matrix.transposed_times(importance * matrix.times(direction))
            image += ridge * direction
            length = product / float(direction.double() @ image.double())
            weights += length * direction
            rest -= length * image
            step = rest / scale
            previous, product = product, float(rest.double() @ step.double())
            direction = step + product / previous * direction
        return weights
