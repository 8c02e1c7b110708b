import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { findProfile } from '#src/site/search/query/store.ts'
import { enterAs, makeCompany, makeUser, passCode } from '../../../../tests/factories.ts'
import { openTestApp } from '../../../../tests/testApp.ts'
import { sweepImages } from './actions.ts'

const testApp = await openTestApp()
const { app } = testApp

/** Owner who has entered the dashboard code, with a company without pictures. */
async function openFixture(email = 'inhaber@firma.example') {
  const user = await makeUser(app, { email })
  const company = await makeCompany(app, { userId: user.id, email })
  const owner = await passCode(app, await enterAs(app, testApp.newVisitor(), email))
  const place = (kind: string, name = '1.png') => `/storage/v1/object/company-images/${company.id}/${kind}/${name}`
  const send = async (kind: string, content: Buffer, headers: Record<string, string> = {}) => {
    const body = new Uint8Array(content)
    const answer = await owner.request(place(kind), { method: 'POST', body, headers: { 'content-type': 'image/png', ...headers } })
    return { status: answer.status, body: await answer.json() }
  }
  const remove = async (url: string) => (await owner.request(url, { method: 'DELETE' })).status
  const order = (urls: string[]) => owner.call('order-gallery', { companyId: company.id, urls })
  return { owner, company, place, send, remove, order }
}

const picture = (width: number, height: number, format: 'png' | 'jpeg' | 'gif' | 'webp' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#3a7' } })
    .toFormat(format)
    .toBuffer()

/** Response to a visitor at a URL. */
async function look(url: string, headers: Record<string, string> = {}) {
  const answer = await testApp.newVisitor().request(url, { headers })
  return {
    status: answer.status,
    cache: answer.headers.get('cache-control'),
    tag: answer.headers.get('etag'),
    wall: answer.headers.get('content-security-policy'),
    content: Buffer.from(await answer.arrayBuffer()),
  }
}

/** Files of this test's companies: the storage is not emptied between tests, but companies are. */
async function storedKeys() {
  const companies = await app.db.selectFrom('companies').select('id').execute()
  const keys: string[] = []
  for (const { id } of companies) for await (const { key } of app.storage.list(`company-images/${id}`)) keys.push(key)
  return keys
}

describe('a picture', () => {
  test('has copies of fixed names only: none of a copy, and none outlives it', async () => {
    const { send, remove } = await openFixture()
    const [url = ''] = (await send('gallery', await picture(2_000, 1_000, 'jpeg'))).body.gallery_images
    const named = (end: string) => url.replace('.webp', `${end}.webp`)
    const endings = ['-640-640', '-480-640', '-384-640', '-640-640-640', '-640-480']
    expect((await look(named('-640'))).status).toBe(200)
    for (const end of endings) expect([end, (await look(named(end))).status]).toEqual([end, 404])
    expect(await storedKeys()).toHaveLength(3)
    await remove(url)
    for (const end of ['', '-480', '-640', ...endings]) expect((await look(named(end))).status).toBeGreaterThanOrEqual(404)
    expect(await storedKeys()).toEqual([])
    const [logo = ''] = [(await send('logo', await picture(400, 400))).body.logo_url]
    expect((await look(logo.replace('.webp', '-640.webp'))).status).toBe(410)
  })

  test('of the gallery is drawn anew in two sizes under its company and moment, in a third when a phone asks', async () => {
    const { company, send } = await openFixture()
    const { status, body } = await send('gallery', await picture(2_000, 1_000, 'jpeg'))
    expect(status).toBe(200)
    const [url = ''] = body.gallery_images
    expect(url).toMatch(new RegExp(`^/storage/v1/object/company-images/${company.id}/gallery/\\d{19}\\.webp$`))
    expect(await storedKeys()).toHaveLength(2)
    const [large, small, medium] = [
      await look(url),
      await look(url.replace('.webp', '-480.webp')),
      await look(url.replace('.webp', '-640.webp')),
    ]
    expect(await storedKeys()).toHaveLength(3)
    expect((await look(url.replace('.webp', '-640.webp'))).tag).toBe(medium.tag)
    // A tab that shows only the picture is styled by the browser with an inline style.
    expect(large.wall).toBe("default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'")
    const sizes = await Promise.all([large, medium, small].map(async ({ content }) => sharp(content).metadata()))
    expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
      ['webp', 1_200, 600],
      ['webp', 640, 320],
      ['webp', 480, 240],
    ])
  })

  test('is cached by browsers for an hour, then revalidated; a removed one is gone at the next request, in every size', async () => {
    const { send, remove } = await openFixture()
    const [url = ''] = (await send('gallery', await picture(2_000, 1_000))).body.gallery_images
    for (const address of [url, url.replace('.webp', '-480.webp'), url.replace('.webp', '-640.webp')]) {
      const kept = await look(address)
      expect(kept.cache).toBe('public, max-age=3600, must-revalidate')
      const again = await look(address, { 'if-none-match': kept.tag ?? '' })
      expect([again.status, again.content.length, again.tag, again.cache]).toEqual([304, 0, kept.tag, kept.cache])
      expect((await look(address, { 'if-none-match': '"of another picture"' })).status).toBe(200)
    }
    expect(await remove(url)).toBe(200)
    for (const address of [url, url.replace('.webp', '-480.webp'), url.replace('.webp', '-640.webp')]) {
      expect(await look(address, { 'if-none-match': '*' })).toMatchObject({ status: 410, cache: 'no-store' })
    }
  })

  test('that cannot be read right now is not called gone', async () => {
    const { company, send } = await openFixture()
    const [url = ''] = (await send('gallery', await picture(20, 20))).body.gallery_images
    const lost = url.replace('/storage/v1/object/', '').replace('.webp', '-x.webp')
    // A folder in place of the file: the storage fails, although nothing was removed.
    await app.storage.put(`${lost}/inside`, Buffer.from('x'), 'image/webp')
    expect((await look(`/storage/v1/object/${lost}`)).status).toBe(500)
    await app.storage.remove(`${lost}/inside`)
    expect((await look(`/storage/v1/object/company-images/${company.id}/gallery/1.webp`)).status).toBe(410)
    expect((await look(`/storage/v1/object/company-images/${company.id}/secrets/1.webp`)).status).toBe(404)
  })

  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('may be %s', async (format) => {
    const { send } = await openFixture()
    expect((await send('gallery', await picture(20, 20, format))).status).toBe(200)
  })

  test('loses where it was taken', async () => {
    const { send } = await openFixture()
    const exif = { IFD0: { Artist: 'Erika Mustermann' }, IFD3: { GPSLatitude: '53/1 33/1 0/1', GPSLatitudeRef: 'N' } }
    const photo = await sharp(await picture(60, 40, 'jpeg'))
      .withExif(exif)
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const [before, { body }] = [await sharp(photo).metadata(), await send('gallery', photo)]
    expect(before.exif).toBeDefined()
    const after = await sharp((await look(body.gallery_images[0])).content).metadata()
    expect([after.exif, after.xmp, after.icc, after.orientation]).toEqual([undefined, undefined, undefined, undefined])
    expect([after.width, after.height]).toEqual([40, 60])
  })

  test('of a logo shows the chosen square, and takes the place of the one before with all its files', async () => {
    const { send } = await openFixture()
    const halves = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#f00' } })
      .composite([
        {
          input: await sharp({ create: { width: 200, height: 200, channels: 3, background: '#00f' } })
            .png()
            .toBuffer(),
          left: 200,
          top: 0,
        },
      ])
      .png()
      .toBuffer()
    const first = await send('logo', halves, { 'x-image-crop': JSON.stringify({ x: 200, y: 0, size: 200 }) })
    const { content } = await look(first.body.logo_url)
    const { data, info } = await sharp(content).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([192, 192])
    expect([data[0], data[2]].map((channel) => Math.round((channel ?? 0) / 255))).toEqual([0, 1])
    expect((await look(first.body.logo_url.replace('.webp', '-384.webp'))).status).toBe(200)
    const second = await send('logo', halves, { 'x-image-crop': 'nonsense' })
    expect(second.body.logo_url).not.toBe(first.body.logo_url)
    expect((await look(first.body.logo_url)).status).toBe(410)
    expect(await storedKeys()).toHaveLength(2)
  })
})

describe('hostile files', () => {
  const tooManyPixels =
    'Datei zu groß: Das Bild hat mehr als 30 Megapixel. Bitte verkleinern Sie es, oder nehmen Sie es mit einer kleineren Auflösung auf.'
  const hostile: [string, () => Promise<Buffer> | Buffer, number, string][] = [
    ['40 megapixels in a small file', () => picture(8_000, 5_000), 413, tooManyPixels],
    [
      'an SVG that calls itself PNG',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      415,
      'Ungültiger Dateityp',
    ],
    ['a page that calls itself PNG', () => Buffer.from('<!doctype html><script>1</script>'), 415, 'Ungültiger Dateityp'],
    [
      'a picture cut in the middle',
      async () => (await picture(300, 300)).subarray(0, 200),
      415,
      'Ungültiger Dateityp: Die Datei ist beschädigt oder lässt sich nicht prüfen.',
    ],
    ['more than 5 MB', () => Buffer.alloc(5 * 1024 * 1024 + 1), 413, 'Datei zu groß'],
    ['nothing', () => Buffer.alloc(0), 415, 'Ungültiger Dateityp'],
  ]
  test.each(hostile)('%s is refused, and nothing is kept', async (_name, make, status, error) => {
    const { send } = await openFixture()
    const answer = await send('gallery', await make())
    expect([answer.status, answer.body.error]).toEqual([status, error])
    expect(await storedKeys()).toEqual([])
  })

  test('a polyglot keeps its picture and nothing behind it', async () => {
    const { send } = await openFixture()
    const { body } = await send('gallery', Buffer.concat([await picture(20, 20), Buffer.from('<script>alert(1)</script>PK\u0003\u0004')]))
    expect((await look(body.gallery_images[0])).content.includes('script')).toBe(false)
  })

  test('a sixth gallery picture, ten at once: five remain, and no file of the others', async () => {
    const { send } = await openFixture()
    const content = await picture(20, 20)
    for (let count = 0; count < 4; count += 1) await send('gallery', content)
    const answers = await Promise.all(Array.from({ length: 10 }, () => send('gallery', content)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(409)])
    const { galleryImages } = await app.db.selectFrom('companies').select('galleryImages').executeTakeFirstOrThrow()
    expect(galleryImages).toHaveLength(5)
    expect(await storedKeys()).toHaveLength(10)
  })

  test.each(['../../etc/passwd.png', '..%2f..%2fx.png', 'a/b.png', 'x.svg', 'x.png%00.html', '.htaccess'])(
    'the name %s names nothing',
    async (name) => {
      const { owner, place } = await openFixture()
      const answer = await owner.request(place('gallery', name), { method: 'POST', body: new Uint8Array(await picture(20, 20)) })
      expect([404, 405]).toContain(answer.status)
      expect(await storedKeys()).toEqual([])
    },
  )
})

describe('the gallery', () => {
  test('is put into another order, of exactly its own pictures', async () => {
    const { send, order } = await openFixture()
    const content = await picture(20, 20)
    let urls: string[] = []
    for (let count = 0; count < 3; count += 1) urls = (await send('gallery', content)).body.gallery_images
    const turned = urls.toReversed()
    expect((await order(turned)).body).toEqual({ logo_url: null, gallery_images: turned })
    for (const wrong of [
      turned.slice(1),
      [...turned, turned[0] ?? ''],
      [turned[0] ?? '', turned[0] ?? '', turned[1] ?? ''],
      ['/x', '/y', '/z'],
      [],
    ]) {
      expect((await order(wrong)).status).toBe(409)
    }
  })

  test('loses a removed picture with every size of it', async () => {
    const { send, remove } = await openFixture()
    const { body } = await send('gallery', await picture(20, 20))
    const [url] = body.gallery_images
    expect(await remove(url)).toBe(200)
    expect(await storedKeys()).toEqual([])
    expect(await remove(url)).toBe(404)
  })

  test("another's picture can neither be removed nor shown as one's own", async () => {
    const mine = await openFixture()
    const theirs = await openFixture('andere@firma.example')
    const { body } = await theirs.send('gallery', await picture(20, 20))
    const [url] = body.gallery_images
    expect((await mine.owner.request(url, { method: 'DELETE' })).status).toBe(404)
    expect((await mine.order([url])).status).toBe(409)
    expect(
      (await mine.owner.request(theirs.place('gallery'), { method: 'POST', body: new Uint8Array(await picture(20, 20)) })).status,
    ).toBe(404)
    expect((await look(url)).status).toBe(200)
  })
})

test('pictures that no company shows are swept after a day, the others stay', async () => {
  const { company, send } = await openFixture()
  const { body } = await send('gallery', await picture(20, 20))
  await look(body.gallery_images[0].replace('.webp', '-640.webp'))
  const lost = [`company-images/${company.id}/gallery/1.webp`, `company-images/${randomUUID()}/logo/1.webp`]
  for (const key of lost) await app.storage.put(key, await picture(20, 20, 'webp'), 'image/webp')
  const statuses = () => Promise.all(lost.map(async (key) => (await look(`/storage/v1/object/${key}`)).status))
  await sweepImages(app)
  expect(await statuses()).toEqual([200, 200])
  testApp.clock.moveTo(new Date(Date.now() + 25 * 3_600_000))
  await sweepImages(app)
  expect(await statuses()).toEqual([410, 410])
  expect(await storedKeys()).toHaveLength(3)
  expect((await look(body.gallery_images[0])).status).toBe(200)
})

test('the alternative text of a picture is shown to visitors until the picture is removed; only its company may change it', async () => {
  const mine = await openFixture()
  const other = await openFixture('anderer@firma.example')
  const [url = ''] = (await mine.send('gallery', await picture(300, 200))).body.gallery_images
  const say = (person: typeof mine, fields: object = {}) =>
    person.owner.call('describe-picture', { companyId: person.company.id, url, caption: ' Treppenhaus in Altona ', ...fields })
  expect((await say(mine)).status).toBe(200)
  expect([(await say(other)).status, (await say(other, { companyId: mine.company.id })).status]).toEqual([404, 404])
  expect((await say(mine, { caption: 'x'.repeat(201) })).body.fields.caption).toEqual(['Der Text darf maximal 200 Zeichen lang sein'])
  const texts = async () => (await mine.owner.call('list-picture-texts', { companyId: mine.company.id })).body.texts
  expect(await texts()).toEqual([{ url, caption: 'Treppenhaus in Altona' }])
  expect((await findProfile(app.db, { id: mine.company.id, today: '2026-11-24' }))?.captions).toEqual({ [url]: 'Treppenhaus in Altona' })
  await say(mine, { caption: '' })
  expect(await texts()).toEqual([])
  await say(mine)
  await mine.remove(url)
  expect(await app.db.selectFrom('pictureTexts').selectAll().execute()).toEqual([])
})
