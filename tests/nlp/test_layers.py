import numpy as np
import pytest
from thinc.api import LayerNorm, Model, NumpyOps, chain, expand_window, residual
from thinc.api import Maxout as ThincMaxout

from cutline.nlp import lexicon as lexicon_module
from cutline.nlp.lexicon import Convolution, Maxout, Weights

RANDOM = np.random.default_rng(0)


def randomise(*layers: Model) -> None:  # type: ignore[type-arg]
    for layer in layers:
        layer.ops = NumpyOps(use_blis=False)
        layer.initialize()
        for name in layer.param_names:
            layer.set_param(name, RANDOM.normal(size=layer.get_param(name).shape).astype(np.float32))


def list_weights(layer: Model) -> Weights:  # type: ignore[type-arg]
    return {name: layer.get_param(name) for name in layer.param_names}


@pytest.mark.parametrize("pieces", [2, 3])
def test_maxout_is_that_of_thinc(pieces: int) -> None:
    maxout, norm = ThincMaxout(8, 12, nP=pieces), LayerNorm(8)
    randomise(maxout, norm)
    rows = RANDOM.normal(size=(5, 12)).astype(np.float32)
    np.testing.assert_allclose(
        Maxout(list_weights(maxout), list_weights(norm))(rows), norm.predict(maxout.predict(rows)), atol=1e-5
    )


@pytest.mark.parametrize("reach", [1, 2])
def test_a_convolution_is_that_of_thinc(reach: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lexicon_module, "CHUNK", 6)
    maxout, norm = ThincMaxout(8, 8 * (2 * reach + 1), nP=2), LayerNorm(8)
    randomise(maxout, norm)
    whole = residual(chain(expand_window(reach), maxout, norm))
    rows = RANDOM.normal(size=(30, 8)).astype(np.float32)
    places = np.array([2, 3, 4, 5, 6, 7, 8, 14, 27])
    answers = Convolution(Maxout(list_weights(maxout), list_weights(norm)), reach)(rows, places)
    np.testing.assert_allclose(answers[places], whole.predict(rows)[places], atol=1e-5)
