import { useState } from 'react'
import { centsOf } from '#src/platform/kit/money.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { ConfirmDialog } from '#src/platform/web/parts/ConfirmDialog.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { PlanSums } from './PlanSums.tsx'
import type { PlanView } from './rules.ts'
import { instalmentTexts } from './texts.ts'
import '#src/orders/supplements/supplements.css'

type JobProps = { ids: { companyId: string; bookingId: string }; plan: PlanView; onDone: () => unknown }
const texts = instalmentTexts.company

/** Deposit and instalments of a company's booking; an unpaid one can be waived. */
export default function JobPlan({ ids, plan, onDone }: JobProps) {
  const [asked, setAsked] = useState<PlanView['list'][number]>()
  const { isBusy, action } = useAction()
  const waive = (id: string) => {
    setAsked(undefined)
    void action(async () => {
      await call('waive-instalment', { ...ids, id })
      showToast({ kind: 'success', title: texts.waived })
      onDone()
    }, texts.waiveFailed)
  }
  return (
    <section className="stack" aria-labelledby="job-plan">
      <h3 id="job-plan">{instalmentTexts.title}</h3>
      <PlanSums
        plan={plan}
        actionOf={(part) =>
          part.status === 'planned' || part.status === 'due' ? (
            <BusyButton type="button" className="button neutral small" isBusy={isBusy} onClick={() => setAsked(part)}>
              {texts.waive}
              <span className="unseen"> {part.name}</span>
            </BusyButton>
          ) : null
        }
      />
      {plan.open > 0 ? <p className="small muted">{texts.note}</p> : null}
      {asked ? (
        <ConfirmDialog
          question={`${asked.name} erlassen?`}
          consequence={texts.waiveAsk(asked.name, centsOf(asked.total))}
          confirmLabel={texts.waive}
          cancelLabel="Abbrechen"
          onConfirm={() => waive(asked.id)}
          onCancel={() => setAsked(undefined)}
        />
      ) : null}
    </section>
  )
}
