import { readFile } from 'node:fs/promises'
import type { Font } from 'fontkit'
import { productFolder } from '../productFolder.ts'

/** Letters of the brand's fonts as outlines: a picture drawn on a server cannot rely on installed fonts. */
export type Letters = {
  width: (text: string, size: number) => number
  /** SVG paths of one line; `y` is its baseline. */
  draw: (text: string, place: { x: number; y: number; size: number; color: string }) => string
}

/** The fonts are tried in this order for each letter; the later ones have the other European letters. */
const files = {
  display: [
    'sofia-sans-semi-condensed-latin.woff2',
    'sofia-sans-semi-condensed-latin-rest.woff2',
    'source-sans-3-latin-700.ttf',
    'source-sans-3-latin-ext-700.ttf',
  ],
  text: ['source-sans-3-latin-400.ttf', 'source-sans-3-latin-ext-400.ttf'],
}

export async function openLetters(face: keyof typeof files): Promise<Letters> {
  // Large, and only needed here.
  const { create } = await import('fontkit')
  const fonts = await Promise.all(
    files[face].map(async (file) => create(await readFile(new URL(`src/platform/web/fonts/${file}`, productFolder)))),
  )
  return {
    width: (text, size) =>
      runsOf(fonts, text).reduce((sum, { font, text: run }) => sum + scaled(font, size) * font.layout(run).advanceWidth, 0),
    draw: (text, { x, y, size, color }) => {
      let at = x
      const paths = runsOf(fonts, text).flatMap(({ font, text: run }) => {
        const scale = scaled(font, size)
        const { glyphs, positions } = font.layout(run)
        return glyphs.map((glyph, index) => {
          const path = `<path transform="translate(${round(at)} ${y}) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`
          at += (positions[index]?.xAdvance ?? 0) * scale
          return path
        })
      })
      return `<g fill="${color}">${paths.join('')}</g>`
    },
  }
}

const scaled = ({ unitsPerEm }: Font, size: number) => size / unitsPerEm
const round = (value: number) => Math.round(value * 100) / 100

/**
 * Splits a text into runs of one font each. A letter that no font has loses its accents; if it is still missing, it becomes a question
 * mark.
 */
function runsOf(fonts: readonly Font[], text: string) {
  const runs: { font: Font; text: string }[] = []
  for (const letter of text.normalize('NFC')) {
    const [drawn = '?', font = fonts[0]] = choose(fonts, letter)
    if (!font) throw new Error('letters need a font')
    const last = runs.at(-1)
    if (last?.font === font) last.text += drawn
    else runs.push({ font, text: drawn })
  }
  return runs
}

function choose(fonts: readonly Font[], letter: string): [string, Font] | [] {
  for (const candidate of [letter, letter.normalize('NFD').charAt(0)]) {
    const font = fonts.find((one) => one.hasGlyphForCodePoint(candidate.codePointAt(0) ?? 0))
    if (font) return [candidate, font]
  }
  return []
}
