import { useCallback, useEffect, useReducer, useState } from 'react'
import { isUploadedFile, type UploadedFile } from '#src/foundation/files/rules.ts'
import { type BookingDraft, draftOfService, fieldsOnScreen } from '#src/orders/bookings/draftRules.ts'
import type { Offer } from '#src/orders/bookings/purchaseRules.ts'
import { formatAmount, parseEuro } from '#src/platform/kit/money.ts'
import type { CallAnswer } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { ServiceView } from '#src/supply/services/schemas.ts'
import { locationAt } from '#src/supply/services/texts.ts'
import { emptyDraft, timeOf } from '../order/EmptyDraft.tsx'
import type { BookableCompany } from './BookableCompany.tsx'
import type { ShownOffer } from './Offer.tsx'
import { discardSavedDraft, type HeldTime, keep, parseDraft } from './savedDraft.ts'

export type FieldName = keyof BookingDraft
export type FieldErrors = Partial<Record<FieldName, string>>

export const fieldLabels = {
  serviceId: 'Leistung',
  optionIds: 'Optionen',
  quantity: 'Umfang',
  customerName: 'Name',
  customerEmail: 'E-Mail',
  customerPhone: 'Telefon',
  location: 'Wohin soll der Anbieter kommen?',
  date: 'Datum',
  time: 'Uhrzeit',
  amount: 'Betrag',
  agreedWith: 'Vereinbart mit',
  description: 'Beschreibung',
  customerKind: 'Sie buchen als',
  earlyStartConsent: 'Beginn vor Ablauf der Widerrufsfrist',
  billingAddress: 'Rechnung an',
} as const satisfies Record<FieldName, string>
const fieldNames = Object.keys(fieldLabels).filter((name): name is FieldName => name in fieldLabels)

export const stepLabels = ['Details', 'Beschreibung', 'Prüfen'] as const
/** Step that contains a field, counted from 0. */
export const stepOfField = (name: FieldName) => stepsOfOthers[name] ?? 0
const stepsOfOthers: Partial<Record<FieldName, number>> = { description: 1, customerKind: 2, earlyStartConsent: 2, billingAddress: 2 }
export const fieldId = (name: FieldName) => `booking-${name}`
export const filesId = 'booking-files'
export const headingId = 'booking-step'

/** Choice and data with which the dialog was opened. */
export type Opening = {
  /** Preselected service; without it the first one, or that of a stored draft. */
  serviceId: string | undefined
  /** True if the search matched no service of the company: none is preselected. */
  isUnmatched: boolean
  /** Preselected time, 'YYYY-MM-DD HH:MM'. */
  start: string | undefined
  /** Place of the search, with which the address is prefilled; empty if there is none. */
  place: string
  /** Data of the customer's account; undefined for guests. */
  person: CallAnswer<'get-own-details'> | undefined
}

type DraftProps = Opening & {
  company: BookableCompany
  offer: ShownOffer
  /** Loads the checks with the first input; undefined if that fails (../order/Later.tsx). */
  loadChecks: () => Promise<Checks | undefined>
}

/** Validates a draft. */
export type Checks = { errorsIn: (draft: BookingDraft, asked: Offer & { place: string; step: number; now: Date }) => FieldErrors }

/**
 * State of the dialog: typed values, current step, errors. Restored from the draft that this tab stored for the company; service and time
 * with which the dialog was opened replace those of the draft.
 */
export function useBookingDraft({ company, offer: { services, hasCalendar }, loadChecks, ...opening }: DraftProps) {
  const { serviceId: wanted, isUnmatched, start, place, person } = opening
  const { id: companyId, hourlyRateCents } = company
  const [saved] = useState(() => savedBooking(companyId))
  const isUnchosen = wanted === undefined && (saved ? saved.draft.serviceId === '' : isUnmatched)
  const [untouched] = useState(() => emptyDraft({ hourlyRateCents, services, wanted, isUnchosen, start, place, person }))
  const [state, dispatch] = useReducer(reduce, { saved, untouched, services, wanted, start }, startingState)
  const service = services.find(({ id }) => id === state.draft.serviceId) ?? (state.draft.serviceId === '' ? undefined : services[0])
  const [wasNamed] = useState(service !== undefined && service.id === (wanted ?? saved?.draft.serviceId))
  const isServiceMissing = service === undefined && services.length > 0
  const offer = { service, hourlyRateCents, place }
  const fields = fieldsOnScreen({ hasService: services.length > 0, timesFirst: hasCalendar })

  function type(field: FieldName, value: string) {
    void loadChecks()
    dispatch({ kind: 'typed', field, value })
  }

  /** On blur: checks the field if something was typed in it, and formats an amount the German way. */
  async function leave(field: FieldName) {
    if (!state.touched.includes(field)) return
    const cents = field === 'amount' ? parseEuro(state.draft.amount) : undefined
    const value = cents === undefined ? state.draft[field] : formatAmount(cents)
    if (cents !== undefined) dispatch({ kind: 'rewritten', amount: value })
    const checks = await loadChecks()
    const error = checks?.errorsIn(state.draft, { ...offer, step: stepOfField(field), now: new Date() })[field]
    if (error) dispatch({ kind: 'complained', field, value, error })
  }

  function choose(chosen: ServiceView) {
    dispatch({ kind: 'chose', service: chosen })
  }

  /** Preselects a day that the customer did not choose: it is not input that a closed dialog would lose. */
  const suggestDay = useCallback((date: string) => dispatch({ kind: 'suggested', date }), [])

  /** Shows errors on the first step that has one, and focuses the first wrong field. */
  function refuse(errors: FieldErrors) {
    dispatch({ kind: 'refused', errors, first: fields.find((name) => errors[name] !== undefined) })
  }

  function moveTo(step: number, focusId = headingId) {
    dispatch({ kind: 'moved', step, focusId })
  }

  /** Validates the fields of this step and shows their errors (docs/spec.md#booking-steps). Returns true if there are none. */
  async function check() {
    const checks = await loadChecks()
    if (!checks) {
      showToast({ kind: 'error', title: 'Das hat nicht geklappt', text: 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.' })
      return false
    }
    const problems = checks.errorsIn(state.draft, { ...offer, step: state.step, now: new Date() })
    const errors = isServiceMissing ? withoutService(problems) : problems
    const isRight = Object.keys(errors).length === 0
    if (!isRight) refuse(errors)
    return isRight
  }

  /** Handles 'Weiter' of a step. */
  async function goOn() {
    if (await check()) moveTo(state.step + 1)
  }

  const isTyped = fieldNames.some(
    (name) => state.draft[name] !== untouched[name] && (name !== 'date' || !hasCalendar || state.touched.includes(name)),
  )
  const marked = fields.filter((name) => state.isRefused && state.errors[name] !== undefined && stepOfField(name) === state.step)
  return {
    ...state,
    service,
    isServiceMissing,
    wasNamed,
    type,
    suggestDay,
    choose,
    leave,
    refuse,
    moveTo,
    check,
    goOn,
    isTyped,
    marked,
    savedFiles: saved?.files ?? [],
  }
}

/** Errors if no service is chosen. Price and time depend on it, so their errors are left out. */
function withoutService({ amount: _amount, date: _date, time: _time, ...errors }: FieldErrors): FieldErrors {
  return { ...errors, serviceId: 'Bitte wählen Sie eine Leistung' }
}

export type BookingDraftState = ReturnType<typeof useBookingDraft>

/** Attributes of the input of a field. */
export const bind = (draft: BookingDraftState, name: FieldName) => ({
  name,
  value: draft.draft[name],
  onChange: (event: { target: { value: string } }) => draft.type(name, event.target.value),
  onBlur: () => draft.leave(name),
})

/** Stores the draft and the held time until the booking is paid or the dialog is discarded (see SavedBookingDraft). */
export function useDraftSaving(companyId: string, { draft, step, isTyped }: BookingDraftState, { files, held }: SavedExtras) {
  const text = isTyped || files.length > 0 ? JSON.stringify({ draft, step, files, held }) : ''
  useEffect(() => {
    if (text) keep('draft', companyId, text)
    else discardSavedDraft(companyId)
  }, [companyId, text])
}

/** Stored draft. One of an older version of the page, or a manipulated one, is ignored. */
function savedBooking(companyId: string) {
  const saved: unknown = parseDraft(companyId)
  return isSavedDraft(saved) ? saved : undefined
}

/** `held` is read by SavedBookingDraft.tsx. */
type SavedExtras = { files: readonly UploadedFile[]; held: HeldTime | undefined }
type SavedBookingDraft = { draft: BookingDraft; step: number; files: UploadedFile[] }
const isSavedDraft = (it: unknown): it is SavedBookingDraft => {
  const { draft, step, files } = Object(it)
  const names = Object.keys(Object(draft))
  const isDraft = names.length === fieldNames.length && fieldNames.every((name) => typeof Object(draft)[name] === 'string')
  return isDraft && Number.isInteger(step) && step in stepLabels && Array.isArray(files) && files.every(isUploadedFile)
}

type State = {
  draft: BookingDraft
  step: number
  errors: FieldErrors
  touched: readonly FieldName[]
  /** Set by the first refused submit of a step: from then on the summary of errors is shown while a field has one. */
  isRefused: boolean
  /** Element to be focused next; `turn` rises with each request, so that the same element can be requested twice. */
  focus: { id: string; turn: number }
}

type Change =
  | { kind: 'typed'; field: FieldName; value: string }
  | { kind: 'suggested'; date: string }
  | { kind: 'chose'; service: ServiceView }
  | { kind: 'rewritten'; amount: string }
  | { kind: 'complained'; field: FieldName; value: string; error: string }
  | { kind: 'refused'; errors: FieldErrors; first: FieldName | undefined }
  | { kind: 'moved'; step: number; focusId: string }

type Beginning = {
  saved: SavedBookingDraft | undefined
  untouched: BookingDraft
  services: readonly ServiceView[]
  wanted: string | undefined
  start: string | undefined
}

function startingState({ saved, untouched, services, wanted, start }: Beginning): State {
  const chosen = wanted ?? saved?.draft.serviceId
  const isSame = saved?.draft.serviceId === chosen && (chosen === '' ? services.length === 0 : services.some(({ id }) => id === chosen))
  return {
    draft: { ...(isSame && saved ? saved.draft : { ...untouched, ...saved?.draft, ...serviceOf(untouched) }), ...timeOf(start) },
    step: isSame && saved && start === undefined ? saved.step : 0,
    errors: {},
    touched: [],
    isRefused: false,
    focus: { id: headingId, turn: 0 },
  }
}

const serviceOf = ({ serviceId, optionIds, quantity, amount }: BookingDraft) => ({ serviceId, optionIds, quantity, amount })

function reduce(state: State, change: Change): State {
  if (change.kind === 'typed') return typed(state, change.field, change.value)
  if (change.kind === 'suggested') return { ...state, draft: { ...state.draft, date: change.date } }
  if (change.kind === 'chose') return chose(state, change.service)
  if (change.kind === 'rewritten') return { ...state, draft: { ...state.draft, amount: change.amount } }
  if (change.kind === 'complained') return complained(state, change)
  const turn = state.focus.turn + 1
  if (change.kind === 'moved') return { ...state, step: change.step, isRefused: false, focus: { id: change.focusId, turn } }
  const { errors, first } = change
  if (first === undefined) return state
  return { ...state, errors, step: stepOfField(first), isRefused: true, focus: { id: fieldId(first), turn } }
}

/** Shows the error of a check unless the value has changed since. */
const complained = (state: State, { field, value, error }: Change & { kind: 'complained' }): State =>
  state.draft[field] === value ? { ...state, errors: { ...state.errors, [field]: error } } : state

/** Fields whose change resets the consent to the early start. */
const fieldsResettingConsent: readonly FieldName[] = ['date', 'customerKind']
/** Fields whose change triggers a new check of the amount. */
const fieldsOfAmount: readonly FieldName[] = ['amount', 'agreedWith', 'optionIds', 'quantity']

/** Selects another service. Its options differ, so errors of the previous choice are dropped. */
function chose(state: State, service: ServiceView): State {
  const { serviceId: _service, optionIds: _options, quantity: _quantity, amount: _amount, ...errors } = state.errors
  const location = locationAt(service.places, state.draft.location)
  return { ...state, draft: { ...state.draft, ...draftOfService(service), location }, errors }
}

function typed(state: State, field: FieldName, value: string): State {
  const { [field]: _cleared, amount, earlyStartConsent: consent, ...others } = state.errors
  const isConsentSaved = consent !== undefined && field !== 'earlyStartConsent' && !fieldsResettingConsent.includes(field)
  const errors = {
    ...others,
    ...(amount !== undefined && !fieldsOfAmount.includes(field) ? { amount } : {}),
    ...(isConsentSaved ? { earlyStartConsent: consent } : {}),
  }
  const touched = state.touched.includes(field) ? state.touched : [...state.touched, field]
  const draft = { ...state.draft, ...(fieldsResettingConsent.includes(field) ? { earlyStartConsent: '' } : {}), [field]: value }
  return { ...state, draft, errors, touched }
}

/** Keeps only the errors of the dialog's own fields. */
export function errorsByField(textOf: (name: FieldName) => string | undefined): FieldErrors {
  return Object.fromEntries(fieldNames.flatMap((name) => (textOf(name) === undefined ? [] : [[name, textOf(name)]])))
}
