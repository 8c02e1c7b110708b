import { createContext, useContext } from 'react'

/** This response's nonce for inline scripts and styles (docs/spec.md#browser-wall); undefined in development, where there is no policy. */
export const PageNonce = createContext<string | undefined>(undefined)
export const usePageNonce = () => useContext(PageNonce)

/** In the browser: the nonce stands on the page's own scripts. */
export const readPageNonce = () => document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce || undefined
