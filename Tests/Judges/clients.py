"""Apple's two clients of the App Store Server API, at the address of a local App Store."""
import inspect

from appstoreserverlibrary.api_client import AppStoreServerAPIClient, AsyncAppStoreServerAPIClient


def at(base_url, kind, *arguments):
    """The client of a kind, `sync` or `async`. Its address is all that is changed about it."""
    client = {"sync": AppStoreServerAPIClient, "async": AsyncAppStoreServerAPIClient}[kind](*arguments)
    client._base_url = base_url
    return client


async def value(result):
    """What a call of either client gives."""
    return await result if inspect.isawaitable(result) else result


async def close(client):
    """Closes what the asynchronous client keeps open."""
    if isinstance(client, AsyncAppStoreServerAPIClient):
        await client.async_close()
