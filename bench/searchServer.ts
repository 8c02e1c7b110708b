import { join, resolve } from 'node:path'
import { serve } from '@hono/node-server'
import { searchHttp } from '#src/search/query/http.ts'
import { keepWords } from '#src/search/reading/readingActions.ts'
import { createHttp } from '#src/server/http.ts'
import { openApp } from './app.ts'

// The search over a crowd, in a process of its own: the second argument says whether it remembers words and answers.
const [url = '', remembers] = process.argv.slice(2)
const app = openApp(url, join(resolve('.cache'), `bench.${process.pid}.files`))
const isKeeping = remembers === 'yes'
if (isKeeping) keepWords(app)
const http = await createHttp(app, { operations: searchHttp, keepsAnswers: isKeeping })
serve({ fetch: http.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  app.config.publicUrl = `http://localhost:${port}`
  process.send?.(port)
})
