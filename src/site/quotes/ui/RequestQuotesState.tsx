import { useEffect, useState } from 'react'
import { useUploads } from '#src/foundation/files/ui/Uploads.tsx'
import { readDescription } from '#src/orders/ordering/ui/savedDraft.ts'
import { useTypedBefore } from '#src/platform/web/forms/checkedForm.ts'
import { useIdempotencyKey } from '#src/platform/web/forms/idempotencyKey.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { dayParts } from '#src/supply/calendars/dayParts.ts'
import { describedWith, type QuoteFormData, quoteLimits, quoteRequestAt, quoteTexts, type Urgency, urgencies } from '../rules.ts'
import { chosenAtFirst } from './RequestedCompanies.tsx'
import { questionId } from './RequestedService.tsx'

export const labels = {
  description: 'Was soll gemacht werden?',
  postcode: 'Postleitzahl',
  customerName: 'Name',
  customerEmail: 'E-Mail',
  wishedDays: 'Wunschtage',
  companyIds: 'An wen?',
} as const
type FieldName = keyof typeof labels
export const names = Object.keys(labels) as FieldName[]
export const idOf = (name: FieldName) => `ask-${name}`

/** Values, errors, files and sending of the form. */
export function useRequestQuotesForm(about: QuoteFormData, viewerEmail: string | undefined) {
  const [values, setValues] = useState({
    description: '',
    answers: [] as string[],
    postcode: about.postcode,
    customerName: '',
    customerEmail: viewerEmail ?? '',
    urgency: 'soon' as Urgency,
    wishedDays: ['', '', ''],
    wishedParts: [] as (typeof dayParts)[number][],
    companyIds: chosenAtFirst(about),
    asksFurther: false,
  })
  const questions = about.service?.questions ?? []
  const description = describedWith(
    values.description,
    questions.map((question, at) => ({ question, answer: values.answers[at] ?? '' })),
  )
  const [errors, setErrors] = useState<Partial<Record<FieldName, string>>>({})
  const [sent, setSent] = useState<{ token: string | null; isHidden: boolean }>()
  useTypedBefore([
    ...(['description', 'postcode', 'customerName', 'customerEmail'] as const).map((name) => ({
      id: idOf(name),
      take: (value: string) => setValues((last) => ({ ...last, [name]: value })),
    })),
    ...questions.map((_, at) => ({
      id: questionId(at),
      take: (value: string) =>
        setValues((last) => ({ ...last, answers: questions.map((_, one) => (one === at ? value : (last.answers[one] ?? ''))) })),
    })),
    ...urgencies.map((urgency) => ({ id: `ask-${urgency}`, take: () => setValues((last) => ({ ...last, urgency })) })),
    ...dayParts.map((part) => ({
      id: `ask-${part}`,
      take: () => setValues((last) => ({ ...last, wishedParts: [...last.wishedParts, part] })),
    })),
  ])
  // Takes over the text typed in the company's booking dialog in this tab. In an effect, because the server does not have it.
  useEffect(() => {
    const typed = about.chosenId === null ? '' : readDescription(about.chosenId)
    setValues((last) => (last.description === '' ? { ...last, description: typed } : last))
  }, [about.chosenId])
  const uploads = useUploads({ initial: [], max: quoteLimits.files })
  const attempt = useIdempotencyKey()
  const refuse = (texts: Record<string, string>) => {
    setErrors(texts)
    const first = names.find((name) => texts[name])
    if (first) document.getElementById(idOf(first))?.focus()
  }
  const { isBusy, failure, action } = useAction({ onFields: refuse })
  const type = (change: Partial<typeof values>) => {
    setValues((last) => ({ ...last, ...change }))
    setErrors((last) => Object.fromEntries(Object.entries(last).filter(([name]) => !(name in change))))
  }

  async function submit() {
    const { answers: _, ...typed } = values
    const body = {
      ...typed,
      description,
      wishedDays: values.urgency === 'days' ? values.wishedDays.filter((day) => day !== '') : [],
      attachmentIds: uploads.stored.map(({ id }) => id),
      words: about.words,
      ...(about.category ? { category: about.category } : {}),
      ...(about.service ? { serviceId: about.service.id } : {}),
    }
    const read = quoteRequestAt(new Date()).safeParse(body)
    if (!read.success) {
      const texts = read.error.issues.map(({ path, message }) => [String(path[0]), message] as const)
      return refuse(Object.fromEntries(texts.toReversed()))
    }
    if (about.isFar && body.companyIds.length === 0) return refuse({ companyIds: quoteTexts.nobody })
    const answer = await action(() => call('request-quotes', body, { idempotencyKey: attempt.keyOf(body) }))
    if (answer) setSent({ token: answer.token, isHidden: answer.hidden.length > 0 })
  }
  return { values, description, type, errors, sent, uploads, isBusy, failure, submit }
}

export type RequestQuotesState = ReturnType<typeof useRequestQuotesForm>
