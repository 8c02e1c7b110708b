import { type FormEvent, useState } from 'react'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { CircleAlert } from '#src/platform/web/icons/Icons.tsx'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { fieldTextsOf } from '#src/platform/web/queries/refusals.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import {
  decisionReasonLength,
  decisionsFor,
  decisionTexts,
  type ReportDetail,
  type ReportGround,
  reportDecision,
  reportDecisions,
  reportGroundLabels,
  reportGrounds,
} from '#src/site/support/reportListRules.ts'

type DecisionProps = { report: ReportDetail; onClose: () => void; onDone: () => void }
type Decision = (typeof reportDecisions)[number]

/** Form of a decision with its legal ground and reasons, which both sides read. */
export function ReportDecision({ report, onClose, onDone }: DecisionProps) {
  const [decision, setDecision] = useState<Decision>('kept')
  const [ground, setGround] = useState<ReportGround | null>(null)
  const [reason, setReason] = useState('')
  const { errors, isBusy, decide } = useDecision(onDone)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isBusy) void decide({ reportId: report.id, decision, ground, reason })
  }
  return (
    <SmallDialog title="Über die Meldung entscheiden" onClose={onClose}>
      <form className="stack" noValidate onSubmit={submit}>
        <fieldset className="choice">
          <legend className="small strong">Entscheidung</legend>
          {reportDecisions.map((one) => {
            const word = decisionsFor[report.target][one]
            return word ? (
              <Choice key={one} group="decision" word={word} isChosen={decision === one} onChoose={() => setDecision(one)} />
            ) : null
          })}
        </fieldset>
        {decision === 'kept' ? null : <GroundChoice ground={ground} problem={errors.ground} onChoose={setGround} />}
        <Field
          id="decision-reason"
          label="Begründung"
          hint={reasonHints[decision]}
          error={errors.reason}
          length={{ typed: reason, longest: decisionReasonLength }}
        >
          {(control) => <textarea {...control} rows={5} value={reason} onChange={(event) => setReason(event.target.value)} />}
        </Field>
        <BusyButton className={decision === 'removed' ? 'button danger wide' : 'button primary wide'} isBusy={isBusy}>
          Entscheidung mitteilen
        </BusyButton>
      </form>
    </SmallDialog>
  )
}

const reasonHints: Record<Decision, string> = {
  kept: 'Sie geht per E-Mail an die Person, die den Inhalt gemeldet hat.',
  edited: 'Sie geht per E-Mail an die Person, die den Inhalt gemeldet hat, und an die, von der er stammt.',
  removed: 'Sie geht per E-Mail an die Person, die den Inhalt gemeldet hat, und an die, von der er stammt.',
}

type GroundChoiceProps = { ground: ReportGround | null; problem: string | undefined; onChoose: (ground: ReportGround) => void }

const GroundChoice = ({ ground, problem, onChoose }: GroundChoiceProps) => (
  <fieldset className="choice" aria-describedby={problem ? 'ground-error' : undefined}>
    <legend className="small strong">Grundlage</legend>
    {reportGrounds.map((one) => (
      <Choice key={one} group="ground" word={reportGroundLabels[one]} isChosen={ground === one} onChoose={() => onChoose(one)} />
    ))}
    {problem ? (
      <div className="field error">
        <p className="message" id="ground-error">
          <CircleAlert />
          {problem}
        </p>
      </div>
    ) : null}
  </fieldset>
)

const Choice = ({ group, word, isChosen, onChoose }: { group: string; word: string; isChosen: boolean; onChoose: () => void }) => (
  <label className="check">
    <input type="radio" name={group} checked={isChosen} onChange={onChoose} />
    <span>{word}</span>
  </label>
)

type Errors = { ground?: string | undefined; reason?: string | undefined }

function useDecision(onDone: () => void) {
  const [errors, setErrors] = useState<Errors>({})
  const { isBusy, action } = useAction({ onRefused: (error) => setErrors(fieldTextsOf(error)) })

  async function decide(typed: { reportId: string; decision: Decision; ground: ReportGround | null; reason: string }) {
    const issues = reportDecision.safeParse(typed).error?.issues ?? []
    const textOf = (name: string) => issues.find(({ path }) => path[0] === name)?.message
    setErrors({ ground: textOf('ground'), reason: textOf('reason') })
    if (issues.length > 0) return
    await action(async () => {
      await call('admin-decide-notice', typed)
      showToast({ kind: 'success', title: decisionTexts.done })
      onDone()
    }, decisionTexts.notDone)
  }
  return { errors, isBusy, decide }
}
