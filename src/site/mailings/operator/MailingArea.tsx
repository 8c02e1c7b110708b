import { useCallback, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { RegionFailure } from '#src/platform/web/queries/RegionFailure.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { endText, mailingAreaLimits, mailingAreaTexts } from '#src/site/mailings/areaTexts.ts'
import { MailingForm } from './MailingForm.tsx'
import { MailingHistory } from './MailingHistory.tsx'
import { MailingProgress } from './MailingProgress.tsx'
import { MailingRecipients } from './MailingRecipients.tsx'
import { MailingResults } from './MailingResults.tsx'
import './mailings.css'

/** Form for a mailing to all companies, with progress and results. The shown mailing is kept in the URL. */
export function MailingArea() {
  const [chosen, choose] = useChosen()
  const { queryResult, reload, follow } = useNewest()
  const newest = queryResult.data?.mailing ?? undefined
  const shownId = chosen ?? newest?.id
  const isRunning = newest?.status === 'running'

  async function showStarted(mailingId: string) {
    follow(mailingId)
    choose(undefined)
    await reload()
  }
  async function showResumed(mailingId: string) {
    follow(mailingId)
    await reload()
  }
  return (
    <>
      {queryResult.failure === undefined ? null : (
        <RegionFailure title={mailingAreaTexts.notLoaded} text={queryResult.failure} onRetry={() => void reload()} />
      )}
      {queryResult.isBusy && !queryResult.data ? <p role="status">{mailingAreaTexts.loading}</p> : null}
      {newest ? <MailingProgress mailing={newest} onResumed={showResumed} onChanged={() => void reload()} /> : null}
      <MailingForm isRunning={isRunning} onStarted={showStarted} />
      {shownId ? (
        <MailingResults
          // Reset the list's state when another mailing is shown.
          key={shownId}
          mailingId={shownId}
          canResend={!isRunning}
          isMoving={isRunning && shownId === newest?.id}
          onResumed={showResumed}
        />
      ) : null}
      <MailingRecipients />
      <MailingHistory shownId={shownId} stamp={`${newest?.id}:${newest?.status}`} onShow={choose} />
    </>
  )
}

/** Mailing in the URL, if any. */
function useChosen() {
  const [parameters, setParameters] = useSearchParams()
  const named = parameters.get('mailing') ?? ''
  const chosen = /^[0-9a-f-]{36}$/.test(named) ? named : undefined
  const choose = (id: string | undefined) => setParameters(id ? { mailing: id } : {}, { preventScrollReset: true })
  return [chosen, choose] as const
}

/** Loads the running or newest mailing; polls more often while it runs. Announces the end of a mailing that was seen running. */
function useNewest() {
  const followed = useRef<string>(undefined)
  const { queryResult, reload } = useQuery('admin-mailing', {}, { everyMs: mailingAreaLimits.everyMs })
  const mailing = queryResult.data?.mailing
  const isRunning = mailing?.status === 'running'
  useFastPolling(isRunning, reload)
  useEffect(() => {
    if (!mailing) return
    if (mailing.status === 'running') followed.current = mailing.id
    if (mailing.status === 'finished' && followed.current === mailing.id) {
      followed.current = undefined
      showToast({ kind: mailing.failed === 0 ? 'success' : 'error', title: endText(mailing) })
    }
  }, [mailing])
  const follow = useCallback((id: string) => {
    followed.current = id
  }, [])
  return { queryResult, reload, follow }
}

/** Polls while a mailing runs and the page is visible. The next read begins only after the last one ended. */
function useFastPolling(isOn: boolean, reload: () => Promise<boolean>) {
  useEffect(() => {
    if (!isOn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isHere = true
    const plan = () => {
      timer = setTimeout(async () => {
        if (document.visibilityState === 'visible') await reload()
        if (isHere) plan()
      }, mailingAreaLimits.progressMs)
    }
    plan()
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [isOn, reload])
}
