import { useSearchParams } from 'react-router'

/** The three forms of /auth; the last one has no tab. */
export type AuthTab = 'signin' | 'signup' | 'resend'
const tabs: readonly AuthTab[] = ['signin', 'signup', 'resend']

export const authTabOf = (query: URLSearchParams) => tabs.find((tab) => tab === query.get('tab')) ?? 'signin'

/** Stores the tab in the URL, for links, reloads and the page's title. */
export function useAuthTab() {
  const [query, setQuery] = useSearchParams()
  const show = (tab: AuthTab) => setQuery(tab === 'signin' ? {} : { tab }, { replace: true, preventScrollReset: true })
  return { tab: authTabOf(query), show }
}
