import { useSearchParams } from 'react-router'

/** The three forms of /auth; the last one has no tab of its own. */
export type AuthTab = 'signin' | 'signup' | 'resend'
const tabs: readonly AuthTab[] = ['signin', 'signup', 'resend']

export const authTabOf = (query: URLSearchParams) => tabs.find((tab) => tab === query.get('tab')) ?? 'signin'

/** The tab stands in the address, so that a link, a reload and the page's title know it. */
export function useAuthTab() {
  const [query, setQuery] = useSearchParams()
  const show = (tab: AuthTab) => setQuery(tab === 'signin' ? {} : { tab }, { replace: true, preventScrollReset: true })
  return { tab: authTabOf(query), show }
}
