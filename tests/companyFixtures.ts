import { operatorNames } from '#src/supply/companies/fields/fields.ts'
import { openMoneyFixtures } from './moneyFixtures.ts'
import { openPaymentFixtures } from './paymentFixtures.ts'
import type { TestApp } from './testApp.ts'

/** Company as the operator's form sends it. */
export const companyBody = (fields: object = {}) => ({
  company_name: 'Malerei Nordlicht',
  category: 'Handwerk',
  email: 'post@nordlicht.example',
  phone: '+49 40 66969102',
  contact_person: 'Jonte Harms',
  location: 'Deichweg 4, 22767 Hamburg',
  description: 'Wir streichen Wohnungen und Fassaden.',
  website: '',
  hourly_rate: '',
  plan: 'Premium',
  ...fields,
})

/** Operator's actions that tests of companies repeat. */
export function openCompanyFixtures(testApp: TestApp) {
  const { app, inbox, runJobs } = testApp
  const { operator } = openMoneyFixtures(testApp)

  const companyRow = (id: string) => app.db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst()

  const auditOf = (companyId: string) =>
    app.db.selectFrom('auditLog').select(['action', 'actor', 'before', 'after']).where('objectId', '=', companyId).orderBy('at').execute()

  /** The claim code of the newest mail to this address. Runs the jobs first. */
  async function mailedClaimCode(address: string) {
    await runJobs()
    const mail = inbox.mails().find(({ to, subject }) => to === address && subject.startsWith('Ihr Anbieterprofil ist eingerichtet'))
    return (
      /\b(\d{4}) (\d{4})\b/
        .exec(mail?.text ?? '')
        ?.slice(1, 3)
        .join('') ?? ''
    )
  }
  return { operator, companyRow, auditOf, mailedClaimCode, payments: openPaymentFixtures(testApp) }
}

/** Body of the operator's edit dialog for a company that was read. */
export const formOf = ({ id, updated_at: knownAt, ...one }: Record<string, unknown>, fields: object = {}) => ({
  ...{ companyId: id, knownAt },
  ...Object.fromEntries(operatorNames.map((name) => [name, one[name]])),
  ...{ plan: one.plan, premium: one.premium, verified: one.verified, ...fields },
})
