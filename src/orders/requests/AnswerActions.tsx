import { type ReactNode, useState } from 'react'
import { ReasonDialog } from '#src/orders/receipts/ui/ReasonDialog.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { answerTexts } from './texts.ts'

type Answer = { answer: 'accept' } | { answer: 'decline'; reason: string }
type ActionsProps = {
  accept: { label: string; question: string; consequence: string; done: string }
  decline: { title: string; says: string; done: string }
  send: (answer: Answer) => Promise<unknown>
  onDone: () => Promise<unknown>
  /** Checks the fields above the buttons before the company accepts or gives another answer; false shows their errors. */
  mayAsk?: () => boolean
  /** Shows the server's errors at those fields. */
  onFields?: (texts: Record<string, string>) => void
  /** Another answer: its form replaces the buttons; `finish` closes it and confirms that it was sent. */
  other?: { label: string; form: (acts: { close: () => void; finish: (title: string) => Promise<void> }) => ReactNode }
}

/** Buttons for a company's answer: accept after a confirmation, decline with a reason, or another answer. */
export function AnswerActions({ accept, decline, send, onDone, mayAsk = () => true, onFields, other }: ActionsProps) {
  const [asked, ask] = useState<'accept' | 'decline' | 'other'>()
  const { action } = useAction({ onRefused: onDone, ...(onFields ? { onFields } : {}) })
  const close = () => ask(undefined)
  const finish = async (title: string) => {
    showToast({ kind: 'success', title })
    close()
    await onDone()
  }
  if (asked === 'other') return other?.form({ close, finish })
  return (
    <>
      <div className="row wrapping">
        <button type="button" className="button primary" onClick={() => mayAsk() && ask('accept')}>
          {accept.label}
        </button>
        {other ? (
          <button type="button" className="button neutral" onClick={() => mayAsk() && ask('other')}>
            {other.label}
          </button>
        ) : null}
        <button type="button" className="button neutral" onClick={() => ask('decline')}>
          {answerTexts.declineLabel}
        </button>
      </div>
      {asked === 'accept' ? (
        <ConfirmDialog
          question={accept.question}
          consequence={accept.consequence}
          confirmLabel={accept.label}
          cancelLabel="Zurück"
          onCancel={close}
          onConfirm={() =>
            void action(async () => {
              close()
              await send({ answer: 'accept' })
              await finish(accept.done)
            }, answerTexts.failed)
          }
        />
      ) : null}
      {asked === 'decline' ? (
        <ReasonDialog
          title={decline.title}
          says={decline.says}
          hint={answerTexts.hint}
          button={answerTexts.declineLabel}
          failed={answerTexts.failed}
          onClose={close}
          send={async (reason) => {
            await send({ answer: 'decline', reason })
            await finish(decline.done)
          }}
        />
      ) : null}
    </>
  )
}
