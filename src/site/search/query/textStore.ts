import { type RawBuilder, sql } from 'kysely'
import { hasOtherForms, type Meaning, type Variant, wholeSample } from './plan.ts'
import { textPoints } from './ranking.ts'

/** Condition that a company has the words, in the samples of a variant. */
export function textOf({ any, strong, exact }: Variant, meanings: readonly Meaning[]) {
  const needed = meanings.filter((one) => !one.isOptional)
  const asTyped = needed.map((one) => (hasOtherForms(one) ? hasAny(one.exact) : mentions(one)))
  const isOfWork = needed.flatMap((one) => (one.said?.categories.length ? [isOfItsWork(one, one.said)] : []))
  if (exact !== undefined) return allOf([...inSample(exact), ...asTyped, ...isOfWork])
  const ways = [
    ...(any === undefined ? [] : [allOf([...inSample(any), ...needed.map(mentions)])]),
    ...(strong === undefined ? [] : [allOf([...inSample(strong), ...needed.map(offers)])]),
    // In another order companies with the exact words do not come first.
    ...(needed.some(hasOtherForms) && strong !== undefined ? [allOf(asTyped)] : []),
  ]
  return allOf([anyOf(ways), ...isOfWork])
}

/** Written into the statement, because only then the planner sees that a sample's index suffices. */
const inSample = (sample: number) => (sample === wholeSample ? [] : [sql<boolean>`sample <= ${sql.lit(sample)}`])

/** Condition on all companies that they mention it. */
const mentions = (one: Meaning): RawBuilder<boolean> =>
  one.inside.length > manyTerms ? anyOf([hasRare(one.inside), hasWord({ ...one, inside: [] }, mentions)]) : hasWord(one, mentions)

/** Condition on a found row that it mentions it: reads only the row. */
const isMentioned = (one: Meaning): RawBuilder<boolean> => hasWord(one, isMentioned)

type Has = (one: Meaning) => RawBuilder<boolean>
const hasWord = (one: Meaning, hasSaidWord: Has) =>
  anyOf([...hasItself(one, hasSaidWord), ...(one.said?.categories.length ? [allOf(one.said.words.map(offers))] : [])])

const hasItself = ({ near, inside, parts, towns, said }: Meaning, hasSaidWord: Has) => [
  hasAny([...near, ...inside, ...towns]),
  ...(parts.length ? [sql<boolean>`terms @> ${parts}::integer[]`] : []),
  ...(said ? [saysAnywhere(said, hasSaidWord)] : []),
]

/**
 * Companies with the words of an intent in the own offer must have one of its categories. It is a separate condition, so that the rest uses
 * only the index, and of most companies only their category is compared. With `||`, because the planner would otherwise read the index of
 * whole categories.
 */
const isOfItsWork = (one: Meaning, { categories }: Said) =>
  anyOf([sql<boolean>`search_companies.category || '' = any(${categories})`, ...hasItself(one, isMentioned)])

/**
 * The planner takes a term without statistics for a frequent one, and assumes that comparing two lists costs the same for any length: for
 * 'werk' inside some hundred names of one company each, it would compare them with all companies' terms, for seconds. So their companies
 * are looked up first, term by term.
 */
const hasRare = (terms: number[]) => sql<boolean>`
  search_companies.company_id = any(array(
    select writer.company_id
    from unnest(${terms}::integer[]) as term, search_companies as writer
    where writer.terms @> array[term]
  ))`
const manyTerms = 50

type Said = NonNullable<Meaning['said']>
const saysAnywhere = ({ words, unknown }: Said, hasSaidWord: Has) =>
  allOf([sql<boolean>`terms @> ${[unknown]}::integer[]`, ...words.map(hasSaidWord)])

const offers = ({ near, isFilter }: Meaning) => (isFilter ? hasAny(near) : hasOffered(near))

/** Quality of the text match: the points of every word. A search of offers only gives every word full points. */
export function levelOf(meanings: readonly Meaning[], { any, exact }: Variant) {
  const isAllOffered = any === undefined && exact === undefined && !meanings.some((one) => hasOtherForms(one) || one.isOptional)
  const words = isAllOffered ? [] : meanings.filter((one) => !one.isFilter)
  const isExact = exact !== undefined
  const summands = words.flatMap((one) => (one.own ? levelOfIntent(one, one.own, { isExact }) : levelsOfWord(one, { isExact })))
  return summands.length ? sql`(${sql.join(summands, sql` + `)})` : sql`0`
}

/** `isExact`: every row has the word as it was typed. */
const levelsOfWord = (one: Meaning, { isExact }: { isExact: boolean }) => [
  pointsOf(one, { isFound: isInEveryHit(one) }),
  ...(hasOtherForms(one) && !isExact ? [sql`case when ${hasAny(one.exact)} then ${sql.lit(textPoints.exact)} else 0 end`] : []),
]

/** Points of an intent: its services are its exact words, and a company that offers one has both of its terms. */
function levelOfIntent(one: Meaning, trades: number[], { isExact }: { isExact: boolean }) {
  const { exact, offered, ownTrade } = textPoints
  const isOfTrade = hasOffered(trades)
  const ofTrade = one.exact.length > 0 ? offered + ownTrade : offered
  const serves = sql`case when ${isOfTrade} then ${sql.lit(exact + ofTrade)} else ${sql.lit(exact + offered)} end`
  if (isExact && one.exact.length > 0) return serves
  return sql`
    case
      when ${hasOffered(one.exact)} then ${serves}
      when ${isOfTrade} then ${sql.lit(ofTrade)}
      else ${pointsOf({ ...one, near: [] }, { isFound: isInEveryHit(one) })}
    end`
}

/** A company that was found by all words, but does not write this one, has it as a part of another word. */
const isInEveryHit = ({ towns, isOptional = false }: Meaning) => towns.length === 0 && !isOptional

/** `isFound`: every row contains the word in some form, so it need not be compared with each of a thousand words again. */
export function pointsOf(one: Meaning, { isFound }: { isFound: boolean }) {
  const { offered, mentioned, part } = textPoints
  if (one.isFilter) return sql`0`
  const isPart = isFound ? sql`true` : mentionsPart(one)
  return sql`
    case
      when ${hasOffered(one.near)} then ${sql.lit(offered)}
      when ${one.said ? hasSaid(one.said) : hasAny(one.near)} then ${sql.lit(mentioned)}
      when ${isPart} then ${sql.lit(part)}
      else 0
    end`
}

const mentionsPart = ({ inside, parts, said }: Meaning) =>
  anyOf([
    hasAny(inside),
    ...(parts.length ? [sql<boolean>`terms @> ${parts}::integer[]`] : []),
    ...(said ? [saysAnywhere(said, isMentioned)] : []),
  ])

/** Condition on a found row that the intent's words are in its own offer. */
const hasSaid = ({ words, categories }: Said) =>
  allOf([sql<boolean>`search_companies.category = any(${categories})`, ...words.map(({ near }) => hasAny(near.map((id) => -id)))])

export const hasAny = (terms: number[]) => (terms.length ? sql<boolean>`terms && ${terms}::integer[]` : sql<boolean>`false`)
const hasOffered = (terms: number[]) => hasAny(terms.map((id) => -id))

export const allOf = (conditions: RawBuilder<boolean>[]) => joined(conditions, sql` and `)
export const anyOf = (conditions: RawBuilder<boolean>[]) => joined(conditions, sql` or `)
function joined(conditions: RawBuilder<boolean>[], by: RawBuilder<unknown>) {
  const [first = sql<boolean>`true`, ...more] = conditions
  return more.length ? sql<boolean>`(${sql.join(conditions, by)})` : first
}
