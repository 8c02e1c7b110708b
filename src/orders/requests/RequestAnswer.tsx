import { lazy, Suspense } from 'react'
import { TimesWaiting } from '#src/orders/ordering/times/Waiting.tsx'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { AnswerActions } from './AnswerActions.tsx'
import { PriceFields } from './PriceFields.tsx'
import { type PriceForm, usePrice } from './PriceForm.tsx'
import type { ShownEstimate } from './rules.ts'
import { answerTexts, estimateTexts } from './texts.ts'

const CounterTimes = lazy(() => import('./CounterTimes.tsx'))

type Ids = { companyId: string; bookingId: string }
type AnswerProps = { ids: Ids; until: string; estimate: ShownEstimate | null; firstDay: string; onDone: () => Promise<unknown> }

/** Form for the company's answer to a request: accept (an estimate at a price), decline, or propose other times. */
export function RequestAnswer({ ids, until, estimate, firstDay, onDone }: AnswerProps) {
  const form = usePrice(estimate)
  return (
    <section className="card padded stack" aria-labelledby="request-answer">
      <h3 id="request-answer">Anfrage</h3>
      <p className="muted">Bitte antworten Sie bis {formatMoment(new Date(until))}. Ohne Antwort verfällt die Anfrage.</p>
      {estimate ? <PriceFields estimate={estimate} form={form} /> : null}
      <AnswerActions
        accept={estimate ? acceptAt(form) : answerTexts.accept}
        decline={answerTexts.decline}
        mayAsk={() => form.check() !== undefined}
        onFields={form.refuse}
        send={(answer) => call('answer-request', { ...ids, ...answer, ...(answer.answer === 'accept' ? form.check() : {}) })}
        onDone={onDone}
        other={{
          label: answerTexts.counter.label,
          form: ({ close, finish }) => (
            <Suspense fallback={<TimesWaiting />}>
              <CounterTimes
                ids={ids}
                named={form.check() ?? {}}
                firstDay={firstDay}
                onSent={() => finish(answerTexts.counter.done)}
                onClose={close}
              />
            </Suspense>
          ),
        }}
      />
    </section>
  )
}

/** Texts of the accept button of an estimate: a price above the ceiling is only proposed. */
function acceptAt({ priceCents = 0, isAbove }: PriceForm) {
  const { label, question, ask, askQuestion, askConsequence, asked } = estimateTexts.accept
  return isAbove
    ? { label: ask, question: askQuestion(priceCents), consequence: askConsequence, done: asked }
    : { ...answerTexts.accept, label, question: question(priceCents) }
}
