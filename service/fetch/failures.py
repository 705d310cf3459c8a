"""What the network raises, as errors that a person can act on."""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from contextlib import contextmanager

import httpcore

from cutline.errors import FetchTimeout, UnreachableHost


@contextmanager
def name_failures(named: str) -> Iterator[None]:
    """Turn what the network raises into errors that call the host `named`, and tell nothing else of it.

    Raises:
        FetchTimeout: what ran in the `with` block took too long.
        UnreachableHost: the connection failed, or what came through it is no HTTP.
    """
    try:
        yield
    except (TimeoutError, httpcore.TimeoutException) as error:
        raise FetchTimeout(
            f"{named} did not deliver the page in time; try again, or raise the limits of [fetch] in the settings."
        ) from error
    except httpcore.NetworkError as error:
        raise UnreachableHost(_describe_broken(named, error.__cause__)) from error
    except httpcore.ProtocolError as error:
        raise UnreachableHost(f"{named} broke off the answer, or does not speak HTTP at this port.") from error


def _describe_broken(named: str, cause: BaseException | None) -> str:
    match cause:
        case ssl.SSLCertVerificationError():
            return f"The certificate of {named} cannot be verified; it is expired, self-signed or another host's."
        case ssl.SSLError():
            return f"No secure connection with {named} could be made; the server may only speak http://."
        case ConnectionRefusedError():
            return f"{named} refuses the connection; check the address, or try again later."
        case _:
            return f"The connection with {named} broke or could not be made; try again later."
