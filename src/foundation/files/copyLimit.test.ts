import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { consumeLimits } from '#src/platform/server/calls/limits.ts'
import { openTestApp } from '../../../tests/testApp.ts'
import { copyRate, mediumPicture } from './pictureRules.ts'

const { app, newVisitor } = await openTestApp({ LIMITS_FACTOR: '1' })

test('a client address draws 300 copies of pictures an hour; what is drawn, and others, are not refused', async () => {
  const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#3a7' } })
    .webp()
    .toBuffer()
  const store = async () => {
    const key = `company-images/${randomUUID()}/gallery/0.webp`
    await app.storage.put(key, picture, 'image/webp')
    return `/storage/v1/object/${mediumPicture(key)}`
  }
  const look = async (path: string, ip = '192.0.2.7') => (await newVisitor(ip).request(path, {})).status
  const [drawn, next] = [await store(), await store()]
  expect(await look(drawn)).toBe(200)
  for (let at = 1; at < copyRate.max; at++) await consumeLimits(app, [{ name: 'pictureCopies', key: '192.0.2.7', ...copyRate }])
  expect([await look(next), await look(drawn), await look(next, '192.0.2.8'), await look(next)]).toEqual([429, 200, 200, 200])
})
