import { useCallback, useEffect, useRef, useState } from 'react'
import { isStepUpRequired } from '#src/accounts/stepUp/StepUp.tsx'
import { useAsk } from '#src/web/reading/ask.ts'
import { CallError } from '#src/web/reading/call.ts'
import { readCall } from '#src/web/reading/readCall.ts'
import { reasonOf } from '#src/web/reading/refusals.ts'
import { chosenCompany, rememberCompany } from '../company/ChosenCompany.tsx'
import type { DashboardData, OwnCompany } from '../rules.ts'

/** `checking` asks whether this session may in; `gate` waits for the code; then the data are there, on their way, or not to be had. */
export type DashboardProgress =
  | { state: 'checking' }
  | { state: 'gate' }
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'loaded'; data: DashboardData }

/** What a look in the background found; `codeNeeded`: the dashboard's access has run out. */
export type Reread = 'fresh' | 'codeNeeded' | 'failed'

/**
 * The data of the dashboard. The first reading finds out whether the code is still needed. Later ones keep what is on the screen until the
 * new data are there, whatever goes wrong: `refresh` asks for a missing code in place, `look` never interrupts.
 */
export function useDashboardData(onSignedOut: () => void) {
  const ask = useAsk()
  const [progress, setProgress] = useState<DashboardProgress>({ state: 'checking' })
  const reading = useRef(0)

  /** Shows what was read, unless a younger reading is under way. Answers what went wrong, if anything did. */
  const show = useCallback(
    async (read: () => Promise<DashboardData>): Promise<unknown> => {
      reading.current += 1
      const turn = reading.current
      try {
        const data = await read()
        if (turn === reading.current) setProgress({ state: 'loaded', data })
        return undefined
      } catch (error) {
        if (error instanceof CallError && error.status === 401) onSignedOut()
        return error
      }
    },
    [onSignedOut],
  )

  const open = useCallback(
    async (companyId: string | undefined) => {
      const error = await show(() => readDashboard(companyId))
      if (error) setProgress(isStepUpRequired(error) ? { state: 'gate' } : failed(error))
    },
    [show],
  )
  useEffect(() => {
    // Waits one turn, so that an effect that React runs twice asks once.
    const turn = setTimeout(() => void open(chosenCompany()))
    return () => clearTimeout(turn)
  }, [open])

  /** After the code, and after a failure. */
  const reopen = useCallback(() => {
    setProgress({ state: 'loading' })
    void open(chosenCompany())
  }, [open])

  const refresh = useCallback(async () => !(await show(() => ask(() => readDashboard(chosenCompany())))), [ask, show])

  const reread = useCallback(async (): Promise<Reread> => {
    const error = await show(() => readDashboard(chosenCompany()))
    if (!error) return 'fresh'
    return isStepUpRequired(error) ? 'codeNeeded' : 'failed'
  }, [show])

  const choose = useCallback(
    async (companyId: string) => {
      rememberCompany(companyId)
      setProgress({ state: 'loading' })
      const error = await show(() => ask(() => readDashboard(companyId)))
      if (error) setProgress(failed(error))
    },
    [ask, show],
  )

  /** Shows what another part of the screen already knows of a company, before the next reading. */
  const patch = useCallback((companyId: string, part: Partial<OwnCompany>) => {
    setProgress((last) => (last.state === 'loaded' ? { ...last, data: patched(last.data, companyId, part) } : last))
  }, [])
  return { progress, reopen, refresh, reread, choose, patch }
}

const patched = (data: DashboardData, companyId: string, part: Partial<OwnCompany>): DashboardData => ({
  ...data,
  companies: data.companies.map((company) => (company.id === companyId ? { ...company, ...part } : company)),
})

const failed = (error: unknown): DashboardProgress => ({ state: 'failed', message: reasonOf(error) })

/** A company that was chosen once may have gone to somebody else. */
async function readDashboard(companyId: string | undefined): Promise<DashboardData> {
  try {
    return await readCall('get-dashboard-data', companyId === undefined ? {} : { companyId })
  } catch (error) {
    if (companyId === undefined || !(error instanceof CallError) || error.status !== 404) throw error
    rememberCompany(undefined)
    return readCall('get-dashboard-data', {})
  }
}
