import { mirrored } from '#src/orders/documents/actions.ts'
import { draftAdvance, draftCorrection, draftInvoice } from '#src/orders/documents/customers/papers.ts'
import type { CareKind, DocumentFacts, DocumentParty, NumberedFacts } from '#src/orders/documents/facts.ts'
import { type GrossLine, type TaxCase, taxedLines } from '#src/orders/documents/taxes.ts'
import { alreadyPaid, cancellationOf, documentTexts, inTheNameOf, reducedAfterRefund } from '#src/orders/documents/texts.ts'
import { type CustomerCase, customerCases, openHistory } from './customerHistory.ts'
import { randomOf } from './randomCalendars.ts'

/** Kinds of documents that the product issues, and every tax case (docs/domain.md#documents). */
export const documentCases = [
  'commission',
  'negative month',
  'first negative month',
  'subscription',
  '19 %',
  '7 %',
  'mixed',
  'small',
  'exempt',
  'zero',
  '§ 13b',
  'EU',
  'discount',
  'partial refund',
  'full refund',
  'cancellation',
  ...customerCases,
] as const
export type DocumentCase = (typeof documentCases)[number]

const isCustomerCase = (what: DocumentCase): what is CustomerCase => what.startsWith('customer ')

/** A document to a customer, drafted by the product's own rules: an invoice, less a discount, corrected, or cancelled. */
function customerDocument(what: CustomerCase, seed: number): NumberedFacts {
  const { rng, service, lines, written, amountCents } = openHistory(seed, what)
  if (what === 'customer advance' || what === 'customer final') return plannedDocument(what, { seed, ...openHistory(seed, what) })
  const back = what === 'customer discount' ? { cents: 1 + rng(amountCents - 1), on: '2026-11-19' } : null
  const number = `P7K2A-2026-${String(seed).padStart(5, '0')}`
  const correctionNumber = `P7K2A-K-2026-${String(seed).padStart(5, '0')}`
  const { facts } = draftInvoice({ ...written, service, lines, back })
  if (what === 'customer cancellation') return { ...mirrored({ facts, number }, { today: '2026-11-24' }), number: correctionNumber }
  if (!what.endsWith('refund')) return { ...facts, number }
  const before = rng(2) === 0 ? 0 : rng(amountCents - 1)
  const after = what === 'customer full refund' ? amountCents : before + 1 + rng(amountCents - before - 1)
  const gone = { before, after, on: '2026-11-24', isDispute: rng(3) === 0 }
  const original = { number, facts }
  return { ...draftCorrection({ ...written, original, lines, gone, isConsumer: service.isConsumer }).facts, number: correctionNumber }
}

/** Advance invoice, or a final invoice that deducts up to three of them and names waived and refunded amounts. */
function plannedDocument(
  what: CustomerCase,
  { seed, rng, service, lines, written, amountCents }: ReturnType<typeof openHistory> & { seed: number },
) {
  const count = 1 + rng(3)
  const sums = Array.from({ length: count + 1 }, (_, place) => Math.floor((amountCents * place) / (2 * count)))
  const advances = sums.slice(1).map((after, place) => ({
    number: `P7K2A-2026-${String(seed * 4 + place).padStart(5, '0')}`,
    ...draftAdvance({ ...written, service, name: 'Anzahlung: Fenster putzen', lines, before: sums[place] ?? 0, after }),
  }))
  const [first] = advances
  if (what === 'customer advance' && first) return { ...first.facts, number: first.number }
  const unbilledCents = rng(3) === 0 ? rng(Math.floor(amountCents / 4)) : 0
  const back = rng(3) === 0 ? { cents: 1 + rng(Math.floor(amountCents / 4)), on: '2026-11-19' } : null
  const { facts } = draftInvoice({ ...written, service, lines, back, planned: { unbilledCents, advances } })
  return { ...facts, number: `P7K2A-2026-${String(seed * 4 + 3).padStart(5, '0')}` }
}

/** A document of a case; deterministic by seed. */
export function randomDocument(what: DocumentCase, seed: number): NumberedFacts {
  if (isCustomerCase(what)) return customerDocument(what, seed)
  const rng = createRng(seed * 31 + documentCases.indexOf(what))
  const { lines, isNegative } = linesOf(what, rng)
  const taxed = taxedLines(isNegative ? lines.map((line) => ({ ...line, grossCents: 0 - line.grossCents })) : lines)
  const [seller, buyer] = partiesOf(what, rng)
  const issuedOn = `2026-${two(rng.below(12) + 1)}-${two(rng.below(28) + 1)}`
  const isCorrection = isNegative || what === 'cancellation'
  const isMonth = what === 'commission' || what.endsWith('negative month')
  const original = `P7K2-2026-${String(seed).padStart(5, '0')}`
  return {
    number: isCorrection ? `P7K2-K-2026-${String(seed).padStart(5, '0')}` : original,
    typeCode: isCorrection ? '384' : '380',
    issuedOn,
    supplyFrom: isMonth ? `${issuedOn.slice(0, 7)}-01` : issuedOn,
    supplyTo: issuedOn,
    seller,
    buyer,
    buyerReference: rng.below(4) === 0 ? '04011000-12345-34' : null,
    ...taxed,
    paymentCode: isMonth ? '97' : '68',
    terms: isMonth ? documentTexts.netted : alreadyPaid(issuedOn, 'Stripe'),
    notes: [
      ...(isCorrection ? [what === 'cancellation' ? cancellationOf(original, issuedOn) : reducedAfterRefund(issuedOn)] : []),
      inTheNameOf('Handschlag & Söhne GmbH', seller.name),
      ...(rng.below(2) === 0 ? [documentTexts.retainTwoYears] : []),
    ],
    corrects: isCorrection && what !== 'first negative month' ? { number: original, issuedOn } : null,
  }
}

function linesOf(what: DocumentCase, rng: Rng): { lines: GrossLine[]; isNegative: boolean } {
  const tax = taxOf(what, rng)
  const line = (grossCents: number, one: TaxCase = tax): GrossLine => ({
    text: rng.pick(goods),
    grossCents,
    tax: one,
    care: rng.pick(cares),
  })
  const cents = () => rng.below(rng.pick([500, 30_000, 1_000_000])) + 1
  const isNegative = what.endsWith('negative month') || what.endsWith('refund') || what === 'cancellation'
  const lines = [line(cents())]
  if (what === 'mixed')
    lines.push(line(cents(), { case: 'regular', basisPoints: 700 }), line(cents(), { case: 'regular', basisPoints: 1_900 }))
  if (what === 'discount') lines.push(line(cents()), line(0 - (rng.below(lines[0]?.grossCents ?? 1) + 1)))
  if (what === 'commission') lines.push(line(0 - rng.below(lines[0]?.grossCents ?? 1)))
  for (let more = rng.below(4); more > 0; more--) lines.push(line(cents()))
  return { lines, isNegative }
}

function taxOf(what: DocumentCase, rng: Rng): TaxCase {
  if (what === '7 %') return { case: 'regular', basisPoints: 700 }
  if (what === 'small') return { case: 'small' }
  if (what === 'exempt') return { case: 'exempt', reason: 'Umsatzsteuerfrei nach § 4 Nr. 14 Buchst. a UStG.' }
  if (what === 'zero') return { case: 'zero' }
  if (what === '§ 13b' || what === 'EU') return { case: 'reverse' }
  const open = what === 'partial refund' || what === 'full refund' || what === 'cancellation'
  const cases: TaxCase[] = [
    { case: 'small' },
    { case: 'reverse' },
    { case: 'regular', basisPoints: 700 },
    { case: 'regular', basisPoints: 1_900 },
  ]
  return open ? rng.pick(cases) : { case: 'regular', basisPoints: 1_900 }
}

const two = (number: number) => String(number).padStart(2, '0')
const cares: readonly CareKind[] = ['labour', 'travel', 'material', 'other']
const goods = [
  'Fenster putzen',
  'Anfahrt & Maschine',
  'Material: „Öl“ <5 l>',
  'Provision für 12 Buchungen im November 2026',
  'Şarküteri, ısıtma',
] as const
const names = [
  'Müller, Łukaszewski & Söhne GmbH & Co. KG',
  'Ayşe Demir',
  'Praxis Dr. Behrens',
  'O’Neill <IT> e. K.',
  'ısı „Çelik“ UG',
] as const
const towns = [
  ['22767', 'Hamburg'],
  ['01067', 'Dresden'],
  ['87435', 'Kempten (Allgäu)'],
] as const

function partiesOf(what: DocumentCase, rng: Rng): [DocumentParty, DocumentParty] {
  const party = (): DocumentParty => {
    const [postcode, town] = rng.pick(towns)
    return {
      id: `A-${rng.below(1e6)}`,
      name: rng.pick(names),
      street: `Große Straße ${rng.below(90) + 1}`,
      postcode,
      town,
      country: 'DE',
      vatId: 'DE136695976',
      taxNumber: '22/815/08154',
      contactName: 'Meike Petersen',
      phone: '+49 40 66969101',
      email: 'kontakt@glanzwerk.example',
    }
  }
  const seller = { ...party(), ...(what === 'small' ? { vatId: null } : {}) }
  const isBusiness = what === '§ 13b' || what === 'commission' || rng.below(2) === 0
  const isReverse = what === '§ 13b' || what === 'partial refund' || what === 'full refund' || what === 'cancellation'
  const buyer = { ...party(), taxNumber: null, ...(isBusiness || isReverse ? {} : { vatId: null, contactName: '', phone: '' }) }
  return what === 'EU' ? [seller, { ...buyer, country: 'AT', postcode: '1010', town: 'Wien', vatId: 'ATU12345678' }] : [seller, buyer]
}

/** Mutations of a document's facts: wrong, or right in another way. */
const faults: Record<string, (facts: NumberedFacts, rng: Rng) => NumberedFacts> = {
  'no day': (facts) => ({ ...facts, issuedOn: '' }),
  'no name of the seller': (facts) => ({ ...facts, seller: { ...facts.seller, name: '' } }),
  'no name of the buyer': (facts) => ({ ...facts, buyer: { ...facts.buyer, name: '' } }),
  'no country of the seller': (facts) => ({ ...facts, seller: { ...facts.seller, country: '' } }),
  'no country of the buyer': (facts) => ({ ...facts, buyer: { ...facts.buyer, country: '' } }),
  'no lines': (facts) => ({ ...facts, lines: [] }),
  'a line without words': (facts) => ({ ...facts, lines: facts.lines.map((line, at) => (at === 0 ? { ...line, text: '' } : line)) }),
  'the period ends before it begins': (facts) => ({ ...facts, supplyFrom: '2027-12-31' }),
  'an unknown way to pay': (facts) => ({ ...facts, paymentCode: '999' }),
  'no number of the original': (facts) => ({ ...facts, corrects: { number: '', issuedOn: facts.issuedOn } }),
  'seller without any number': (facts) => ({ ...facts, seller: { ...facts.seller, id: '', vatId: null } }),
  'seller without numbers of tax': (facts) => ({ ...facts, seller: { ...facts.seller, vatId: null, taxNumber: null } }),
  'buyer without number of tax': (facts) => ({ ...facts, buyer: { ...facts.buyer, vatId: null } }),
  'number of tax without country': (facts) => ({ ...facts, seller: { ...facts.seller, vatId: '136695976' } }),
  'a line more': (facts, rng) => ({
    ...facts,
    lines: [...facts.lines, { ...rng.pick(facts.lines), netCents: rng.below(900) + 1 }],
  }),
  'a line less': (facts) => ({ ...facts, lines: facts.lines.slice(1) }),
  'a line changed': (facts, rng) => changeLine(facts, rng, (line) => ({ ...line, netCents: line.netCents + rng.below(9) + 1 })),
  'rate of a line': (facts, rng) => changeLine(facts, rng, (line) => ({ ...line, taxBasisPoints: rng.pick([0, 700, 1_600, 1_900]) })),
  'category of a line': (facts, rng) => changeLine(facts, rng, (line) => ({ ...line, category: rng.pick(['S', 'Z', 'E', 'AE'] as const) })),
  'net of a group': (facts, rng) => changeGroup(facts, rng, (group) => ({ ...group, netCents: group.netCents + rng.below(400) + 1 })),
  'tax of a group': (facts, rng) => changeGroup(facts, rng, (group) => ({ ...group, taxCents: group.taxCents + rng.below(400) + 1 })),
  'rate of a group': (facts, rng) => changeGroup(facts, rng, (group) => ({ ...group, taxBasisPoints: rng.pick([0, 700, 1_900]) })),
  'reason of a group': (facts, rng) => changeGroup(facts, rng, (group) => ({ ...group, reason: group.reason === null ? 'Weil' : null })),
  'no groups': (facts) => ({ ...facts, groups: [] }),
  'a group twice': (facts) => ({ ...facts, groups: [...facts.groups, ...facts.groups.slice(0, 1)] }),
  'tax of all': (facts, rng) => ({ ...facts, taxCents: facts.taxCents + rng.below(300) + 1 }),
  'net of all': (facts, rng) => ({ ...facts, netCents: facts.netCents + rng.below(300) + 1 }),
  'gross of all': (facts, rng) => ({ ...facts, grossCents: facts.grossCents + rng.below(300) + 1 }),
  'tax and gross': (facts, rng) => taxAndGross(facts, rng.below(400) + 1),
  'nobody to ask': (facts) => ({ ...facts, seller: { ...facts.seller, contactName: '' } }),
  'no phone': (facts) => ({ ...facts, seller: { ...facts.seller, phone: '' } }),
  'a phone of two digits': (facts) => ({ ...facts, seller: { ...facts.seller, phone: '12' } }),
  'no address of mail': (facts) => ({ ...facts, seller: { ...facts.seller, email: '' } }),
  'no town of the seller': (facts) => ({ ...facts, seller: { ...facts.seller, town: '' } }),
  'no postcode of the seller': (facts) => ({ ...facts, seller: { ...facts.seller, postcode: '' } }),
  'no street of the seller': (facts) => ({ ...facts, seller: { ...facts.seller, street: '' } }),
  'other words': (facts) => ({ ...facts, terms: '', notes: [], buyerReference: 'A & B' }),
  'an earlier day': (facts) => ({ ...facts, issuedOn: '2026-01-01' }),
}

const changeLine = (facts: NumberedFacts, rng: Rng, change: (line: DocumentFacts['lines'][number]) => DocumentFacts['lines'][number]) => {
  const at = rng.below(facts.lines.length)
  return { ...facts, lines: facts.lines.map((line, place) => (place === at ? change(line) : line)) }
}
const changeGroup = (
  facts: NumberedFacts,
  rng: Rng,
  change: (group: DocumentFacts['groups'][number]) => DocumentFacts['groups'][number],
) => {
  const at = rng.below(facts.groups.length)
  return { ...facts, groups: facts.groups.map((group, place) => (place === at ? change(group) : group)) }
}
/** Inconsistent, although all sums are right. */
const taxAndGross = (facts: NumberedFacts, cents: number) => ({
  ...facts,
  groups: facts.groups.map((group, at) => (at === 0 ? { ...group, taxCents: group.taxCents + cents } : group)),
  taxCents: facts.taxCents + cents,
  grossCents: facts.grossCents + cents,
})

/** A document with one mutation; deterministic by seed. */
export function mutant(seed: number) {
  const rng = createRng(seed * 7_919 + 3)
  const what = documentCases[seed % documentCases.length] ?? '19 %'
  const fault = rng.pick(Object.keys(faults))
  const original = randomDocument(what, seed)
  return { what, fault, facts: faults[fault]?.(original, rng) ?? original }
}

type Rng = { below(limit: number): number; pick<One>(list: readonly One[]): One }

function createRng(seed: number): Rng {
  const next = randomOf(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: (list) => {
      const found = list[below(list.length)]
      if (found === undefined) throw new Error('nothing to pick from')
      return found
    },
  }
}
