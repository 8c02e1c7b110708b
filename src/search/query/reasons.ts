import type { Category } from '#src/companies/rules.ts'
import { foldText } from '#src/kit/text.ts'
import { markWords } from './highlight.ts'
import type { Meaning } from './plan.ts'
import { textPoints } from './ranking.ts'
import type { FoundCompany, SearchAnswer } from './rules.ts'

type Reason = FoundCompany['reasons'][number]

/** Why a company was found: per word how, the nearest first. `points` are those of the text, one per meaning. */
export function reasonsOf(meanings: readonly Meaning[], category: Category, points: readonly number[]): Reason[] {
  const reasons = meanings.flatMap((one, place) => {
    const kind = one.isFilter ? undefined : kindOf(one, category, points[place] ?? 0)
    return kind ? [{ word: one.word, kind, corrected: one.corrected }] : []
  })
  return reasons.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
}

const kinds: readonly Reason['kind'][] = ['offered', 'mentioned', 'part', 'trade']

function kindOf(one: Meaning, category: Category, points: number): Reason['kind'] | undefined {
  const isWritten = one.near.length + one.parts.length + one.inside.length > 0
  if (isWritten && points >= textPoints.offered) return 'offered'
  if (isWritten && points >= textPoints.mentioned) return 'mentioned'
  if (isWritten && points >= textPoints.part) return 'part'
  return one.trades.includes(category) ? 'trade' : undefined
}

type Read = Pick<FoundCompany, 'companyName' | 'category' | 'description'>

/** A reason as people read it: it claims no more than is known. `word` as somebody typed it. */
export function reasonText({ word, kind }: Reason, { companyName, category, description }: Read) {
  if (kind === 'offered') return `„${word}“ gehört zu seinem Angebot.`
  if (kind === 'part') return `Bestandteile von „${word}“ kommen in seinem Profil vor.`
  if (kind === 'trade') return `Sein Bereich ${category} passt zu „${word}“.`
  const isThere = [companyName, category, description].some((text) => markWords(text, [word]).some(({ isMatch }) => isMatch))
  return isThere ? `„${word}“ kommt in seinem Profil vor.` : `„${word}“ oder ein gleichbedeutendes Wort kommt in seinem Profil vor.`
}

/** Unknown words in the typed spelling, each with the known word that was searched instead. */
export function correctionsOf(meanings: readonly Meaning[], typed: string): SearchAnswer['corrections'] {
  const words = typed.split(/[^\p{L}\p{N}]+/u)
  return meanings.flatMap(({ word, corrected }) =>
    corrected === null ? [] : [{ typed: words.find((one) => foldText(one) === word) ?? word, meant: corrected }],
  )
}
