import { useRef, useState } from 'react'
import { useReturnFromMemory, wasAnswered } from '#src/money/payments/ui/OrderAttempt.tsx'
import { CallError, call } from '#src/platform/web/queries/call.ts'
import { fieldNames } from '#src/supply/companies/fields/fields.ts'
import type { PlanKey } from '../rules.ts'
import { signupTexts } from '../signupRules.ts'
import type { CompanyErrors, CompanyTexts } from './RegistrationDraft.tsx'
import { deleteSaved, keyFor, readSaved, save, wasDeleted } from './SavedRegistration.tsx'

export type Refusal = { errors: CompanyErrors; isAboutPlan: boolean }
/** Failure before the payment page was reached. `signIn`: the session expired. */
export type OrderFailure = { kind: 'signIn' | 'company' | 'checkout'; title: string; text?: string; code?: string }

/** Creates the company and its checkout, and navigates to the payment page. One order at a time. */
export function useRegistrationOrder({ onRefused }: { onRefused: (refusal: Refusal) => boolean }) {
  const isUnderway = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<OrderFailure>()

  function end() {
    isUnderway.current = false
    setIsBusy(false)
  }
  useReturnFromMemory(() => {
    // A registration that is already paid must not be ordered again.
    if (wasDeleted()) return location.reload()
    end()
  })

  async function submit(plan: PlanKey | null, company: CompanyTexts) {
    if (isUnderway.current || !plan) return
    isUnderway.current = true
    setIsBusy(true)
    setFailure(undefined)
    try {
      location.assign(await startCheckout(plan, company))
      // The browser is navigating away. If the person stops that, the button works again.
      setTimeout(end, 8_000)
    } catch (error) {
      end()
      if (!(error instanceof OrderRefused)) throw error
      if (!onRefused(error.refusal)) setFailure(error.failure)
    }
  }
  return { submit, isBusy, failure }
}

/** Returns the URL of the payment page. Reuses the company of the last try unless it was paid. */
async function startCheckout(plan: PlanKey, company: CompanyTexts) {
  const companyId = await createCompany(plan, company)
  save('company', companyId)
  save('plan', plan)
  const { url } = await call('create-company-subscription', { companyId, plan }).catch((error: unknown) => {
    throw refused('checkout', error)
  })
  if (!url) throw refused('checkout', undefined)
  return url
}

async function createCompany(plan: PlanKey, company: CompanyTexts) {
  const earlier = readSaved('company')
  const order = { plan, company, ...(earlier ? { companyId: earlier } : {}) }
  try {
    const { companyId } = await call('create-provider-company', order, { idempotencyKey: keyFor(JSON.stringify(order)) })
    deleteSaved('attempt')
    return companyId
  } catch (error) {
    if (wasAnswered(error)) deleteSaved('attempt')
    throw refused('company', error)
  }
}

class OrderRefused extends Error {
  readonly failure: OrderFailure
  readonly refusal: Refusal
  constructor(failure: OrderFailure, refusal: Refusal) {
    super(failure.title)
    this.failure = failure
    this.refusal = refusal
  }
}

const titles = { company: signupTexts.companyFailed, checkout: signupTexts.checkoutFailed }

function refused(kind: keyof typeof titles, error: unknown) {
  if (!(error instanceof CallError)) return new OrderRefused({ kind, title: titles[kind] }, nothingToMend)
  if (error.status === 401) return new OrderRefused({ kind: 'signIn', title: signupTexts.signInNeeded }, nothingToMend)
  const { message, code, fields } = error
  const failure = { kind, title: titles[kind], code, ...(message === titles[kind] ? {} : { text: message }) }
  return new OrderRefused(failure, { errors: companyErrorsIn(fields), isAboutPlan: fields.plan !== undefined })
}

const nothingToMend: Refusal = { errors: {}, isAboutPlan: false }

/** The server names a field with or without the prefix `company.`. */
const companyErrorsIn = (fields: Record<string, string[]>): CompanyErrors =>
  Object.fromEntries(
    fieldNames.flatMap((name) => {
      const text = fields[`company.${name}`]?.[0] ?? fields[name]?.[0]
      return text === undefined ? [] : [[name, text]]
    }),
  )
