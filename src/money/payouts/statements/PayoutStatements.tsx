import { useRef, useState } from 'react'
import { type ShownMonth, statementFile, statementTexts } from '#src/money/payouts/statements/rules.ts'
import { formatMonth } from '#src/platform/kit/dates.ts'
import { Field } from '#src/platform/web/forms/Field.tsx'
import { TableWaiting } from '#src/platform/web/lists/DataTable.tsx'
import { DownloadButton } from '#src/platform/web/parts/DownloadButton.tsx'
import { EmptyState } from '#src/platform/web/parts/EmptyState.tsx'
import { RegionFailure } from '#src/platform/web/reading/RegionFailure.tsx'
import { type Reading, useReading } from '#src/platform/web/reading/useReading.ts'
import '../bank/bank.css'

type StatementsProps = { companyId: string; live: number }

/** Monthly statements as PDF, for the months in which money moved. */
export function PayoutStatements({ companyId, live }: StatementsProps) {
  // Polls only until the first month appears: the next one appears only when a new month begins.
  const hasSome = useRef(false)
  const { reading, reload } = useReading('list-statement-months', { companyId }, { live: hasSome.current ? 0 : live })
  hasSome.current = Boolean(reading.shown?.months.length)
  return (
    <section className="card" aria-labelledby="statements-title" aria-busy={reading.isBusy}>
      <div className="card-head">
        <h2 id="statements-title">{statementTexts.title}</h2>
      </div>
      <Months companyId={companyId} reading={reading} onRetry={() => void reload()} />
    </section>
  )
}

type MonthsProps = { companyId: string; reading: Reading<{ months: readonly ShownMonth[] }>; onRetry: () => void }

function Months({ companyId, reading: { shown, failure }, onRetry }: MonthsProps) {
  if (failure !== undefined) {
    return (
      <div className="card-body">
        <RegionFailure title={statementTexts.notLoaded} text={failure} onRetry={onRetry} />
      </div>
    )
  }
  if (!shown) return <TableWaiting rows={1} text={statementTexts.loading} />
  const { months } = shown
  const [newest] = months
  if (!newest) return <EmptyState title={statementTexts.none} text={statementTexts.noneHelp} />
  return <Chooser companyId={companyId} months={months} newest={newest} />
}

function Chooser({ companyId, months, newest }: { companyId: string; months: readonly ShownMonth[]; newest: ShownMonth }) {
  const [chosen, setChosen] = useState<string>()
  const { month } = months.find((one) => one.month === chosen) ?? newest
  return (
    <div className="card-body stack">
      <p className="muted">{statementTexts.help}</p>
      <div className="row wrapping payout-months">
        <Field id="statement-month" label={statementTexts.month}>
          {(control) => (
            <select {...control} value={month} onChange={(event) => setChosen(event.target.value)}>
              {months.map((one) => (
                <option key={one.month} value={one.month}>
                  {`${formatMonth(one.month)}${one.is_running ? ` (${statementTexts.running})` : ''}`}
                </option>
              ))}
            </select>
          )}
        </Field>
        <DownloadButton
          path={`/functions/v1/payout-statement.pdf?${new URLSearchParams({ companyId, month })}`}
          name={statementFile(month)}
        >
          {statementTexts.download}
        </DownloadButton>
      </div>
    </div>
  )
}
