import { isBeingVisited, visitLink } from './accountLinks.ts'
import { type AccountForm, closedAccountPage, dashboardPage, missingAccountPage, onboardingPage } from './accountLinkView.ts'
import { changeAccount, stateOf } from './accounts.ts'
import { paidInto } from './externalAccounts.ts'
import type { IncomingRequest, OutgoingResponse } from './http.ts'
import type { Box } from './operations.ts'
import type { AccountLinkRecord } from './tables.ts'

const path = /^\/setup\/e\/(acct_[A-Za-z0-9]+)(?:\/([A-Za-z0-9]+))?$/

/** Stripe's onboarding in one page: `GET /setup/e/{account}/{link}` shows it once, `POST` takes its form. Needs no JavaScript. */
export async function answerAccountPage(box: Box, incoming: IncomingRequest): Promise<OutgoingResponse> {
  const [, account = '', id = ''] = path.exec(incoming.path) ?? []
  const known = box.store.get('account', account)
  if (id === '' && known?.details_submitted) return dashboardPage(known)
  const link = box.store.get('accountLink', id)
  if (!link || link.account !== account) return missingAccountPage()
  const isGood = incoming.method === 'POST' ? isBeingVisited(box, link) : visitLink(box, link)
  await box.store.durable()
  // The platform must create a new link; for a POST the page itself shows the error.
  if (!isGood) return incoming.method === 'POST' ? closedAccountPage(link) : redirect(link.refreshUrl)
  if (incoming.method !== 'POST') return onboardingPage({ box, link, form: blankForm(box, link), errors: {} })
  return takeForm(box, link, new URLSearchParams(incoming.body))
}

async function takeForm(box: Box, link: AccountLinkRecord, fields: URLSearchParams): Promise<OutgoingResponse> {
  const account = box.store.get('account', link.account)
  if (!account) return missingAccountPage()
  const isLater = fields.get('intention') === 'later'
  const form: AccountForm = { name: (fields.get('name') ?? '').slice(0, 200), iban: (fields.get('iban') ?? '').slice(0, 50) }
  const errors = isLater ? {} : findErrors(form)
  if (Object.keys(errors).length > 0) return onboardingPage({ box, link, form, errors })
  box.store.transact(() => {
    box.store.put('accountLink', link.id, { ...link, isUsed: true })
    const done = { business_type: account.business_type ?? 'individual', ...stateOf(account, 'enabled'), ...paidInto(account, form.iban) }
    if (!isLater) changeAccount(box, { account, change: done })
  })
  await box.store.durable()
  box.wakeDeliveries()
  return redirect(link.returnUrl)
}

function blankForm(box: Box, link: AccountLinkRecord): AccountForm {
  return { name: box.store.get('account', link.account)?.business_profile?.name ?? '', iban: 'DE89 3704 0044 0532 0130 00' }
}

function findErrors({ name, iban }: AccountForm): Partial<AccountForm> {
  return {
    ...(name.trim() === '' ? { name: 'Bitte geben Sie den Namen ein.' } : {}),
    ...(isIban(iban.replace(/\s/g, '').toUpperCase()) ? {} : { iban: 'Bitte prüfen Sie die IBAN.' }),
  }
}

function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return BigInt(digits) % 97n === 1n
}

function redirect(location: string): OutgoingResponse {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' }
}
