import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Parameters of a mailed link (docs/spec.md#confirm-page); anyone can forge them. */
export type LinkParameters = {
  /** The original URL, for trying again. */
  address: string
  code: string | undefined
  tokenHash: string | undefined
  token: string | undefined
  email: string | undefined
  type: string | undefined
  accessToken: string | undefined
  refreshToken: string | undefined
  error: string | undefined
  errorCode: string | undefined
  errorDescription: string | undefined
}

/**
 * Opens a mailed link: after a click if it contains a secret, else at once. `read` returns the result, which is the state from then on; its
 * identity must be stable.
 */
export function useOpenedLink<Result>(read: (given: LinkParameters) => Promise<Result>) {
  const [state, setState] = useState<Result | { kind: 'asking' | 'checking' }>({ kind: useIsLinkNamed() ? 'asking' : 'checking' })
  const take = useRef(useLinkParameters())
  const opening = useRef<Promise<Result>>(undefined)
  useEffect(() => {
    const given = take.current()
    if (carriesToken(given) && !statedError(given)) return setState({ kind: 'asking' })
    let isHere = true
    opening.current ??= read(given)
    void opening.current.then((next) => {
      if (isHere) setState(next)
    })
    return () => {
      isHere = false
    }
  }, [read])

  function open() {
    setState({ kind: 'checking' })
    void read(take.current()).then(setState)
  }
  return { state, setState, open }
}

/**
 * Reads the URL once and empties the address bar before anything else, so that no secret remains in it, in the history or in a screenshot.
 * Call the returned function from an effect.
 */
function useLinkParameters() {
  const read = useRef<LinkParameters>(undefined)
  return () => {
    read.current ??= takeFromAddress()
    return read.current
  }
}

/** True if the URL contains a secret. The page of such a link calls the server after a click only. */
const carriesToken = ({ code, tokenHash, token, accessToken }: LinkParameters) => Boolean(code || tokenHash || token || accessToken)

/** Variant for the first render, when the hash is not known yet. */
const useIsLinkNamed = () => /[?&](code|token_hash|token)=[^&]/.test(useLocation().search)

function takeFromAddress(): LinkParameters {
  const query = new URLSearchParams(location.search)
  const hash = new URLSearchParams(location.hash.slice(1))
  const of = (name: string) => query.get(name) || hash.get(name) || undefined
  const address = location.pathname + location.search + location.hash
  history.replaceState(history.state, '', location.pathname)
  return {
    address,
    code: query.get('code') || undefined,
    tokenHash: query.get('token_hash') || undefined,
    token: query.get('token') || undefined,
    email: query.get('email') || undefined,
    type: of('type'),
    accessToken: hash.get('access_token') || undefined,
    refreshToken: hash.get('refresh_token') || undefined,
    error: of('error'),
    errorCode: of('error_code'),
    errorDescription: of('error_description'),
  }
}

/** Error named in the URL, as technical detail. Truncated, because anyone can write any text into a URL. */
export function statedError({ error, errorCode, errorDescription }: LinkParameters) {
  const parts = [error, errorCode, errorDescription].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : parts.join(' · ').slice(0, 200)
}
