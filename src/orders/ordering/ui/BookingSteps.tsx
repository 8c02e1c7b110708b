import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Uploads, useUploads } from '#src/foundation/files/ui/Uploads.tsx'
import { type BookingDraft, fitsService, isByRequest, requestOfDraft } from '#src/orders/bookings/draftRules.ts'
import { purchaseProblems } from '#src/orders/bookings/purchaseRules.ts'
import { bookingLimits, bookingProblems } from '#src/orders/bookings/rules.ts'
import type { ChosenSeries } from '#src/orders/series/texts.ts'
import type { CallAnswer, CallError } from '#src/platform/web/queries/call.ts'
import { agreedTitleOf, type Category } from '#src/supply/companies/rules.ts'
import { isEstimated, isPriced } from '#src/supply/services/pricing.ts'
import { serviceProblems } from '#src/supply/services/rules.ts'
import { useHold } from '../times/Hold.tsx'
import type { BookableCompany } from './BookableCompany.tsx'
import {
  type BookingDraftState,
  type Checks,
  errorsByField,
  filesId,
  type Opening,
  stepOfField,
  useBookingDraft,
  useDraftSaving,
} from './BookingDraft.tsx'
import { useBookingSubmission } from './BookingSubmission.tsx'
import { useOffer } from './Offer.tsx'

type StepsProps = Opening & {
  company: BookableCompany
  offer: CallAnswer<'get-company-services'>
  onPaidElsewhere: () => void
  loadChecks: () => Promise<OrderChecks | undefined>
}
type OrderChecks = Checks & { earlyStartError: (draft: BookingDraft, category: Category) => string | undefined }

/** Combines draft, files and order of one dialog: handles 'Weiter' and the order button in each step. */
export function useBookingSteps({ company, offer: opened, onPaidElsewhere, loadChecks, ...opening }: StepsProps) {
  const { offer, readAgain } = useOffer(company.id, opened)
  const draft = useBookingDraft({ company, offer, loadChecks, ...opening })
  const uploads = useUploads({ initial: draft.savedFiles, max: bookingLimits.files })
  const attachmentIds = uploads.stored.map((file) => file.id)
  const renew = () => renewChoice(draft, readAgain)
  const hold = useHold(company.id, draft)
  const { showRefusal, filesRefusal } = useRefusal({ draft, attachmentIds, renew, showSlots: hold.showSlots })
  const submission = useBookingSubmission({ companyId: company.id, onRefused: showRefusal, onPaidElsewhere })
  const heldBack = useHeldBack(draft, uploads)
  const [orderTurn, setOrderTurn] = useState<number>()
  const series = useSeries(draft)
  const [isFull, setFull] = useState(false)
  // Without a free time there is nothing to fill in: only the waiting list is shown.
  const isWaitingOnly = draft.step === 0 && offer.hasCalendar && draft.service !== undefined && isFull
  useDraftSaving(company.id, draft, { files: uploads.stored, held: hold.held })

  function goOn(event: FormEvent) {
    event.preventDefault()
    if (isWaitingOnly || (draft.service && !isPriced(draft.service))) return
    if (draft.step === 2) return series.chosen ? series.send.current?.() : void order()
    if (draft.step === 0 && series.chosen?.problem) return draft.refuse({ time: series.chosen.problem })
    if (draft.step === 0 && offer.hasCalendar && !series.chosen) return void hold.goOn()
    heldBack.goOn()
  }

  async function order() {
    const checks = await loadChecks()
    const missing = checks?.earlyStartError(draft.draft, company.category)
    if (missing) return draft.refuse({ earlyStartConsent: missing })
    setOrderTurn(draft.focus.turn)
    const serviceTitle = draft.service?.title ?? agreedTitleOf(company.category)
    void submission.submit({ ...requestOfDraft(draft.draft, draft.service), companyId: company.id, serviceTitle, attachmentIds })
  }

  return {
    draft,
    offer,
    /** True if several dates can be requested: for a service with a binding price. */
    canRepeat: offer.hasCalendar && draft.service !== undefined && isPriced(draft.service) && !isEstimated(draft.service),
    /** True if the service is sold by quote: then it cannot be booked here. */
    isOnQuote: draft.service !== undefined && !isPriced(draft.service),
    /** True if the company has to accept first, and is paid then. */
    isRequest: isByRequest(draft.draft, { service: draft.service, hourlyRateCents: company.hourlyRateCents, byRequest: offer.byRequest }),
    uploads,
    series,
    isWaitingOnly,
    setFull,
    submission,
    hold,
    goOn,
    goBackTo: (step: number) => draft.moveTo(step),
    filesProblem: (heldBack.isHeldBack ? waitingText(uploads) : undefined) ?? filesRefusal,
    // A failure is shown until the step is left.
    failure: orderTurn === draft.focus.turn ? submission.failure : undefined,
  }
}
export type BookingSteps = ReturnType<typeof useBookingSteps>

/** Several dates in place of one, valid while the first is the chosen time. The component that shows them in the last step sends them. */
function useSeries({ draft: { serviceId, date, time } }: BookingDraftState) {
  const [kept, choose] = useState<ChosenSeries>()
  const send = useRef<() => void>(undefined)
  const of = `${serviceId} ${date} ${time}`
  return { of, chosen: kept?.of === of ? kept : undefined, choose, send }
}
export type SeriesState = ReturnType<typeof useSeries>

/** Reads the current services. A choice that no longer exists is reset; all other input stays. */
async function renewChoice(draft: BookingDraftState, readAgain: ReturnType<typeof useOffer>['readAgain']) {
  const { services } = await readAgain()
  const same = services.find(({ id }) => id === draft.draft.serviceId)
  if (same && fitsService(draft.draft, same)) return
  const next = same ?? services[0]
  if (next) draft.choose(next)
}

/** Errors that mean: the company's services changed since the dialog read them. */
const changedCodes: readonly string[] = [purchaseProblems.priceChanged().code, serviceProblems.unknown().code]

type RefusalProps = {
  draft: BookingDraftState
  attachmentIds: readonly string[]
  renew: () => Promise<void>
  showSlots: (refusal: CallError) => void
}

/** Shows the server's errors at their fields, or at the files until the files change. */
function useRefusal({ draft, attachmentIds, renew, showSlots }: RefusalProps) {
  const [files, setFiles] = useState({ ids: '', text: '' })
  const ids = attachmentIds.join()

  function showRefusal(refusal: CallError) {
    if (changedCodes.includes(refusal.code)) {
      const field = refusal.code === serviceProblems.unknown().code ? 'serviceId' : 'amount'
      void renew()
        .catch(() => undefined)
        .then(() => draft.refuse({ [field]: refusal.message }))
      return true
    }
    showSlots(refusal)
    const errors = errorsByField((name) => refusal.fields[name]?.[0])
    const hasErrors = Object.keys(errors).length > 0
    const isAboutFiles = refusal.code === bookingProblems.attachmentUnknown().code || refusal.fields.attachmentIds !== undefined
    if (isAboutFiles) setFiles({ ids, text: refusal.fields.attachmentIds?.[0] ?? refusal.message })
    if (hasErrors) draft.refuse(errors)
    else if (isAboutFiles) draft.moveTo(stepOfField('description'), filesId)
    return isAboutFiles || hasErrors
  }
  return { showRefusal, filesRefusal: files.ids === ids ? files.text : undefined }
}

/**
 * 'Weiter' of the second step waits for running uploads and then goes on automatically, unless one of them failed, or the user typed or
 * left the step meanwhile. A failed upload does not block the step: it is named here and in the last step.
 */
function useHeldBack(draft: BookingDraftState, { isSending, failed }: Uploads) {
  const [pressed, setPressed] = useState<{ draft: unknown; turn: number; failed: number; isWaiting: boolean }>()
  const isHeldBack = pressed?.draft === draft.draft && pressed.turn === draft.focus.turn

  useEffect(() => {
    if (!isHeldBack || !pressed.isWaiting || isSending) return
    if (failed.length > pressed.failed) setPressed({ ...pressed, isWaiting: false })
    else void draft.goOn()
  })

  function goOn() {
    const mustWait = draft.step === 1 && isSending
    if (mustWait) setPressed({ draft: draft.draft, turn: draft.focus.turn, failed: failed.length, isWaiting: true })
    else void draft.goOn()
  }
  return { isHeldBack, goOn }
}

/** Reason why 'Weiter' did not continue. Without it, a missing file could go unnoticed until the appointment. */
function waitingText({ isSending, failed }: Uploads) {
  if (isSending) return 'Eine Datei wird noch hochgeladen. Danach geht es automatisch weiter.'
  return failed.length > 0 ? 'Eine Datei wurde nicht hochgeladen. Mit „Weiter“ geht es ohne sie weiter.' : undefined
}
