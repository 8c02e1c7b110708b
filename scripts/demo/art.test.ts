import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { categories } from '#src/supply/companies/rules.ts'
import { drawLogo, drawPicture, randomOf } from './art.ts'
import { demoId, readDemo } from './demoData.ts'
import { paletteOf } from './palette.ts'
import { galleryNumbers } from './pictureKeys.ts'
import { renderLogo, renderPicture } from './pictures.ts'

const size = { width: 400, height: 300 }
const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

describe('chance', () => {
  test('is the same for the same seed, spread over 0 to 1, and another for another seed', () => {
    const draw = (seed: string) => Array.from({ length: 1_000 }, randomOf(seed))
    expect(draw('a/0')).toEqual(draw('a/0'))
    expect(draw('a/0')).not.toEqual(draw('a/1'))
    const mean = draw('a/0').reduce((sum, one) => sum + one, 0) / 1_000
    expect(mean).toBeGreaterThan(0.45)
    expect(mean).toBeLessThan(0.55)
  })
  test('follows FNV-1a and mulberry32', () => {
    const random = randomOf('glanzwerk-altona/0')
    expect([random(), random(), random()].map((one) => one.toFixed(6))).toEqual(['0.995022', '0.181895', '0.581165'])
  })
})

describe('colours', () => {
  test('stand as in the table when nothing is turned', () => {
    expect(paletteOf('Reinigung')).toMatchObject({ light: '#e1f4fb', night: '#02232d', yellow: '#facf33', white: '#fdfdf8' })
  })
  test('turned and turned back are the same, within a step of rounding', () => {
    const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
    const [there, full] = [paletteOf('Beratung', 180), paletteOf('Beratung', 360)]
    expect(there.middle).not.toBe(paletteOf('Beratung').middle)
    for (const shade of ['light', 'ground', 'middle', 'core', 'deep', 'night'] as const) {
      const pairs = channels(full[shade]).map((channel, index) => Math.abs(channel - (channels(paletteOf('Beratung')[shade])[index] ?? 0)))
      expect(Math.max(...pairs)).toBeLessThanOrEqual(1)
    }
  })
})

describe('pictures', () => {
  test('never change: links and screenshots count on them', () => {
    const pictures = categories.flatMap((category) =>
      galleryNumbers.map((number) => drawPicture({ category, seed: 'probe' }, number, size)),
    )
    const logos = categories.map((category) => drawLogo({ category, seed: 'probe' }, 97))
    expect(digestOf(pictures.join(''))).toBe('2f38a19f7ec2')
    expect(digestOf(logos.join(''))).toBe('67eb286b13a8')
    expect(new Set(pictures).size).toBe(55)
  })

  test('have no broken number in them', () => {
    for (const category of categories)
      for (const number of galleryNumbers) expect(drawPicture({ category, seed: 'x' }, number, size)).not.toMatch(/NaN|undefined|Infinity/)
  })

  test('a consultant’s chart is never mirrored', () => {
    expect(drawPicture({ category: 'Beratung', seed: 'x' }, 1, size)).not.toContain('scale(-1 1)')
    expect(drawPicture({ category: 'Garten', seed: 'x' }, 1, size)).toContain('scale(-1 1)')
  })

  test('come as WebP in the sizes of the pages', async () => {
    const subject = { category: 'Handwerk', seed: 'elektro-wessel' } as const
    const { large, small } = await renderPicture(subject, 0)
    expect(await sharp(large).metadata()).toMatchObject({ format: 'webp', width: 1200, height: 900 })
    expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', width: 480, height: 360 })
    const { plain, fine } = await renderLogo(subject)
    expect(await sharp(plain).metadata()).toMatchObject({ format: 'webp', width: 192, height: 192 })
    expect(await sharp(fine).metadata()).toMatchObject({ format: 'webp', width: 384, height: 384 })
    expect((await sharp(large).stats()).entropy).toBeGreaterThan(1)
    expect(large.length).toBeLessThan(120_000)
    expect(small.length).toBeLessThan(30_000)
  })

  test('the tiles of the home page are there, one per category, and small', async () => {
    for (const category of categories) {
      const tile = await sharp(`public/pictures/categories/${category.toLowerCase()}.webp`).metadata()
      expect([category, tile.format, tile.width, tile.height]).toEqual([category, 'webp', 480, 270])
    }
  })
})

describe('the data', () => {
  test('are complete and hang together', async () => {
    const { companies, reviews } = await readDemo()
    expect([companies.length, reviews.length]).toEqual([30, 40])
    expect(new Set(companies.map(({ category }) => category)).size).toBe(11)
    const known = new Set(companies.map(({ id }) => id))
    expect(reviews.filter(({ company }) => !known.has(company))).toEqual([])
  })

  test('get ids that are uuids and never change', () => {
    expect(demoId('company', 'glanzwerk-altona')).toBe('d153b4f2-6a8c-8ead-9cbd-8c9d40ae08bc')
    expect(demoId('review', 'glanzwerk-altona')).not.toBe(demoId('company', 'glanzwerk-altona'))
  })
})
