import { bankTransit } from '#src/money/payouts/runs/texts.ts'
import { formatMoment } from '#src/platform/kit/dates.ts'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import type { PayoutStats } from './PayoutTiles.tsx'
import { rhythmLabels, scheduleTexts } from './texts.ts'

/** Explains how and when payouts run (docs/spec.md#payout-schedule and #payout-readiness). */
export const PayoutInfo = ({ stats, onClose }: { stats: PayoutStats | undefined; onClose: () => void }) => (
  <SmallDialog title="So laufen Auszahlungen" onClose={onClose}>
    <p>
      Ausgezahlt wird, was bezahlt, bestätigt und noch nicht ausgezahlt ist
      <span>{stats ? `: bei Basic ${scheduleTexts(stats.setting).basic}, bei Premium ${scheduleTexts(stats.setting).premium}` : ''}</span>.
      Was scheitert, wird am nächsten Bankarbeitstag wiederholt. Eine Überweisung braucht danach {bankTransit}.
    </p>
    <p>
      Automatische Läufe warten bis einen Tag nach dem Termin. Angefochtene Zahlungen, gesperrte Firmen und Firmen mit frisch geänderten
      Bankdaten lässt jeder Lauf aus, auch der von Hand; die Wartefrist vor der ersten Auszahlung hält er ein.
    </p>
    <dl className="payout-facts">
      {(stats?.schedule ?? []).map(({ rhythm, next_payout_date, last_payout_date }) => (
        <Fact key={rhythm} label={rhythmLabels[rhythm] ?? rhythm}>
          <span>nächster Lauf {formatMoment(new Date(next_payout_date))}</span>
          <span>{last_payout_date ? `, letzter Lauf ${formatMoment(new Date(last_payout_date))}` : ''}</span>
        </Fact>
      ))}
    </dl>
    <button type="button" className="button secondary" onClick={onClose}>
      Schließen
    </button>
  </SmallDialog>
)
