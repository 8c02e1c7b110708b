import { lazy, Suspense } from 'react'
import { TimesWaiting } from '#src/orders/ordering/times/Waiting.tsx'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { call } from '#src/platform/web/reading/call.ts'
import { AnswerActs } from './AnswerActs.tsx'
import { answerTexts } from './texts.ts'

const CounterTimes = lazy(() => import('./CounterTimes.tsx'))

type Ids = { companyId: string; bookingId: string }
type AnswerProps = { ids: Ids; until: string; firstDay: string; onDone: () => Promise<unknown> }

/** Form for the company's answer to a request: accept, decline, or propose other times. */
export const RequestAnswer = ({ ids, until, firstDay, onDone }: AnswerProps) => (
  <section className="card padded stack" aria-labelledby="request-answer">
    <h3 id="request-answer">Anfrage</h3>
    <p className="muted">Bitte antworten Sie bis {formatMoment(new Date(until))}. Ohne Antwort verfällt die Anfrage.</p>
    <AnswerActs
      accept={answerTexts.accept}
      decline={answerTexts.decline}
      send={(answer) => call('answer-request', { ...ids, ...answer })}
      onDone={onDone}
      other={{
        label: answerTexts.counter.label,
        form: ({ close, finish }) => (
          <Suspense fallback={<TimesWaiting />}>
            <CounterTimes ids={ids} firstDay={firstDay} onSent={() => finish(answerTexts.counter.done)} onClose={close} />
          </Suspense>
        ),
      }}
    />
  </section>
)
