import { inflateSync } from 'node:zlib'

type Part = { head: string; content: string }

/**
 * Extracts the text of a PDF as readers see it: for each page its lines from top to bottom, in each the pieces from left to right. Letters
 * are decoded by the file's own tables; an unknown letter is '�'.
 */
export function readPdf(file: Uint8Array) {
  const parts = partsOf(Buffer.from(file))
  const partOf = (id: string | undefined) => parts.get(id ?? '') ?? { head: '', content: '' }
  const [, kids = ''] = /\/Kids \[([^\]]*)\]/.exec([...parts.values()].map(({ head }) => head).join('\n')) ?? []
  return [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const page = partOf(id).head
    const fonts = partOf(/\/Resources (\d+) 0 R/.exec(page)?.[1]).head
    const letters = new Map(
      [...fonts.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font]) => [
        name,
        lettersOf(partOf(/\/ToUnicode (\d+) 0 R/.exec(partOf(font).head)?.[1]).content),
      ]),
    )
    return linesOf(partOf(/\/Contents (\d+) 0 R/.exec(page)?.[1]).content, letters)
  })
}

/** Objects by number; streams as text, one character per byte. */
function partsOf(file: Buffer) {
  const text = file.toString('latin1')
  const parts = new Map<string, Part>()
  for (const found of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = found.index + found[0].length
    const end = text.indexOf('endobj', start)
    const [head = '', rest] = text.slice(start, end).split('stream\n', 2)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const from = start + head.length + 'stream\n'.length
    const isPacked = rest !== undefined && head.includes('/FlateDecode')
    parts.set(found[1] ?? '', { head, content: isPacked ? inflateSync(file.subarray(from, from + length)).toString('latin1') : '' })
  }
  return parts
}

/** Letters by glyph number of a font. */
function lettersOf(table: string) {
  const letters = new Map<number, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    for (const [place, [, units = '']] of [...list.matchAll(/<([0-9a-f ]+)>/g)].entries()) {
      const text = String.fromCharCode(...units.split(' ').map((unit) => Number.parseInt(unit, 16)))
      letters.set(Number.parseInt(first, 16) + place, text)
    }
  }
  return letters
}

function linesOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>) {
  const lines = new Map<number, { x: number; text: string }[]>()
  for (const [, x, y, font = '', pieces = ''] of content.matchAll(
    /BT\n1 0 0 1 (\S+) (\S+) Tm\n\/(F\d+) \S+ Tf\n(?:\S+ T[a-z]\n)*\[(.*?)\] TJ\nET/g,
  )) {
    const codes = [...pieces.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    const text = codes.map((code) => fonts.get(font)?.get(Number.parseInt(code, 16)) ?? '�').join('')
    const line = lines.get(Number(y)) ?? []
    lines.set(Number(y), [...line, { x: Number(x), text: text.replaceAll('\u00a0', ' ') }])
  }
  return [...lines].sort(([one], [other]) => other - one).map(([, line]) => line.sort((a, b) => a.x - b.x).map(({ text }) => text))
}
