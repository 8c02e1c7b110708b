import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** Serves constant HTML of the size in the path, and constant JSON: the upper bound of this machine. */
const bodies = new Map<string, string>()
const bare = new Hono()
  .post('/', (c) => c.json({ success: true }))
  .get('/:size', (c) => {
    const size = c.req.param('size')
    const body = bodies.get(size) ?? 'x'.repeat(Number(size))
    bodies.set(size, body)
    return c.html(body)
  })
serve({ fetch: bare.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => process.send?.(port))
