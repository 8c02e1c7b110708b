import { useEffect } from 'react'

/** Content of a mailed link's address; `isDone`: a plain form was sent without JavaScript, and the server redirected here. */
export type MailedLink = { token: string; isDone: boolean }

export function linkOf(address: string): MailedLink {
  const query = new URL(address).searchParams
  return { token: query.get('token') ?? '', isDone: query.has('done') }
}

/** Removes the token from the address bar first of all, so that it stays neither there, nor in the history or a screenshot. */
export function useCleanAddress() {
  useEffect(() => history.replaceState(history.state, '', location.pathname), [])
}
