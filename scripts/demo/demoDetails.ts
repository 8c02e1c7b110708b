import { addMonths, berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { encryptPerson } from '#src/supply/companies/details/encryptionActions.ts'
import { detailsForm } from '#src/supply/companies/details/rules.ts'
import { writeTaxProfile } from '#src/supply/companies/tax/actions.ts'
import { checkDigit } from '#src/supply/companies/tax/numbers.ts'
import { demoId, readDemo } from './demoData.ts'

type Target = Pick<App, 'config' | 'random'>

/** Not answered yet, waiting for the operator's check, or checked. */
export type DetailsState = 'open' | 'submitted' | 'checked'

/**
 * Business details and tax status of the companies that have none. Most are checked; of the small demo a tenth has not answered the
 * request. All persons and numbers are invented; the tax ids have right check digits.
 */
export async function insertDemoDetails(app: Target, tx: Transaction, now: Date, state?: DetailsState) {
  const { companies: named } = await readDemo()
  const small = new Set(named.flatMap(({ id, kleinunternehmer }) => (kleinunternehmer ? [demoId('company', id)] : [])))
  const validFrom = `${addMonths(berlinDay(now), -24).slice(0, 4)}-01-01`
  const companies = await tx
    .selectFrom('companies')
    .select(['id', 'legalForm', 'representedBy', 'contactPerson', 'street', 'postcode', 'town', 'email', 'phone', 'registerNumber'])
    .where('id', 'not in', (known) => known.selectFrom('taxProfiles').select('companyId'))
    .where('archivedAt', 'is', null)
    .orderBy('id')
    .execute()
  for (const company of companies) {
    const { id: companyId } = company
    const index = Number.parseInt(companyId.slice(-5), 16) % 80_000
    const { isOpen, ...standing } = standingOf(state ?? (index % 10 === 7 ? 'open' : 'checked'), now)
    const kind = isEntity(company.legalForm) ? 'entity' : 'person'
    const taxNumber = `22/${100 + (index % 800)}/${10_000 + index}`
    const status = small.has(companyId) ? 'small' : 'regular'
    await writeTaxProfile(app, tx, { companyId, validFrom, status, taxNumber, vatId: null, exemptionText: null })
    if (kind === 'entity' && !company.registerNumber) {
      const register = { registerCourt: 'Amtsgericht Hamburg', registerNumber: `HRB ${10_000 + index}` }
      await tx.updateTable('companies').set(register).where('id', '=', companyId).execute()
    }
    const [firstName = '', ...rest] = (company.representedBy ?? company.contactPerson).split(' ')
    const person = { firstName, lastName: rest.join(' ') || firstName, birthDate: birthDate(index), taxId: taxIdOf(index) }
    const home = { homeStreet: company.street, homePostcode: company.postcode, homeTown: company.town }
    const details = detailsForm.parse({ kind, ...(kind === 'person' && !isOpen ? { ...person, ...home } : {}) })
    await tx
      .insertInto('businessDetails')
      .values({
        companyId,
        kind,
        sealed: encryptPerson(app, companyId, details),
        legalEmail: company.email,
        legalPhone: company.phone,
        hasNoVatId: !isOpen,
        ...standing,
      })
      .execute()
  }
}

const dayMs = 86_400_000

function standingOf(state: DetailsState, now: Date) {
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  if (state === 'open') return { isOpen: true, status: 'incomplete' as const, askedAt: before(10) }
  if (state === 'submitted') return { isOpen: false, status: 'submitted' as const, traderDeclaredAt: now, submittedAt: now }
  const [submittedAt, decidedAt] = [before(60), before(58)]
  return {
    isOpen: false,
    status: 'checked' as const,
    traderDeclaredAt: submittedAt,
    submittedAt,
    decidedAt,
    validUntil: addMonths(berlinDay(now), 34),
  }
}

const isEntity = (legalForm: string | null) => legalForm !== null && !/^Einzelunternehmen|^e\. ?K/.test(legalForm)

const birthDate = (index: number) => `${1960 + (index % 40)}-${String((index % 12) + 1).padStart(2, '0')}-15`

/** A tax id of the shape that is handed out: one digit twice, another missing, and the check digit. */
function taxIdOf(index: number) {
  const digits = [...'1234567899'.slice(index % 9), ...'1234567899'.slice(0, index % 9)].join('')
  return digits + checkDigit(digits)
}
