import { createContext, useContext } from 'react'

/**
 * Marks the page's own inline scripts and styles while the server renders: what is marked is what the content policy allows
 * (src/platform/server/contentPolicy.ts). The mark is gone before the page is sent, so the browser has none.
 */
export const PageNonce = createContext<string | undefined>(undefined)
export const usePageNonce = () => useContext(PageNonce)
