// Starts the built server, in production unless APP_ENV says otherwise. Node's compile cache is stored beside it, so that later starts need
// not compile it again.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const main = new URL('../build/machine/main.js', import.meta.url)
if (!existsSync(main)) {
  console.error('Der Server ist nicht gebaut: Führen Sie zuerst npm ci und npm run build aus.')
  process.exit(1)
}
// React and the router choose their build by it when they are first loaded.
process.env.NODE_ENV = 'production'
const compiled = fileURLToPath(new URL('compiled/', main))
const isFirst = !existsSync(compiled)
// Where the folder is not writable, only the faster start is lost.
module.enableCompileCache(compiled)
await import(main.href)
// By then requests and jobs have run, and the code they need is cached, too. A server that ends earlier saves the cache at its end.
if (isFirst) setTimeout(module.flushCompileCache, 60_000).unref()
