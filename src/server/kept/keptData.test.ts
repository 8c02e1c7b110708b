import { data, type LoaderFunctionArgs, RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { keptDataOf } from '../pageContext.ts'
import { openKeptData, withKeptData } from './keptData.ts'

/** A build of one route, and how its loader answers a visitor: with what is kept, or without. */
function buildOf(answer: (read: number) => unknown, handle: unknown = { keptBy: ['q'] }) {
  let reads = 0
  const loader = (_args: LoaderFunctionArgs) => {
    reads += 1
    return answer(reads)
  }
  const build = withKeptData({ routes: { page: { id: 'page', module: { default: () => null, handle, loader } } } })
  return async (kept: ReturnType<typeof openKeptData> | null, address = 'http://localhost/search?q=a') => {
    const context = new RouterContextProvider()
    context.set(keptDataOf, kept)
    const request = new Request(address)
    return build.routes.page.module.loader({ context, request, url: new URL(address), params: {}, pattern: '/search' })
  }
}

test('what a kept page shows is read once for all who have a session, by its address, until something changes', async () => {
  const kept = openKeptData()
  const read = buildOf((reads) => ({ reads }))
  expect([await read(kept), await read(kept), await read(kept, 'http://localhost/search?q=b')]).toEqual([
    { reads: 1 },
    { reads: 1 },
    { reads: 2 },
  ])
  kept.empty()
  expect([await read(kept), await read(null), await read(null)]).toEqual([{ reads: 3 }, { reads: 4 }, { reads: 5 }])
})

test('a page that is not the same for everybody is read for each', async () => {
  const kept = openKeptData()
  const read = buildOf((reads) => ({ reads }), null)
  expect([await read(kept), await read(kept)]).toEqual([{ reads: 1 }, { reads: 2 }])
})

test.each([
  ['what failed', (reads: number) => data({ reads }, { status: 503 }), false],
  ['another answer of the server', (reads: number) => new Response(String(reads)), false],
  ['what is not there', (reads: number) => data({ reads }, { status: 404 }), true],
  ['data with no status', (reads: number) => data({ reads }), true],
])('%s is kept as a page would be', async (_, answer, isKept) => {
  const kept = openKeptData()
  const read = buildOf(answer)
  const [one, other] = [await read(kept), await read(kept)]
  expect(one === other).toBe(isKept)
})
