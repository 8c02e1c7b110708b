import { makeCompany, makeOwner, passCode, signInAs } from './factories.ts'
import type { TestApp, Visitor } from './testApp.ts'

/** IBANs with valid check digits that are not assigned to anyone. */
export const accounts = {
  first: { account_holder: 'Glanzwerk Altona GmbH', bank_account: 'DE89 3704 0044 0532 0130 00', bank_code: 'COBADEFFXXX' },
  second: { account_holder: 'Glanzwerk Nord GmbH', bank_account: 'DE02120300000000202051', bank_code: '' },
}

/** A company, its owner's browser after sign-in and code, and helpers for mailed links. */
export async function openBankFixture({ app, newVisitor, runJobs, inbox }: TestApp) {
  const company = await makeCompany(app)
  const owner = await makeOwner(app, company.id)
  const person = await passCode(app, await signInAs(newVisitor(), owner.email))
  const request = (bankDetails: object, by: Visitor = person) =>
    by.call('request-bank-details-update', { companyId: company.id, bankDetails })
  const mailTo = (to: string, subject: RegExp) => inbox.mails().find((mail) => mail.to === to && subject.test(mail.subject))
  const tokenOf = (text = '') => /[?&]token=([\w-]{43})/.exec(text)?.[1] ?? ''
  /** Token of the newest mailed confirmation link. */
  const confirmToken = async () => {
    await runJobs()
    return tokenOf(mailTo(owner.email, /bestätigen/)?.text)
  }
  const undoToken = async (to = owner.email) => {
    await runJobs()
    return tokenOf(mailTo(to, /hinterlegt|geändert/)?.text)
  }
  return {
    company,
    owner,
    person,
    request,
    mailTo,
    confirmToken,
    undoToken,
    read: async () => (await person.call('get-bank-details', { companyId: company.id })).body,
    /** Requests a change and confirms it. */
    change: async (bankDetails: object) => {
      await request(bankDetails)
      return newVisitor().call('verify-bank-update', { token: await confirmToken() })
    },
  }
}
