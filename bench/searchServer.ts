import { join, resolve } from 'node:path'
import { serve } from '@hono/node-server'
import { createHttp } from '#src/platform/server/http.ts'
import { searchHttp } from '#src/site/search/query/http.ts'
import { cacheReadings } from '#src/site/search/reading/readingActions.ts'
import { openApp } from './app.ts'

// The search's calls over the database that the argument names, in a process of its own.
const [url = ''] = process.argv.slice(2)
const app = openApp(url, join(resolve('.cache'), `bench.${process.pid}.files`))
cacheReadings(app)
const http = await createHttp(app, { operations: searchHttp })
serve({ fetch: http.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  app.config.publicUrl = `http://localhost:${port}`
  process.send?.(port)
})
