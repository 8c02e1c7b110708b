import { addMonths, berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { detailsForm } from '#src/supply/companies/details/rules.ts'
import { sealPerson } from '#src/supply/companies/details/sealActions.ts'
import { writeTaxProfile } from '#src/supply/companies/tax/actions.ts'
import { checkDigit } from '#src/supply/companies/tax/numbers.ts'
import { demoId, readDemo, signInEmails } from './demoData.ts'

type Target = Pick<App, 'config' | 'random'>

/**
 * Business details and tax status of the demo's companies. Most are checked; a tenth has not answered the request, among them
 * the one that pays Basic. All persons and numbers are invented; the tax ids have right check digits.
 */
export async function insertDemoDetails(app: Target, tx: Transaction, now: Date) {
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
  for (const [index, company] of companies.entries()) {
    const { id: companyId } = company
    const isOpen = index % 10 === 7 || company.email === signInEmails[2]
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
    const dayMs = 86_400_000
    await tx
      .insertInto('businessDetails')
      .values({
        companyId,
        kind,
        sealed: sealPerson(app, companyId, details),
        legalEmail: company.email,
        legalPhone: company.phone,
        hasNoVatId: !isOpen,
        ...(isOpen
          ? { status: 'incomplete', askedAt: new Date(now.getTime() - 10 * dayMs) }
          : {
              status: 'checked',
              traderDeclaredAt: new Date(now.getTime() - 60 * dayMs),
              submittedAt: new Date(now.getTime() - 60 * dayMs),
              decidedAt: new Date(now.getTime() - 58 * dayMs),
              validUntil: addMonths(berlinDay(now), 34),
            }),
      })
      .execute()
  }
}

const isEntity = (legalForm: string | null) => legalForm !== null && !/^Einzelunternehmen|^e\. ?K/.test(legalForm)

const birthDate = (index: number) => `${1960 + (index % 40)}-${String((index % 12) + 1).padStart(2, '0')}-15`

/** A tax id of the shape that is handed out: one digit twice, another missing, and the check digit. */
function taxIdOf(index: number) {
  const digits = [...'1234567899'.slice(index % 9), ...'1234567899'.slice(0, index % 9)].join('')
  return digits + checkDigit(digits)
}
