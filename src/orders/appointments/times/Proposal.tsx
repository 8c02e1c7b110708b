import { type ReactNode, useState } from 'react'
import { Failure } from '#src/platform/web/forms/ErrorSummary.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { MoveAnswer } from '../proposalRules.ts'
import { proposalText, proposalTexts, proposedTime } from '../proposalTexts.ts'
import type { ProposalView, Side } from '../states.ts'

type ProposalProps = {
  proposal: ProposalView
  /** Side that views the proposal. */
  side: Side
  heading: 'h2' | 'h3'
  answer: (said: MoveAnswer) => Promise<unknown>
  onRefused?: () => unknown
  /** Additional fields for accepting. */
  children?: ReactNode
}

/** Open proposal: the other side accepts or declines, the proposing side may withdraw. */
export function Proposal({ proposal, side, heading: Heading, answer, onRefused, children }: ProposalProps) {
  const [asked, ask] = useState<MoveAnswer>()
  const { failure, action } = useAction({ onRefused: () => onRefused?.() })
  const answers: MoveAnswer[] = proposal.proposed_by === side ? ['withdraw'] : ['accept', 'decline']
  const send = (said: MoveAnswer) => {
    ask(undefined)
    void action(async () => {
      await answer(said)
      showToast({ kind: 'success', title: proposalTexts[said].done })
    })
  }
  return (
    <section className="card padded stack" aria-labelledby="move-proposal">
      <Heading id="move-proposal">Vorgeschlagener Termin</Heading>
      <p className="strong">{proposedTime(proposal)}</p>
      <p className="muted">{proposalText(proposal, side)}</p>
      {answers.includes('accept') ? children : null}
      <Failure title={proposalTexts.failed} text={failure} />
      <div className="row wrapping">
        {answers.map((said) => (
          <button key={said} type="button" className={said === 'accept' ? 'button primary' : 'button neutral'} onClick={() => ask(said)}>
            {proposalTexts[said].label}
          </button>
        ))}
      </div>
      {asked ? (
        <ConfirmDialog
          question={proposalTexts[asked].question}
          consequence={proposalTexts[asked].consequence}
          confirmLabel={proposalTexts[asked].label}
          cancelLabel="Zurück"
          onCancel={() => ask(undefined)}
          onConfirm={() => send(asked)}
        />
      ) : null}
    </section>
  )
}
