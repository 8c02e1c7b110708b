import { createContext } from 'react-router'
import type { App } from './app.ts'

/** What loaders of public pages read: the app and this response's nonce for inline scripts and styles. */
export const appOf = createContext<App>()
export const nonceOf = createContext<string | undefined>()
