import { useEffect } from 'react'

/** What the address of a mailed link carries; `isDone`: a plain form was sent without JavaScript, and the server led back here. */
export type MailedLink = { token: string; isDone: boolean }

export function linkOf(address: string): MailedLink {
  const query = new URL(address).searchParams
  return { token: query.get('token') ?? '', isDone: query.has('done') }
}

/** Empties the address bar before anything else happens, so that no secret stays in it, in the history or in a screenshot. */
export function useCleanAddress() {
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
}
