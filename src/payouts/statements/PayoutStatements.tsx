import { useEffect, useState } from 'react'
import { formatMonth } from '#src/kit/dates.ts'
import { unknownErrorText } from '#src/kit/problems.ts'
import { type ShownMonth, statementFile, statementTexts } from '#src/payouts/statements/rules.ts'
import { Field } from '#src/web/forms/Field.tsx'
import { TableWaiting } from '#src/web/lists/DataTable.tsx'
import { DownloadButton } from '#src/web/parts/DownloadButton.tsx'
import { EmptyState } from '#src/web/parts/EmptyState.tsx'
import { useAsk } from '#src/web/reading/ask.ts'
import { CallError } from '#src/web/reading/call.ts'
import { RegionFailure } from '#src/web/reading/RegionFailure.tsx'
import { readCall } from '#src/web/reading/readCall.ts'
import '#src/payouts/bank/bank.css'

type StatementsProps = { companyId: string; live: number }

/** The statements of the months in which money moved, one at a time as a PDF. */
export function PayoutStatements({ companyId, live }: StatementsProps) {
  const { reading, retry } = useMonths({ companyId, live })
  return (
    <section className="card" aria-labelledby="statements-title" aria-busy={reading.isBusy}>
      <div className="ch">
        <h2 id="statements-title">{statementTexts.title}</h2>
      </div>
      <Months companyId={companyId} reading={reading} onRetry={retry} />
    </section>
  )
}

function Months({ companyId, reading: { months, failure }, onRetry }: { companyId: string; reading: Reading; onRetry: () => void }) {
  if (failure !== undefined) {
    return (
      <div className="cb">
        <RegionFailure title={statementTexts.notLoaded} text={failure} onRetry={onRetry} />
      </div>
    )
  }
  if (!months) return <TableWaiting rows={1} text={statementTexts.loading} />
  const [newest] = months
  if (!newest) return <EmptyState title={statementTexts.none} text={statementTexts.noneHelp} />
  return <Chooser companyId={companyId} months={months} newest={newest} />
}

function Chooser({ companyId, months, newest }: { companyId: string; months: readonly ShownMonth[]; newest: ShownMonth }) {
  const [chosen, setChosen] = useState<string>()
  const { month } = months.find((one) => one.month === chosen) ?? newest
  return (
    <div className="cb stack">
      <p className="mut">{statementTexts.help}</p>
      <div className="row wrapf payout-months">
        <Field id="statement-month" label={statementTexts.month}>
          {(control) => (
            <select {...control} value={month} onChange={(event) => setChosen(event.target.value)}>
              {months.map((one) => (
                <option key={one.month} value={one.month}>
                  {formatMonth(one.month)}
                  {one.is_running ? ` (${statementTexts.running})` : ''}
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

/** What is on the screen stays there while it is read again. */
type Reading = { isBusy: boolean; months?: readonly ShownMonth[] | undefined; failure?: string }

function useMonths({ companyId, live }: StatementsProps) {
  const ask = useAsk()
  const [reading, setReading] = useState<Reading>({ isBusy: true })
  const [round, setRound] = useState(0)
  // Once there is a month, another follows when the next one begins; only the first is waited for.
  const awaited = reading.months?.length ? 0 : live
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is awaited and a new round read the months again
  useEffect(() => {
    let isGone = false
    const show = (next: Reading) => {
      if (!isGone) setReading(next)
    }
    setReading(({ months }) => ({ isBusy: true, months }))
    ask(() => readCall('list-statement-months', { companyId })).then(
      ({ months }) => show({ isBusy: false, months }),
      (error: unknown) => show({ isBusy: false, failure: error instanceof CallError ? error.message : unknownErrorText }),
    )
    return () => {
      isGone = true
    }
  }, [ask, companyId, awaited, round])
  return { reading, retry: () => setRound((last) => last + 1) }
}
