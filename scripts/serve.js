// Starts the built server. What Node compiles of it is kept beside it, so that later starts need not compile it again.
import { existsSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const machine = new URL('../build/machine/', import.meta.url)
const compiled = fileURLToPath(new URL('compiled/', machine))
const isFirst = !existsSync(compiled)
// Where nobody may write, only the gain is lost.
enableCompileCache(compiled)
await import(new URL('main.js', machine).href)
// By then requests and jobs have gone through, and what they need is kept, too. A server that ends before keeps it at its end.
if (isFirst) setTimeout(flushCompileCache, 60_000).unref()
