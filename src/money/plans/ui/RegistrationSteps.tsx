import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useCheckedForm } from '#src/platform/web/forms/checkedForm.ts'
import { errorsOf } from '#src/platform/web/forms/errorsOf.ts'
import { companyForm, fieldNames } from '#src/supply/companies/fields/fields.ts'
import type { PlanKey } from '../rules.ts'
import {
  type CompanyErrors,
  fieldPrefix,
  headingId,
  planChoiceId,
  planFieldId,
  type RegistrationDraft,
  steps,
} from './RegistrationDraft.tsx'
import { type Refusal, useRegistrationOrder } from './RegistrationOrder.tsx'
import { saveRegistrationDraft } from './SavedRegistration.tsx'

/** State of a registration: plan, company, order and current step. */
export function useRegistration({ email, start }: { email: string; start: RegistrationDraft }) {
  const navigate = useNavigate()
  const { step, moveTo } = useStep(start.plan ? start.step : steps.plan)
  const [plan, setPlan] = useState(start.plan)
  const [planIsMissing, setPlanIsMissing] = useState(false)
  const company = useCheckedForm({
    prefix: fieldPrefix,
    fields: start.company,
    check: errorsOf(companyForm),
    send: async () => moveTo(steps.payment),
  })
  const order = useRegistrationOrder({ onRefused: showRefusal })
  useDraftSaving(email, { plan, step: step.at, company: company.values })

  function choose(chosen: PlanKey) {
    setPlan(chosen)
    setPlanIsMissing(false)
  }

  function goOnFromPlan(event: FormEvent) {
    event.preventDefault()
    if (plan) return moveTo(steps.company)
    setPlanIsMissing(true)
    document.getElementById(planFieldId)?.focus({ preventScroll: true })
    document.getElementById(planChoiceId)?.scrollIntoView({ block: 'start' })
  }

  /** Goes back to a finished step; the account has its own page. */
  function goBackTo(target: number) {
    if (target === steps.account) return void navigate('/konto')
    moveTo(target)
  }

  /** Returns true if the refusal is shown at its field. */
  function showRefusal({ errors, isAboutPlan }: Refusal) {
    if (isAboutPlan) {
      setPlan(null)
      setPlanIsMissing(true)
      moveTo(steps.plan, planFieldId)
      return true
    }
    const hasErrors = fieldNames.some((name) => errors[name] !== undefined)
    if (hasErrors) moveTo(steps.company, headingId, errors)
    return hasErrors
  }

  return {
    step,
    plan,
    planIsMissing,
    company,
    order: { ...order, run: () => order.submit(plan, company.values) },
    moveTo,
    choose,
    goOnFromPlan,
    goBackTo,
  }
}
export type Registration = ReturnType<typeof useRegistration>

type Step = { at: number; focusId: string; turn: number; errors?: CompanyErrors }

/** Current step and focus target; `turn` counts the changes of step. */
function useStep(first: number) {
  const [step, setStep] = useState<Step>({ at: first, focusId: headingId, turn: 0 })
  function moveTo(at: number, focusId = headingId, errors?: CompanyErrors) {
    setStep(({ turn }) => ({ at, focusId, turn: turn + 1, ...(errors ? { errors } : {}) }))
  }
  return { step, moveTo }
}

/** Stores the draft until the registration is paid; an untouched one is not stored. */
function useDraftSaving(email: string, draft: RegistrationDraft) {
  const text = JSON.stringify(draft)
  const untouched = useRef<string>(text)
  useEffect(() => {
    if (text === untouched.current) return
    untouched.current = ''
    saveRegistrationDraft(email, text)
  }, [email, text])
}
