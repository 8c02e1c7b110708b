import { useState } from 'react'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { call } from '#src/platform/web/queries/call.ts'
import { QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { choiceTexts } from '../texts.ts'

/** Switch for the operator's mailings; takes effect at once. */
export function MailingChoice({ companyId }: { companyId: string }) {
  const { queryResult, reload } = useQuery('get-mailing-choice', { companyId })
  const { isBusy, action } = useAction()
  /** Optimistic value until the server has answered. */
  const [chosen, setChosen] = useState<boolean>()

  async function choose(receives: boolean) {
    if (isBusy) return
    setChosen(receives)
    const kept = await action(() => call('set-mailing-choice', { companyId, receives }), choiceTexts.notSaved)
    setChosen(kept ? kept.receives : !receives)
    if (kept) showToast({ kind: 'success', title: kept.receives ? choiceTexts.on : choiceTexts.off })
  }
  return (
    <section className="card" aria-labelledby="mailing-choice-title" aria-busy={queryResult.isBusy || isBusy}>
      <div className="card-head">
        <h2 id="mailing-choice-title">{choiceTexts.title}</h2>
      </div>
      <div className="card-body stack">
        <QueryRegion
          queryResult={queryResult}
          failed={choiceTexts.notLoaded}
          loading={<p role="status">{choiceTexts.loading}</p>}
          onRetry={reload}
        >
          {({ receives }) => (
            <>
              <label className="check">
                <input type="checkbox" checked={chosen ?? receives} onChange={(event) => void choose(event.target.checked)} />
                {choiceTexts.label}
              </label>
              <p className="muted small">{choiceTexts.help}</p>
            </>
          )}
        </QueryRegion>
      </div>
    </section>
  )
}
