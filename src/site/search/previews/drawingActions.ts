import { decodeInTurn, openPictureLibrary } from '#src/foundation/files/pictureActions.ts'
import { fiveStars, fiveStarsWidth, logoHalfLarge } from '#src/platform/kit/logo.ts'
import { formatRating, oneLine, plural } from '#src/platform/kit/text.ts'
import { type Letters, openLetters } from '#src/platform/server/picture/letters.ts'
import { brandPreviewTexts, type PreviewFacts, previewSize } from './rules.ts'

type Words = { brandName: string; title: string; lead: string; rating?: number | null; reviews?: number }

/** Picture of a company, or of the marketplace: its words on the dark background, the joint, the folding rule. */
export const renderPreview = ({ companyName, category, town, ...facts }: PreviewFacts) =>
  draw({ ...facts, title: companyName, lead: `${category} in ${town}` })

export const renderBrandPreview = (brandName: string) => draw({ brandName, ...brandPreviewTexts })

let opened: Promise<[Letters, Letters]> | undefined

async function draw(words: Words) {
  opened ??= Promise.all([openLetters('display'), openLetters('text')])
  const [display, text] = await opened
  const svg = Buffer.from(svgOf(words, display, text))
  const sharp = await openPictureLibrary()
  return decodeInTurn(() => sharp(svg).png({ palette: true, colours: 64 }).toBuffer())
}

/** Colours of the dark background of both themes. */
const colors = { panel: '#033322', ink: '#f5f8ef', mute: '#c1d4c4', accent: '#facf33', onAccent: '#121f19' }
const left = 72
const room = 740

function svgOf({ brandName, title, lead, rating = null, reviews = 0 }: Words, display: Letters, text: Letters) {
  const { size, lines } = fitTitle(oneLine(title), display)
  const top = 190 + size * 0.7
  const below = top + (lines.length - 1) * size * 1.02
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${previewSize.width}" height="${previewSize.height}">
    <rect width="100%" height="100%" fill="${colors.panel}"/>
    ${display.draw(cut(oneLine(brandName), display, { size: 40, width: room }), { x: left, y: 112, size: 40, color: colors.mute })}
    ${lines.map((line, index) => display.draw(line, { x: left, y: top + index * size * 1.02, size, color: colors.ink })).join('')}
    ${text.draw(cut(oneLine(lead), text, { size: 36, width: room }), { x: left, y: below + 68, size: 36, color: colors.mute })}
    ${rating === null ? '' : stars({ rating, reviews, y: below + 104 }, text)}
    ${joint}
    ${foldingRule()}
  </svg>`
}

/** The largest size in which the name needs at most three lines. */
function fitTitle(title: string, display: Letters) {
  for (const size of [88, 76, 64]) {
    const lines = wrap(title, { size, display })
    if (lines.length <= (size === 88 ? 2 : 3) && lines.every((line) => display.width(line, size) <= room)) return { size, lines }
  }
  const lines = wrap(title, { size: 56, display })
  const shown = lines.length > 3 ? [...lines.slice(0, 2), `${lines[2]} …`] : lines
  return { size: 56, lines: shown.map((line) => cut(line, display, { size: 56, width: room })) }
}

function wrap(title: string, { size, display }: { size: number; display: Letters }) {
  const lines: string[] = []
  for (const word of title.split(' ')) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word
    if (lines.length && display.width(longer, size) <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function cut(line: string, letters: Letters, { size, width }: { size: number; width: number }) {
  let shown = [...line]
  while (shown.length > 1 && letters.width(shown.join(''), size) > width) shown = [...shown.slice(0, -2), '…']
  return shown.join('')
}

function stars({ rating, reviews, y }: { rating: number; reviews: number; y: number }, text: Letters) {
  const words = `${formatRating(rating)} von 5 (${plural(reviews, 'Bewertung', 'Bewertungen')})`
  return `<svg x="${left}" y="${y}" width="230" height="45" viewBox="0 0 ${fiveStarsWidth} 18">
      <path d="${fiveStars}" fill="none" stroke="${colors.mute}"/>
      <svg width="${(rating / 5) * fiveStarsWidth}" height="18"><path d="${fiveStars}" fill="${colors.accent}" stroke="${colors.accent}"/></svg>
    </svg>${text.draw(words, { x: left + 250, y: y + 33, size: 34, color: colors.ink })}`
}

const joint = `<g transform="translate(846 138) scale(13)">
  <path d="${logoHalfLarge}" fill="${colors.ink}"/>
  <path d="${logoHalfLarge}" transform="rotate(180 12 12)" fill="${colors.accent}"/>
</g>`

/** Ticks of a folding rule along the lower edge, every fifth one longer. */
function foldingRule() {
  const from = previewSize.height - 52
  const ticks = Array.from({ length: Math.ceil(previewSize.width / 18) }, (_tick, index) => {
    return `<rect x="${index * 18}" y="${from}" width="2" height="${index % 5 === 0 ? 26 : 15}" fill="${colors.onAccent}"/>`
  })
  return `<rect y="${from}" width="100%" height="52" fill="${colors.accent}"/>${ticks.join('')}`
}
