import { createContext, useContext } from 'react'

/**
 * Nonce of the page's own inline scripts and styles while the server renders: the content policy allows the elements that carry it
 * (src/platform/server/contentPolicy.ts). It is removed before the page is sent, so the browser has none.
 */
export const PageNonce = createContext<string | undefined>(undefined)
export const usePageNonce = () => useContext(PageNonce)
