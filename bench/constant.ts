import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** Answers constant HTML of the size that its address names: the fastest page that this machine and its client can have. */
const bodies = new Map<string, string>()
const bare = new Hono().get('/:size', (c) => {
  const size = c.req.param('size')
  const body = bodies.get(size) ?? 'x'.repeat(Number(size))
  bodies.set(size, body)
  return c.html(body)
})
serve({ fetch: bare.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(port))
