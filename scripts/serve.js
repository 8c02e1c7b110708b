// Starts the built server, in production unless APP_ENV says otherwise. Node's compile cache is stored beside it, so that later starts need
// not compile it again.
import { existsSync } from 'node:fs'
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const main = new URL('../build/machine/main.js', import.meta.url)
if (!existsSync(main)) {
  console.error('The server is not built: run npm ci and npm run build first.')
  process.exit(1)
}
// React and the router choose their build by it when they are first loaded.
process.env.NODE_ENV = 'production'
await startTracing()
const compiled = fileURLToPath(new URL('compiled/', main))
const isFirst = !existsSync(compiled)
// If the folder is not writable, only the faster start is lost.
module.enableCompileCache(compiled)
await import(main.href)
// By then requests and jobs have run, and their code is cached, too. A server that ends earlier saves the cache at its end.
if (isFirst) setTimeout(module.flushCompileCache, 60_000).unref()

/** Traces are switched on by the standard variables of OpenTelemetry, whose package is installed by those who want them. */
async function startTracing() {
  const { OTEL_TRACES_EXPORTER, OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT } = process.env
  if (!OTEL_TRACES_EXPORTER && !OTEL_EXPORTER_OTLP_ENDPOINT && !OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return
  // Modules loaded from here on can be instrumented.
  module.register('@opentelemetry/instrumentation/hook.mjs', import.meta.url)
  await import('@opentelemetry/auto-instrumentations-node/register')
}
