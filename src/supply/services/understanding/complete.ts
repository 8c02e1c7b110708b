import type { CatalogueIndex, Phrase } from './phrases.ts'
import { wordsIn } from './stem.ts'

/** Service or trade as a completion of typed letters; `phrase` is the matching phrase if it is not the name itself. */
export type Completion = { kind: 'service' | 'trade'; id: string; name: string; phrase: string | null }

const most = { service: 4, trade: 2 } as const

/** Services and trades with a phrase that begins as typed; those whose name begins so come first. */
export function completeIntent(typed: string, { phrases, catalogue }: CatalogueIndex): Completion[] {
  const start = wordsIn(typed).join(' ')
  if (start.length < 2) return []
  const nameOf = new Map([...catalogue.services, ...catalogue.trades].map(({ id, name }) => [id, name]))
  const found = new Map<string, Completion & { rank: number }>()
  for (const phrase of phrases) {
    const at = phrase.plain.startsWith(start) ? 0 : phrase.plain.includes(` ${start}`) ? 1 : undefined
    const id = phrase.trade ?? phrase.services[0]
    const name = id === undefined ? undefined : nameOf.get(id)
    if (at === undefined || id === undefined || name === undefined || phrase.kind === 'ambiguous') continue
    const rank = 2 * at + (phrase.text === name ? 0 : 1)
    const known = found.get(id)
    if (!known || rank < known.rank)
      found.set(id, { kind: kindOf(phrase), id, name, phrase: phrase.text === name ? null : phrase.text, rank })
  }
  const ranked = [...found.values()].sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name, 'de'))
  const shown = (kind: Completion['kind']) => ranked.filter((one) => one.kind === kind).slice(0, most[kind])
  return [...shown('service'), ...shown('trade')].map(({ rank: _rank, ...one }) => one)
}

const kindOf = ({ trade }: Phrase) => (trade === null ? 'service' : 'trade')
