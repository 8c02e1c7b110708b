import { useState } from 'react'
import { runTexts } from '#src/money/payouts/runs/texts.ts'
import { euros } from '#src/platform/kit/money.ts'
import { plural } from '#src/platform/kit/text.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { BusyButton } from '#src/platform/web/parts/BusyButton.tsx'
import { Fact } from '#src/platform/web/parts/Fact.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { SmallDialog } from '#src/platform/web/parts/SmallDialog.tsx'
import { type CallAnswer, CallError, call } from '#src/platform/web/queries/call.ts'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { reasonOf } from '#src/platform/web/queries/refusals.ts'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { payoutAreaLimits, payoutAreaTexts, type RunKind, runLabels } from './texts.ts'

type Report = CallAnswer<'process-weekly-payouts'>
type Preview = CallAnswer<'admin-preview-payouts'>
type RunDialogProps = { kind: RunKind; onClose: () => void; onFinished: () => void }

/** Asks for confirmation of a run and shows what is due and what is upcoming; then shows the progress until the run is over. */
export function PayoutRunDialog({ kind, onClose, onFinished }: RunDialogProps) {
  const { queryResult, reload } = useQuery('admin-preview-payouts', {})
  const [includeUpcoming, setIncludeUpcoming] = useState(false)
  const { isRunning, progress, run } = useRun({ kind, includeUpcoming, onFinished })
  const { data, failure } = queryResult
  return (
    <SmallDialog title={`${runLabels[kind]} starten?`} onClose={onClose}>
      {failure === undefined ? null : <RegionFailure title={payoutAreaTexts.notLoaded} text={failure} onRetry={() => void reload()} />}
      {queryResult.isBusy && !data ? <p role="status">Fällige Buchungen werden gezählt…</p> : null}
      {data ? <Due preview={data} includeUpcoming={includeUpcoming} /> : null}
      {data && data.upcoming.bookings > 0 ? (
        <label className="check">
          <input
            type="checkbox"
            checked={includeUpcoming}
            disabled={isRunning}
            onChange={(event) => setIncludeUpcoming(event.target.checked)}
          />
          Auch Termine auszahlen, die noch bevorstehen
        </label>
      ) : null}
      <p className="muted" role="status">
        {isRunning ? (progress?.message ?? 'Der Lauf hat begonnen…') : ''}
      </p>
      <div className="actions">
        <button type="button" className="button neutral" onClick={onClose}>
          {isRunning ? 'Im Hintergrund weiter' : 'Abbrechen'}
        </button>
        {data ? (
          <BusyButton type="button" className="button primary" isBusy={isRunning} onClick={() => void run()}>
            {isRunning ? 'Wird ausgezahlt…' : 'Jetzt auszahlen'}
          </BusyButton>
        ) : null}
      </div>
    </SmallDialog>
  )
}

const partText = ({ bookings, companies, amount }: Preview['due']) =>
  `${plural(bookings, 'Buchung', 'Buchungen')} von ${plural(companies, 'Firma', 'Firmen')}, ${euros(amount)}`

/** Due and upcoming payouts, skipped companies, and the total of the run for the chosen checkbox. */
function Due({ preview: { due, upcoming, skipped }, includeUpcoming }: { preview: Preview; includeUpcoming: boolean }) {
  const taken = includeUpcoming ? [due, upcoming] : [due]
  const bookings = taken.reduce((sum, part) => sum + part.bookings, 0)
  const amount = taken.reduce((sum, part) => sum + part.amount, 0)
  return (
    <>
      {bookings === 0 ? <Note kind="info">{payoutAreaTexts.nothingDue}</Note> : null}
      <dl className="payout-facts">
        <Fact label="Fällig">{partText(due)}</Fact>
        <Fact label="Termin steht noch bevor">{partText(upcoming)}</Fact>
        {skipped.map(({ cause, text, ...part }) => (
          <Fact key={cause} label={`Ausgelassen: ${text}`}>
            {partText(part)}
          </Fact>
        ))}
        <Fact label="Dieser Lauf zahlt aus">
          {plural(bookings, 'Buchung', 'Buchungen')}, {euros(amount)}
        </Fact>
      </dl>
    </>
  )
}

type RunParts = Omit<RunDialogProps, 'onClose'> & { includeUpcoming: boolean }

/** Keeps running when the dialog is closed, so that the operator is notified of the result. */
function useRun({ kind, includeUpcoming, onFinished }: RunParts) {
  const [progress, setProgress] = useState<Report>()
  const { isBusy, action } = useAction({
    onRefused: (error) => showToast({ kind: 'error', title: payoutAreaTexts.runFailed, text: causeOf(error) }),
  })
  const run = () =>
    action(async () => {
      const started = await call(`process-${kind}-payouts`, { trigger: 'manual', includeUpcoming })
      setProgress(started)
      sayHowItEnded(await followRun(started, setProgress))
      onFinished()
    })
  return { isRunning: isBusy, progress, run }
}

async function followRun(started: Report, onProgress: (report: Report) => void) {
  let report = started
  while (!report.is_finished) {
    await new Promise((next) => setTimeout(next, payoutAreaLimits.progressMs))
    report = await call('admin-payout-run', { runId: started.run_id })
    onProgress(report)
  }
  return report
}

function sayHowItEnded({ success, summary, message, details }: Report) {
  if (!success) return showToast({ kind: 'error', title: payoutAreaTexts.runFailed, text: payoutAreaTexts.runRefused(details) })
  const text = details ? { text: details } : {}
  if (summary.total === 0) return showToast({ kind: 'info', title: message, ...text })
  showToast({ kind: summary.failed > 0 ? 'info' : 'success', title: runTexts.summary(summary), ...text })
}

function causeOf(error: unknown) {
  if (!(error instanceof CallError)) return reasonOf(error)
  if (error.status === 0) return payoutAreaTexts.noAnswer
  return error.status >= 500 ? payoutAreaTexts.serverFailed : error.message
}
