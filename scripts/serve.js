// Starts the built server, in production unless APP_ENV says otherwise. Node's compile cache is kept beside it, so that later starts need not
// compile it again.
import { existsSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// React and the router choose their build by it when they are first loaded.
process.env.NODE_ENV = 'production'
const machine = new URL('../build/machine/', import.meta.url)
const compiled = fileURLToPath(new URL('compiled/', machine))
const isFirst = !existsSync(compiled)
// Where the folder is not writable, only the faster start is lost.
enableCompileCache(compiled)
await import(new URL('main.js', machine).href)
// By then requests and jobs have run, and the code they need is cached, too. A server that ends earlier saves the cache at its end.
if (isFirst) setTimeout(flushCompileCache, 60_000).unref()
