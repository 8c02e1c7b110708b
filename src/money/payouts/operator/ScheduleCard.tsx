import { formatMoment } from '#src/platform/kit/dates.ts'
import { Play } from '#src/platform/web/icons/Icons.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import type { PayoutStats } from './PayoutTiles.tsx'
import { scheduleTexts } from './texts.ts'

/** Schedule of the payouts with the last and the next run, and the button that starts a manual run. */
export const ScheduleCard = ({ stats, onStart }: { stats: PayoutStats | undefined; onStart: () => void }) => (
  <section className="card" aria-labelledby="schedule-title" aria-busy={stats === undefined}>
    <div className="card-head">
      <h2 id="schedule-title">Auszahlungsplan</h2>
    </div>
    <div className="card-body stack">
      {stats ? <Facts stats={stats} /> : <span className="skeleton skeleton-block" />}
      <button type="button" className="button primary wide" onClick={onStart}>
        <Play />
        Wöchentliche Auszahlung starten
      </button>
      <p className="hint">Vor dem Start sehen Sie, welche Termine noch bevorstehen.</p>
    </div>
  </section>
)

function Facts({ stats: { setting, schedule } }: { stats: PayoutStats }) {
  const { basicDay, premiumDay } = scheduleTexts(setting)
  const [next] = schedule.map(({ next_payout_date: at }) => at).sort()
  const last = schedule
    .flatMap(({ last_payout_date: at }) => (at ? [at] : []))
    .sort()
    .at(-1)
  return (
    <dl className="pairs">
      <Fact label="Basic">{basicDay}</Fact>
      <Fact label="Premium">{premiumDay}</Fact>
      <Fact label="Nächster Lauf">{next ? formatMoment(new Date(next)) : 'steht noch nicht fest'}</Fact>
      <Fact label="Letzter Lauf">{last ? formatMoment(new Date(last)) : 'noch keiner'}</Fact>
    </dl>
  )
}
