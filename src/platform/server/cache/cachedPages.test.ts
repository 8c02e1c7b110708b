import { expect, test } from 'vitest'
import { onlyReads, openPageCache, respondCached, toCachedPage } from './cachedPages.ts'

const page = (text: string, headers: Record<string, string> = {}, asked: Record<string, string> = {}) =>
  toCachedPage(new Response(text, { headers }), undefined, new Headers(asked))
const textOf = async (rendered: Awaited<ReturnType<typeof toCachedPage>>) =>
  'page' in rendered ? String(rendered.page.bodies.get('identity')) : rendered.answer.text()
const later = () => new Promise<void>((done) => setTimeout(done, Math.random() * 4))

test('nobody reads what was true before a change that had ended when the page was asked for', async () => {
  const cache = openPageCache()
  let truth = 0
  let renderings = 0
  async function render() {
    renderings += 1
    await later()
    const read = truth
    await later()
    return page(String(read))
  }
  async function look() {
    const before = truth
    const seen = Number(await textOf(await cache.get('/', render)))
    expect(seen).toBeGreaterThanOrEqual(before)
  }
  const looks: Promise<void>[] = []
  for (let step = 0; step < 2_000; step += 1) {
    looks.push(look())
    if (Math.random() < 0.1) {
      truth += 1
      cache.empty()
    }
    if (Math.random() < 0.3) await later()
  }
  await Promise.all(looks)
  expect(renderings).toBeLessThan(1_500)
})

test('of many who ask at once one renders; what is about one visitor is rendered for each', async () => {
  const cache = openPageCache()
  const render = async (headers: Record<string, string>) => {
    renderings += 1
    await later()
    return page(`rendering ${renderings}`, headers)
  }
  let renderings = 0
  const texts = await Promise.all(Array.from({ length: 20 }, async () => textOf(await cache.get('/', () => render({})))))
  expect([renderings, new Set(texts).size]).toEqual([1, 1])
  const ownHeaders: Record<string, string>[] = [{ 'set-cookie': 'a=b' }, { 'cache-control': 'private, no-store' }]
  for (const own of ownHeaders) {
    renderings = 0
    await Promise.all(Array.from({ length: 5 }, () => cache.get(JSON.stringify(own), () => render(own))))
    expect(renderings).toBe(5)
  }
})

test('a rendering that fails is nobody else’s failure, and is tried again', async () => {
  const cache = openPageCache()
  await expect(cache.get('/', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
  expect(await textOf(await cache.get('/', () => page('there')))).toBe('there')
})

test('each encoding is made once, and whoever has the page is told so', async () => {
  const rendered = await page('Guten Tag '.repeat(500), { 'content-type': 'text/html; charset=utf-8', 'x-of-the-router': 'yes' })
  if (!('page' in rendered)) throw new Error('not cached')
  const ask = (headers: Record<string, string>) => respondCached(rendered.page, new Headers(headers))
  const [plain, gzip, br] = [await ask({}), await ask({ 'accept-encoding': 'gzip' }), await ask({ 'accept-encoding': 'gzip, deflate, br' })]
  expect([plain, gzip, br].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, 'gzip', 'br'])
  expect(br.headers.get('x-of-the-router')).toBe('yes')
  expect(await plain.text()).toBe('Guten Tag '.repeat(500))
  expect(Number(br.headers.get('content-length'))).toBeLessThan(200)
  expect(rendered.page.bodies.size).toBe(3)
  for (const encoding of ['gzip', 'br']) {
    const compressed = await page('Guten Tag', {}, { 'accept-encoding': encoding })
    if (!('page' in compressed)) throw new Error('not cached')
    expect([...compressed.page.bodies.keys()]).toEqual([encoding])
    expect(await (await respondCached(compressed.page, new Headers())).text()).toBe('Guten Tag')
  }
  const again = await ask({ 'if-none-match': plain.headers.get('etag') ?? '' })
  expect([again.status, await again.text(), again.headers.get('vary')]).toEqual([304, '', 'Accept-Encoding, Cookie'])
})

test('a packed page keeps its own bytes alone, not the room that was made for them', async () => {
  for (const encoding of ['br', 'gzip'] as const) {
    const rendered = await page('Reinigung '.repeat(2_000), {}, { 'accept-encoding': encoding })
    const body = 'page' in rendered ? rendered.page.bodies.get(encoding) : undefined
    expect(body?.buffer.byteLength).toBe(body?.length)
    expect(body?.length).toBeGreaterThan(0)
  }
})

test.each([
  ['/service/1', '/service/1'],
  ['/service/1?gclid=abc&utm_source=brief', '/service/1'],
  ['/service/1?ort=Bonn&gclid=abc&buchen=2', '/service/1?buchen=2&ort=Bonn'],
  ['/service/1?buchen=2&ort=Bonn', '/service/1?buchen=2&ort=Bonn'],
  ['/service/1?gclid=abc?ort=Bonn', '/service/1'],
  ['/service/1?ort=Bonn?', '/service/1?ort=Bonn%3F'],
  ['/service/1.data?_routes=root&ort=K%C3%B6ln', '/service/1.data?_routes=root&ort=K%C3%B6ln'],
])('of %s a page that reads "ort" and "buchen" sees %s', (path, seen) => {
  const request = new Request(`http://localhost${path}`, { headers: { cookie: 'theme=dark' } })
  const read = onlyReads(request, ['ort', 'buchen'])
  expect([read.url, read.headers.get('cookie')]).toEqual([`http://localhost${seen}`, 'theme=dark'])
})

test('a form that is sent keeps its whole address', () => {
  const request = new Request('http://localhost/fuer-anbieter?x=1', { method: 'POST', body: 'a=b' })
  expect(onlyReads(request, [])).toBe(request)
})
