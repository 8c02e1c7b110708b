import { accountProblems } from '#src/foundation/accounts/rules.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App, Person, Session } from '#src/platform/server/app.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import type { CompanyFields } from '#src/supply/companies/fields/fields.ts'
import { registerCompany } from '#src/supply/companies/register/actions.ts'
import { findSubscriber } from '#src/supply/companies/register/store.ts'
import { companyProblems, isLive } from '#src/supply/companies/rules.ts'
import { hasDebitUnderWay, listUnpaidReturns } from './debits/store.ts'
import { listCompanyInvoices, listInvoicesForExport } from './invoiceStore.ts'
import { type PlanKey, plans } from './rules.ts'
import { findSubscription, listSubscriptionsForExport } from './store.ts'
import { maxInvoices } from './subscriptionRules.ts'

type Registration = { session: Session; plan: PlanKey; fields: CompanyFields; companyId?: string | undefined }

/**
 * Registers a company for a person with a confirmed address. Throws accountProblems.emailNotConfirmed, companyProblems of registerCompany.
 */
export async function registerOwnCompany(app: App, { session, ...registration }: Registration) {
  if (!session.isConfirmed) throw accountProblems.emailNotConfirmed()
  return registerCompany(app, { userId: session.userId, ...registration })
}

/** Returns the data of the plan card, as of the last read of the PSP. Throws companyProblems.notYours. */
export async function readSubscriptionCard(app: App, companyId: string) {
  const company = await readSubscriber(app, companyId)
  const subscription = company.subscriptionKind === 'paid' ? await findSubscription(app.db, companyId) : undefined
  const invoices = await listCompanyInvoices(app.db, { companyId, limit: maxInvoices })
  const [owed] = await listUnpaidReturns(app.db, companyId)
  const { since } = (await readSettings(app.db)).invoices
  const { priceCents, commissionBasisPoints } = plans[company.plan]
  const goesOn = subscription !== undefined && isLive(subscription.status) && !subscription.cancelAtPeriodEnd
  return {
    plan: company.plan,
    premium: company.premium,
    status: company.subscriptionStatus,
    kind: company.subscriptionKind,
    priceCents: company.subscriptionKind === 'granted' ? 0 : priceCents,
    commission: commissionBasisPoints / 100,
    renewsAs: goesOn ? subscription.renewsAs : null,
    cancelAtPeriodEnd: subscription?.cancelAtPeriodEnd ?? false,
    cancelAt: subscription?.cancelAt ?? null,
    currentPeriodEnd: subscription?.currentPeriodEnd ?? null,
    pastDueSince: subscription?.pastDueSince ?? null,
    openReturn: owed ? { amountCents: owed.amountCents, url: owed.url, isUnderWay: owed.isUnderWay } : null,
    invoices: invoices.flatMap(({ status, ...invoice }) =>
      status === 'draft'
        ? []
        : [
            {
              ...invoice,
              ...filesOf({ ...invoice, status }, since),
              status,
              amountCents: invoice.amountDueCents,
              isUnderWay: invoice.processingAt !== null,
              isReturned: invoice.returnedAt !== null,
            },
          ],
    ),
  }
}

type Bill = Awaited<ReturnType<typeof listCompanyInvoices>>[number]

/**
 * For payments that the operator invoices itself, the PSP's invoice would be a second one for the same payment: no link, unless it is
 * unpaid. An invoice that bills a returned payment again belongs to the document of the first one.
 */
function filesOf({ status, paidAt, processingAt, replacesId, hostedUrl, pdfUrl }: Bill, since: string) {
  const isInvoiced = since !== '' && paidAt !== null && replacesId === null && berlinDay(paidAt) >= `${since}-01`
  if (isInvoiced) return { isInvoiced, url: null }
  if (processingAt) return { isInvoiced, url: null }
  return { isInvoiced, url: status === 'open' ? hostedUrl : (pdfUrl ?? hostedUrl) }
}

/** Reads what the page shows to which the checkout returns. Throws companyProblems.notYours. */
export async function readSubscriptionReturn(app: App, companyId: string) {
  const { companyName, subscriptionStatus } = await readSubscriber(app, companyId)
  return { companyName, subscriptionStatus, isUnderWay: await hasDebitUnderWay(app.db, companyId) }
}

/** Finds a company with the data of its subscription. Throws companyProblems.notYours. */
export async function readSubscriber(app: App, companyId: string) {
  const company = await findSubscriber(app.db, companyId)
  if (!company) throw companyProblems.notYours()
  return company
}

/** Returns the subscriptions and invoices of a person's companies, for the export of personal data. */
export const exportSubscriptions = async (app: App, { userId }: Person) => ({
  subscriptions: await listSubscriptionsForExport(app.db, userId),
  invoices: await listInvoicesForExport(app.db, userId),
})
