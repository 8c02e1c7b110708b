import { type ReactNode, useState } from 'react'
import { ReasonDialog } from '#src/orders/receipts/ui/ReasonDialog.tsx'
import { useAct } from '#src/platform/web/forms/useAct.ts'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { answerTexts } from './texts.ts'

type Answer = { answer: 'accept' } | { answer: 'decline'; reason: string }
type ActsProps = {
  accept: { label: string; question: string; consequence: string; done: string }
  decline: { title: string; says: string; done: string }
  send: (answer: Answer) => Promise<unknown>
  onDone: () => Promise<unknown>
  /** Another answer: its form replaces the buttons; `finish` closes it and confirms that it was sent. */
  other?: { label: string; form: (acts: { close: () => void; finish: (title: string) => Promise<void> }) => ReactNode }
}

/** Buttons for a company's answer: accept after a confirmation, decline with a reason, or another answer. */
export function AnswerActs({ accept, decline, send, onDone, other }: ActsProps) {
  const [asked, ask] = useState<'accept' | 'decline' | 'other'>()
  const { act } = useAct({ onRefused: onDone })
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
        <button type="button" className="button primary" onClick={() => ask('accept')}>
          {accept.label}
        </button>
        {other ? (
          <button type="button" className="button neutral" onClick={() => ask('other')}>
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
            void act(async () => {
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
