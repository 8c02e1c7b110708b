import { expect, test } from 'vitest'
import { draftCorrection, draftInvoice } from '#src/orders/documents/customers/papers.ts'
import { errorsOf } from '#src/orders/documents/issuing.ts'
import { openHistory } from './customerHistory.ts'

/** Random histories of a customer's documents, without a database; `src/orders/documents/customers` tests the same with one. */
const histories = 5_000

/** A booking, its refunds before and after its invoice, and every document about it. */
function live(seed: number) {
  const { rng, service, lines, written, amountCents } = openHistory(seed)
  const facts = [{ cents: amountCents, covered: 0 }]
  const sum = (those: typeof facts) => those.reduce((total, { cents }) => total + cents, 0)
  const giveBack = () => {
    const left = sum(facts)
    if (left > 0) facts.push({ cents: rng(3) === 0 ? 0 - left : 0 - (1 + rng(left)), covered: 0 })
  }
  for (let before = rng(3); before > 0; before--) giveBack()
  const papers: number[] = []
  if (sum(facts) === 0) return { facts: [], papers, amountCents }
  const back = amountCents - sum(facts)
  const invoice = draftInvoice({ ...written, service, lines, back: back > 0 ? { cents: back, on: '2026-11-20' } : null })
  expect([seed, errorsOf(invoice.facts)]).toEqual([seed, []])
  papers.push(invoice.facts.grossCents)
  for (const fact of facts) fact.covered += 1
  for (let rounds = rng(4); rounds > 0; rounds--) {
    const known = facts.length
    for (let after = rng(3); after > 0; after--) giveBack()
    const open = facts.slice(known)
    if (open.length === 0) continue
    const before = amountCents - sum(facts.slice(0, known))
    const gone = { before, after: amountCents - sum(facts), on: '2026-11-25', isDispute: rng(4) === 0 }
    const original = { number: 'P7K2A-2026-00001', facts: invoice.facts }
    const correction = draftCorrection({ ...written, original, lines, gone, isConsumer: service.isConsumer })
    expect([seed, errorsOf(correction.facts)]).toEqual([seed, []])
    papers.push(correction.facts.grossCents)
    for (const fact of open) fact.covered += 1
  }
  return { facts, papers, amountCents }
}

test(`${histories} bookings: invoice and corrections are what was charged less what went back, and each fact is in one of them`, () => {
  let wholly = 0
  let corrected = 0
  for (let seed = 0; seed < histories; seed++) {
    const { facts, papers } = live(seed)
    const charged = facts.reduce((total, { cents }) => total + cents, 0)
    expect([seed, papers.reduce((total, cents) => total + cents, 0)]).toEqual([seed, charged])
    expect(facts.every(({ covered }) => covered === 1)).toBe(true)
    if (papers.length > 1) corrected += 1
    if (papers.length > 1 && charged === 0) wholly += 1
  }
  expect([corrected > 1_000, wholly > 300]).toEqual([true, true])
})
