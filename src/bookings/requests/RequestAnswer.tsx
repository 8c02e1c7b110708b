import { lazy, Suspense, useState } from 'react'
import { formatMoment } from '#src/kit/dates.ts'
import { useAct } from '#src/web/forms/useAct.ts'
import { ConfirmDialog } from '#src/web/parts/ConfirmDialog.tsx'
import { call } from '#src/web/reading/call.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { TimesWaiting } from '../times/Waiting.tsx'
import { ReasonDialog } from '../ui/ReasonDialog.tsx'
import { answerTexts } from './texts.ts'

const CounterTimes = lazy(() => import('./CounterTimes.tsx'))

type Ids = { companyId: string; bookingId: string }
type AnswerProps = { ids: Ids; until: string; firstDay: string; onDone: () => Promise<unknown> }

/** A request that waits for its company: accepted with one tap and one more to confirm, declined, or answered with other times. */
export function RequestAnswer({ ids, until, firstDay, onDone }: AnswerProps) {
  const [asked, ask] = useState<'accept' | 'decline' | 'counter'>()
  const { act } = useAct({ onRefused: onDone })
  const close = () => ask(undefined)
  const finish = async (title: string) => {
    showToast({ kind: 'success', title })
    close()
    await onDone()
  }
  const { accept, decline, counter, failed } = answerTexts
  return (
    <section className="card padded stack" aria-labelledby="request-answer">
      <h3 id="request-answer">Anfrage</h3>
      <p className="muted">Bitte antworten Sie bis {formatMoment(new Date(until))}. Ohne Antwort verfällt die Anfrage.</p>
      {asked === 'counter' ? (
        <Suspense fallback={<TimesWaiting />}>
          <CounterTimes ids={ids} firstDay={firstDay} onSent={() => finish(counter.done)} onClose={close} />
        </Suspense>
      ) : (
        <div className="row wrapping">
          <button type="button" className="button primary" onClick={() => ask('accept')}>
            {accept.label}
          </button>
          <button type="button" className="button neutral" onClick={() => ask('counter')}>
            {counter.label}
          </button>
          <button type="button" className="button neutral" onClick={() => ask('decline')}>
            {decline.label}
          </button>
        </div>
      )}
      {asked === 'accept' ? (
        <ConfirmDialog
          question={accept.question}
          consequence={accept.consequence}
          confirmLabel={accept.label}
          cancelLabel="Zurück"
          onCancel={close}
          onConfirm={() =>
            void act(async () => {
              close()
              await call('answer-request', { ...ids, answer: 'accept' })
              await finish(accept.done)
            }, failed)
          }
        />
      ) : null}
      {asked === 'decline' ? (
        <ReasonDialog
          title={decline.title}
          says={decline.says}
          hint={decline.hint}
          button={decline.label}
          failed={failed}
          onClose={close}
          send={async (reason) => {
            await call('answer-request', { ...ids, answer: 'decline', reason })
            await finish(decline.done)
          }}
        />
      ) : null}
    </section>
  )
}
