import { useState } from 'react'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { Pause, Play, SquareStop } from '#src/platform/web/icons/Icons.tsx'
import { StatusChip } from '#src/platform/web/parts/StatusChip.tsx'
import { useNow } from '#src/platform/web/queries/useNow.ts'
import { durationText, nextSteps, type Step, stateAfter, workedMs } from './hours.ts'
import { JobPhotos } from './JobPhotos.tsx'
import { useKeptWork } from './KeptWork.tsx'
import type { JobWorkView } from './rules.ts'
import { type WorkStep, workStateTexts, workStateTones, workStepTexts, workTexts } from './texts.ts'
import './work.css'

type Ids = { companyId: string; bookingId: string }
type WorkProps = {
  ids: Ids
  work: JobWorkView
  onDone: () => unknown
  /** Called after the end was entered, with the milliseconds worked. */
  onEnded: (workedMs: number) => void
}
const texts = workTexts.company
const signs = { start: Play, continue: Play, pause: Pause, end: SquareStop } as const

/** Work of a job in the company's hand: started, paused, continued and ended from the phone, with the hours so far and photos. */
export default function RunningWork({ ids, work, onDone, onEnded }: WorkProps) {
  const { kept, enter } = useKeptWork({ bookingId: ids.bookingId, onSent: onDone })
  const [isBusy, setIsBusy] = useState(false)
  const steps = [...work.steps.map(stepOf), ...kept.map(stepOf)]
  const state = stateAfter(steps)
  const now = new Date(useNow(state === 'running'))
  const take = async (kind: WorkStep) => {
    const at = new Date()
    setIsBusy(true)
    const isSent = await enter({ ...ids, id: crypto.randomUUID(), kind, at: at.toISOString() })
    setIsBusy(false)
    if (isSent && kind === 'end') onEnded(workedMs([...steps, { kind, at }], at))
  }
  return (
    <section className="stack" aria-labelledby="job-work">
      <h3 id="job-work">{texts.title}</h3>
      {steps.length > 0 ? <WorkSoFar steps={steps} now={now} /> : null}
      {steps.length === 0 && work.is_runnable ? <p className="small muted">{texts.hint}</p> : null}
      {kept.length > 0 ? (
        <p className="small" role="status">
          {texts.waiting}
        </p>
      ) : null}
      {work.is_runnable ? (
        <div className="work-steps">
          {nextSteps[state].map((kind) => {
            const Sign = signs[kind]
            return (
              <button
                key={kind}
                type="button"
                className={kind === 'pause' || kind === 'end' ? 'button secondary' : 'button primary'}
                disabled={isBusy}
                onClick={() => void take(kind)}
              >
                <Sign />
                {workStepTexts[kind]}
              </button>
            )
          })}
        </div>
      ) : null}
      <JobPhotos ids={ids} work={work} onDone={onDone} />
    </section>
  )
}

function WorkSoFar({ steps, now }: { steps: readonly Step[]; now: Date }) {
  const state = stateAfter(steps)
  const [first] = steps
  return (
    <div className="work-so-far row wrapping">
      <StatusChip tone={workStateTones[state]}>{workStateTexts[state]}</StatusChip>
      <span className="number strong">{durationText(workedMs(steps, now))}</span>
      {first ? <span className="small muted">Begonnen am {formatMoment(first.at)}</span> : null}
    </div>
  )
}

const stepOf = ({ kind, at }: { kind: WorkStep; at: string }): Step => ({ kind, at: new Date(at) })
