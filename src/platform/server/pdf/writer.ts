import { readFile } from 'node:fs/promises'
import { productFolder } from '../productFolder.ts'
import { runsOf } from './runs.ts'

export type Doc = PDFKit.PDFDocument
export type TextStyle = { size?: number; isBold?: boolean; color?: string }
export type Place = TextStyle & { x: number; y: number; width: number; isRight?: boolean }

/** PDFs have only the light theme. */
export const colors = { ink: '#121f19', mute: '#5b6760', line: '#d6dbd5', primary: '#024b32', accent: '#facf33' } as const

const fontFiles = { text: 'latin-400', textExtended: 'latin-ext-400', bold: 'latin-700', boldExtended: 'latin-ext-700' }

/** The library opens a font when its first letter is written. */
export async function registerFonts(doc: Doc) {
  for (const [name, file] of Object.entries(fontFiles)) {
    doc.registerFont(name, await readFile(new URL(`src/platform/web/fonts/source-sans-3-${file}.ttf`, productFolder)))
  }
}

/** Writes one line of text; overflow is cut. `y` is the top of its letters. */
export function write(doc: Doc, text: string, { x, y, width, isRight = false, ...style }: Place) {
  const { runs, total } = cut(doc, text, { ...style, width })
  const root = roots.get(doc)
  const content = root && doc.markStructureContent('P')
  doc.fillColor(style.color ?? colors.ink)
  let at = isRight ? x + width - total : x
  for (const run of runs) {
    choose(doc, run, style).text(run.text, at, y + (style.size ?? 9) * 0.9, { lineBreak: false, baseline: 'alphabetic' })
    at += run.width
  }
  if (!root || !content) return
  doc.endMarkedContent()
  root.add(doc.struct('P', {}, [content]))
}

/** Documents whose text is tagged for readers, as the archive's format requires (PDF/A-3a): each line is a paragraph of this root. */
const roots = new WeakMap<Doc, PDFKit.PDFStructureElement>()

export function tagText(doc: Doc) {
  const root = doc.struct('Document')
  doc.addStructure(root)
  roots.set(doc, root)
}

/** Draws decoration: a rule, a logo. */
export function drawArtifact(doc: Doc, draw: () => void) {
  if (!roots.has(doc)) return draw()
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

const choose = (doc: Doc, { isExtended }: { isExtended: boolean }, { isBold = false, size = 9 }: TextStyle) =>
  doc.font(`${isBold ? 'bold' : 'text'}${isExtended ? 'Extended' : ''}`).fontSize(size)

function measure(doc: Doc, text: string, style: TextStyle) {
  const runs = runsOf(text).map((run) => ({ ...run, width: choose(doc, run, style).widthOfString(run.text) }))
  return { runs, total: runs.reduce((sum, run) => sum + run.width, 0) }
}

function cut(doc: Doc, text: string, { width, ...style }: TextStyle & { width: number }) {
  let measured = measure(doc, text, style)
  for (let letters = [...text]; measured.total > width && letters.length > 0; ) {
    letters = letters.slice(0, -1)
    measured = measure(doc, `${letters.join('')}…`, style)
  }
  return measured
}

/** Wraps a text into lines, broken between words, and within words that are longer than a line. */
export function wrap(doc: Doc, text: string, { width, ...style }: TextStyle & { width: number }) {
  const fits = (line: string) => measure(doc, line, style).total <= width
  const lines: string[] = []
  for (const word of text.split(' ').flatMap((one) => pieces(one, fits))) {
    const last = lines.at(-1)
    if (last !== undefined && fits(`${last} ${word}`)) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

function pieces(word: string, fits: (line: string) => boolean) {
  if (fits(word)) return [word]
  const found = ['']
  for (const letter of word) {
    const last = found.at(-1) ?? ''
    if (last === '' || fits(last + letter)) found[found.length - 1] = last + letter
    else found.push(letter)
  }
  return found
}
