import { join, resolve } from 'node:path'
import { serve } from '@hono/node-server'
import { createHttp } from '#src/platform/server/http.ts'
import { cacheInterpretations } from '#src/site/search/interpretation/interpretationActions.ts'
import { searchHttp } from '#src/site/search/query/http.ts'
import { openApp } from './app.ts'

// Serves the search's calls on the database that the argument names, in a separate process.
const [url = ''] = process.argv.slice(2)
const app = openApp(url, join(resolve('.cache'), `bench.${process.pid}.files`))
cacheInterpretations(app)
const http = await createHttp(app, { operations: searchHttp })
serve({ fetch: http.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  app.config.publicUrl = `http://localhost:${port}`
  process.send?.(port)
})
