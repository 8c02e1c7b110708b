import { type FormEvent, useState } from 'react'
import { useUploads } from '#src/files/ui/Uploads.tsx'
import type { CallError } from '#src/web/call.ts'
import { bookingLimits, bookingProblems, requestOfDraft, serviceTitleOf } from '../rules.ts'
import type { BookableCompany } from './BookableCompany.tsx'
import { errorsByField, filesId, stepOfField, useBookingDraft, useKeeping } from './BookingDraft.tsx'
import { useBookingSubmission } from './BookingSubmission.tsx'

/** Draft, files and order of one dialog held together: what 'Weiter' and the order button do in each step. */
export function useBookingSteps(company: BookableCompany, onPaidElsewhere: () => void) {
  const draft = useBookingDraft({ companyId: company.id, hourlyRateCents: company.hourlyRateCents })
  const uploads = useUploads({ initial: draft.keptFiles, max: bookingLimits.files })
  const submission = useBookingSubmission({ companyId: company.id, onRefused: showRefusal, onPaidElsewhere })
  const [isHeldBack, setIsHeldBack] = useState(false)
  const [orderTurn, setOrderTurn] = useState<number>()
  const attachmentIds = uploads.stored.map((file) => file.id)
  const [refusedFiles, setRefusedFiles] = useState({ ids: '', text: '' })
  useKeeping(company.id, draft, uploads.stored)

  function goOn(event: FormEvent) {
    event.preventDefault()
    if (draft.step === 2) return order()
    const mustWait = draft.step === 1 && (uploads.isSending || uploads.hasFailed)
    setIsHeldBack(mustWait)
    if (!mustWait) draft.goOn()
  }

  function order() {
    setOrderTurn(draft.focus.turn)
    const serviceTitle = serviceTitleOf(company.category)
    void submission.submit({ ...requestOfDraft(draft.draft), companyId: company.id, serviceTitle, attachmentIds })
  }

  function showRefusal(refusal: CallError) {
    const errors = errorsByField((name) => refusal.fields[name]?.[0])
    const isAboutFiles = refusal.code === bookingProblems.attachmentUnknown().code || refusal.fields.attachmentIds !== undefined
    if (isAboutFiles) setRefusedFiles({ ids: attachmentIds.join(), text: refusal.fields.attachmentIds?.[0] ?? refusal.message })
    if (Object.keys(errors).length > 0) draft.refuse(errors)
    else if (isAboutFiles) draft.moveTo(stepOfField('description'), filesId)
    return isAboutFiles || Object.keys(errors).length > 0
  }

  const waiting = isHeldBack ? waitingText(uploads) : undefined
  const refused = refusedFiles.ids === attachmentIds.join() ? refusedFiles.text : undefined
  return {
    draft,
    uploads,
    submission,
    goOn,
    goBackTo: (step: number) => draft.moveTo(step),
    filesProblem: waiting ?? refused,
    // A failure belongs to the visit of the step in which it happened.
    failure: orderTurn === draft.focus.turn ? submission.failure : undefined,
  }
}
export type BookingSteps = ReturnType<typeof useBookingSteps>

/** Why 'Weiter' does not go on: a file left behind in silence would be missed at the appointment. */
function waitingText({ isSending, hasFailed }: { isSending: boolean; hasFailed: boolean }) {
  if (isSending) return 'Eine Datei wird noch hochgeladen. Bitte warten Sie einen Moment.'
  return hasFailed ? 'Eine Datei wurde nicht hochgeladen. Bitte versuchen Sie es erneut oder entfernen Sie die Datei.' : undefined
}
