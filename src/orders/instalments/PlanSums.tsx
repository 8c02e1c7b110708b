import type { ReactNode } from 'react'
import { euros } from '#src/platform/kit/money.ts'
import { SumLine } from '#src/platform/web/parts/Fact.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import type { PlanView } from './rules.ts'
import { instalmentStatusLabels, instalmentStatusTones, instalmentTexts } from './texts.ts'

type Part = PlanView['list'][number]

/** Sums of a job with deposit and instalments, and each payment with its state; `actionOf`: what can be done with one. */
export function PlanSums({ plan, actionOf }: { plan: PlanView; actionOf?: (part: Part) => ReactNode }) {
  return (
    <>
      <dl className="pairs sum-up">
        <SumLine label={instalmentTexts.agreed} amount={euros(plan.total)} />
        <SumLine label={instalmentTexts.paid} amount={euros(plan.paid)} isTotal />
        {plan.open > 0 ? <SumLine label={instalmentTexts.open} amount={euros(plan.open)} /> : null}
      </dl>
      <ul className="supplement-list">
        <li>
          <span>
            {instalmentTexts.deposit}, <span className="number">{euros(plan.deposit)}</span>
          </span>
          <StatusChip tone="good">{instalmentStatusLabels.paid}</StatusChip>
        </li>
        {plan.list.map((part) => (
          <li key={part.id}>
            <span>
              {part.name}, <span className="number">{euros(part.total)}</span>
              {part.status === 'planned' ? <span className="small dim">, {instalmentTexts.dueOn(part.due_on)}</span> : null}
            </span>
            <StatusChip tone={instalmentStatusTones[part.status]}>{instalmentStatusLabels[part.status]}</StatusChip>
            {actionOf?.(part)}
          </li>
        ))}
      </ul>
    </>
  )
}
