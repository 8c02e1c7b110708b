import type { Rng } from '../../../tests/rng.ts'
import { type Trade, words } from './trades.ts'

/** Facts of a company, which its sentences mention. */
export type Facts = {
  person: string
  gender: 'w' | 'm'
  town: string
  quarter: string
  year: number
  team: number
  radiusKm: number
}

const numbers = ['zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun', 'zehn', 'elf', 'zwölf']
const together = ['zweit', 'dritt', 'viert', 'fünft', 'sechst', 'siebt', 'acht', 'neunt', 'zehnt', 'elft', 'zwölft']

/** Words that fit only a woman or only a man, where a sentence names the person. */
const onlyOne = {
  m: /\b(er|ihn|ihm|Elektromeister|Steuerberater|Schiffs\w+er|Schlosser|Sportwissenschaftler|Trödler|Möbelpacker|Hausmeister|Student|Chef|Ingenieur|Sohn|Maler|Schädlingsbekämpfer|Tischler|Kurier|Meister|Vater)\b/,
  w: /\b(sie führt|leitet sie|führt sie|Erzieherin|Mutter von|Kinderkrankenschwester|Altenpflegerin|Tierarzthelferin|Krankenschwester|Ruderin|Betriebsprüferin|Meisterin|ihr Revier|Schwiegermutter)\b/,
}
const isHalfNamed = /\{(person|vorname)\}/

/** Replaces each [one|another] by one of its alternatives. */
export const vary = (rng: Rng, text: string) => text.replace(/\[([^\]]*)\]/g, (_, choices: string) => rng.one(choices.split('|')))

/** Composes descriptions whose sentences occur in no other one. */
export function openTexts(rng: Rng) {
  const written = new Set<string>()
  /** Number of sentences made from each pattern: the rarest is the next. */
  const used = new Map<string, number>()

  /** A sentence that no company has yet, from the patterns used least; undefined when none is left. */
  function write(patterns: readonly string[], facts: Facts, avoided: Set<string>) {
    const order = patterns
      .filter((pattern) => !avoided.has(pattern))
      .map((pattern) => ({ pattern, at: (used.get(pattern) ?? 0) + rng.whole(0, 99) / 100 }))
      .toSorted((one, other) => one.at - other.at)
    for (const { pattern } of order) {
      for (let tries = 0; tries < 40; tries++) {
        const sentence = fill(vary(rng, pattern), pattern, facts, rng)
        if (sentence === undefined || written.has(sentence)) continue
        written.add(sentence)
        used.set(pattern, (used.get(pattern) ?? 0) + 1)
        avoided.add(pattern)
        return sentence
      }
    }
    return undefined
  }

  /** Two to four sentences about a company: how it began, how it works, and sometimes a last word. */
  function composeText({ openings, middles }: Trade, facts: Facts) {
    const avoided = new Set<string>()
    const first = write(rng.hits(0.14) ? [...words.openings] : openings, facts, avoided) ?? write(words.openings, facts, avoided)
    const parts = [first, write(middles, facts, avoided) ?? write(words.closings, facts, avoided)]
    if (rng.hits(0.45)) parts.push(write(middles, facts, avoided))
    if (rng.hits(parts.length === 2 ? 0.6 : 0.25)) parts.push(write(words.closings, facts, avoided))
    const said = parts.filter((part) => part !== undefined)
    if (said.length < 2) throw new Error(`the texts of the demo are used up: ${JSON.stringify({ facts, said, opening: openings[0] })}`)
    return said.join(' ')
  }

  return { composeText }
}

function fill(varied: string, pattern: string, facts: Facts, rng: Rng) {
  const named = isHalfNamed.test(pattern)
  if (named && onlyOne[facts.gender === 'm' ? 'w' : 'm'].test(varied)) return undefined
  // A company of a small town has no quarter: it names its town once.
  if (facts.quarter === facts.town && (varied.match(/\{(viertel|ort)\}/g) ?? []).length > 1) return undefined
  const values: Record<string, string> = {
    person: facts.person,
    vorname: facts.person.split(' ')[0] ?? '',
    ort: facts.town,
    viertel: facts.quarter,
    jahr: String(facts.year),
    zahl: numbers[facts.team - 2] ?? 'drei',
    zahlt: together[facts.team - 2] ?? 'dritt',
    km: String(facts.radiusKm),
    von: numbers[rng.whole(3, 7)] ?? 'sieben',
    uhr: String(rng.whole(7, 19)),
    tage: numbers[rng.whole(0, 5)] ?? 'drei',
  }
  const sentence = varied.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
