import { useEffect, useState } from 'react'
import { useAsk } from '#src/web/reading/ask.ts'
import { call } from '#src/web/reading/call.ts'
import { RegionFailure } from '#src/web/reading/RegionFailure.tsx'
import { readCall } from '#src/web/reading/readCall.ts'
import { reasonOf } from '#src/web/reading/refusals.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { choiceTexts } from '../texts.ts'

type State = { receives?: boolean; failure?: string; isBusy: boolean }

/** Whether the company gets the operator's mailings; counts at once. */
export function MailingChoice({ companyId }: { companyId: string }) {
  const { state, read, choose } = useChoice(companyId)
  const { receives, failure, isBusy } = state
  return (
    <section className="card" aria-labelledby="mailing-choice-title" aria-busy={isBusy}>
      <div className="ch">
        <h2 id="mailing-choice-title">{choiceTexts.title}</h2>
      </div>
      <div className="cb stack">
        {failure === undefined ? null : <RegionFailure title={choiceTexts.notLoaded} text={failure} onRetry={() => void read()} />}
        {receives === undefined && failure === undefined ? <p role="status">{choiceTexts.loading}</p> : null}
        {receives === undefined ? null : (
          <>
            <label className="ck">
              <input type="checkbox" checked={receives} onChange={(event) => void choose(event.target.checked)} />
              {choiceTexts.label}
            </label>
            <p className="mut sm">{choiceTexts.help}</p>
          </>
        )}
      </div>
    </section>
  )
}

function useChoice(companyId: string) {
  const ask = useAsk()
  const [state, setState] = useState<State>({ isBusy: true })
  const [read] = useState(() => async () => {
    setState(({ receives }) => ({ isBusy: true, ...(receives === undefined ? {} : { receives }) }))
    try {
      setState({ isBusy: false, ...(await readCall('get-mailing-choice', { companyId })) })
    } catch (error) {
      setState({ isBusy: false, failure: reasonOf(error) })
    }
  })
  useEffect(() => {
    void read()
  }, [read])

  async function choose(receives: boolean) {
    if (state.isBusy) return
    setState({ isBusy: true, receives })
    try {
      const chosen = await ask(() => call('set-mailing-choice', { companyId, receives }))
      setState({ isBusy: false, ...chosen })
      showToast({ kind: 'success', title: chosen.receives ? choiceTexts.on : choiceTexts.off })
    } catch (error) {
      setState({ isBusy: false, receives: !receives })
      showToast({ kind: 'error', title: choiceTexts.notSaved, text: reasonOf(error) })
    }
  }
  return { state, read, choose }
}
