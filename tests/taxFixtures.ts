import { randomUUID } from 'node:crypto'
import { disputeLostEntries, refundEntries } from '#src/money/payments/entryRules.ts'
import { postLedgerBatch } from '#src/money/payments/ledgerActions.ts'
import { chargeEntries, splitAmount } from '#src/money/payments/rules.ts'
import { encryptPerson } from '#src/supply/companies/details/encryptionActions.ts'
import { detailsForm } from '#src/supply/companies/details/rules.ts'
import { writeTaxProfile } from '#src/supply/companies/tax/actions.ts'
import { checkDigit } from '#src/supply/companies/tax/numbers.ts'
import { makeCompany } from './factories.ts'
import type { TestApp } from './testApp.ts'

const rates = { commissionBasisPoints: 300, vatBasisPoints: 1_900 }

/** Companies with complete details, and their customers' payments and refunds in the ledger. */
export function openTaxFixtures({ app }: TestApp) {
  let made = 0

  async function seller(kind: 'person' | 'entity' | 'incomplete' = 'person') {
    made += 1
    const company = await makeCompany(app, {
      companyName: `Firma & Söhne <${made}>`,
      legalForm: kind === 'entity' ? 'GmbH' : null,
      street: 'Schmale Gasse 12',
      postcode: '22767',
      town: 'Hamburg',
      registerNumber: kind === 'entity' ? `HRB ${made}` : null,
      representedBy: 'Meike Petersen',
    })
    if (kind === 'incomplete') return company
    const person = { firstName: 'Ayşe', lastName: 'Demir', birthDate: '1980-12-24', taxId: idOf(made) }
    const home = { homeStreet: 'Am Anger 3', homePostcode: '22767', homeTown: 'Hamburg' }
    const details = detailsForm.parse({ kind, ...(kind === 'person' ? { ...person, ...home } : {}) })
    await app.db.transaction().execute(async (tx) => {
      await tx
        .insertInto('businessDetails')
        .values({
          companyId: company.id,
          kind,
          status: 'submitted',
          sealed: encryptPerson(app, company.id, details),
          legalEmail: 'a@b.example',
          legalPhone: '040 1',
          hasNoVatId: true,
          traderDeclaredAt: app.now(),
          submittedAt: app.now(),
        })
        .execute()
      const profile = { status: 'regular', taxNumber: '22/815/08156', vatId: null, exemptionText: null } as const
      await writeTaxProfile(app, tx, { companyId: company.id, validFrom: '2026-01-01', ...profile })
    })
    return company
  }

  /** A booking paid at a given moment. */
  async function charge(companyId: string, { amountCents, at }: { amountCents: number; at: Date }) {
    const split = splitAmount({ amountCents, ...rates })
    const { id } = await app.db
      .insertInto('bookings')
      .values({
        companyId,
        requestHash: randomUUID(),
        serviceTitle: 'Fenster putzen',
        description: '',
        location: 'Hamburg',
        bookingDate: '2026-12-01',
        bookingTime: '09:00',
        customerName: 'Katrin',
        customerEmail: 'katrin@kunde.example',
        customerPhone: '',
        bookingStatus: 'confirmed',
        paymentStatus: 'paid',
        amountCents,
        feeCents: split.feeCents,
        ...rates,
        paidAt: at,
        payableAt: at,
        expiresAt: at,
        createdAt: at,
        updatedAt: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await post('charge', id, { at, entries: chargeEntries(amountCents, split, companyId) })
    return { id, companyId, amountCents, leftCents: amountCents }
  }
  type Charged = Awaited<ReturnType<typeof charge>>

  /** Refunds part of it, by refund or by lost dispute. */
  async function giveBack(booking: Charged, { cents, at, kind }: { cents: number; at: Date; kind: 'refund' | 'disputeLost' }) {
    const [before, after] = [booking.leftCents, booking.leftCents - cents].map((amountCents) => splitAmount({ amountCents, ...rates }))
    if (!before || !after) throw new Error('no split')
    const shrinking = { before, after, companyId: booking.companyId, account: 'company_payable' as const }
    const entries =
      kind === 'refund'
        ? refundEntries({ refundCents: cents, ...shrinking })
        : disputeLostEntries({ amountCents: cents, lost: { ...shrinking, appliedCents: cents } })
    booking.leftCents -= cents
    await post(kind, booking.id, { at, entries, reference: randomUUID() })
  }

  type Posting = { at: Date; entries: ReturnType<typeof chargeEntries>; reference?: string }
  const post = (kind: string, bookingId: string, { at, entries, reference = bookingId }: Posting) =>
    app.db.transaction().execute((tx) => postLedgerBatch(tx, { kind, occurredAt: at, postings: [{ reference, bookingId, entries }] }))

  return { seller, charge, giveBack }
}

/** A valid tax id for a number: one digit twice, the others once. */
function idOf(number: number) {
  const first = `${1 + (number % 8)}`
  const rest = [...'0123456789'].filter((digit) => digit !== first)
  const digits = `${first}${rest.slice(0, 8).join('')}${first}`
  return digits + checkDigit(digits)
}
