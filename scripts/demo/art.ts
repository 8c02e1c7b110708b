import type { Category } from '#src/supply/companies/rules.ts'
import { paletteOf, type Scene } from './palette.ts'
import { drawHouses, drawTiles, sceneOf } from './scenes.ts'
import { group, path, tenth } from './shapes.ts'

type Subject = { category: Category; seed: string }
type Pixels = { width: number; height: number }

/**
 * An SVG of the given size that shows a company's trade ("Intarsie"). Number 0 is the scene, 1 and 3 other cuts of it, 2 a street
 * of houses, 4 a pattern of tiles. The same subject and number always give the same picture.
 */
export function drawPicture({ category, seed }: Subject, number: number, size: Pixels) {
  const random = randomOf(`${seed}/${number}`)
  const palette = paletteOf(category, number ? (random() - 0.5) * 28 : 0)
  const shapes = sceneOfNumber(category, number)(random, palette)
  const zoom = number === 1 ? 1.5 : number === 3 ? 1.15 : 1
  const [left, top] = zoom > 1 ? [400, 300].map((side) => (random() * 0.6 + 0.2) * (side - side / zoom)) : [0, 0]
  // A mirrored chart would show falling values.
  const isMirrored = number % 2 === 1 && category !== 'Beratung'
  const view = [left, top, 400 / zoom, 300 / zoom].map((length) => tenth(length ?? 0)).join(' ')
  return svg({ view, size, shapes: [group(isMirrored ? 'translate(400 0) scale(-1 1)' : '', shapes)] })
}

/** A company's sign as a square SVG: an inlay of four shapes, one half the other's mirror image. `side` in pixels. */
export function drawLogo({ category, seed }: Subject, side: number) {
  const random = randomOf(`${seed}/logo`)
  const palette = paletteOf(category, (random() - 0.5) * 70)
  const isDark = random() > 0.45
  const ground = isDark ? palette.deep : palette.white
  const upper = drawCell(random, { y: 20, colour: isDark ? palette.ground : palette.deep })
  const lower = drawCell(random, { y: 49, colour: isDark ? palette.yellow : palette.core })
  const other = random() > 0.5 ? 'translate(97 0) scale(-1 1)' : 'rotate(180 48.5 48.5)'
  const shapes = [`<rect width="97" height="97" fill="${ground}"/>`, upper, lower, group(other, [upper, lower])]
  return svg({ view: '0 0 97 97', size: { width: side, height: side }, shapes })
}

function sceneOfNumber(category: Category, number: number): Scene {
  if (number === 2) return drawHouses
  if (number === 4) return drawTiles
  return sceneOf[category]
}

/** Quarter circle, triangle, leaf or arch. */
const cellShapes = ['M0 0H28A28 28 0 0 1 0 28Z', 'M0 0L28 28H0Z', 'M0 0H28V28A28 28 0 0 1 0 0Z', 'M0 28V14A14 14 0 0 1 28 14V28Z']

function drawCell(random: () => number, { y, colour }: { y: number; colour: string }) {
  const shape = cellShapes[Math.floor(random() * 4)] ?? ''
  const quarters = Math.floor(random() * 4)
  return group(`translate(20 ${y}) rotate(${quarters * 90} 14 14)`, [path(shape, colour)])
}

const svg = ({ view, size, shapes }: { view: string; size: Pixels; shapes: string[] }) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="${view}" ` +
  `preserveAspectRatio="xMidYMid slice">${shapes.join('')}</svg>`

/** Repeatable chance from a text: FNV-1a, then mulberry32 (both public domain). Numbers from 0 up to 1. */
export function randomOf(seed: string) {
  let hash = 2_166_136_261
  for (const letter of seed) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619)
  let state = hash >>> 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
