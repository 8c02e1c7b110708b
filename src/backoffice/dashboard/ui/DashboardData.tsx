import { useCallback, useRef, useState } from 'react'
import { isStepUpRequired } from '#src/foundation/accounts/stepUp/StepUp.tsx'
import { useOnOpening } from '#src/foundation/accounts/ui/OnOpening.tsx'
import { CallError } from '#src/platform/web/queries/call.ts'
import { readCall } from '#src/platform/web/queries/readCall.ts'
import { reasonOf } from '#src/platform/web/queries/refusals.ts'
import { useRunCall } from '#src/platform/web/queries/runCall.ts'
import type { OwnCompany } from '#src/supply/companies/ownCompany.ts'
import { chosenCompany, rememberCompany } from '../company/ChosenCompany.tsx'
import type { DashboardData } from '../rules.ts'

/**
 * `checking`: waits for the server's decision whether this session may enter; `gate`: waits for the code; `noCompany`: nothing to protect;
 * the other states are those of loading the data.
 */
export type DashboardProgress =
  | { state: 'checking' }
  | { state: 'gate' }
  | { state: 'noCompany' }
  | { state: 'loading' }
  | { state: 'failed'; message: string }
  | { state: 'loaded'; data: DashboardData }

/** Result of a background read; `codeNeeded`: access has expired, and a new code is needed. */
export type Reread = 'fresh' | 'codeNeeded' | 'failed'

/**
 * Loads the dashboard's data. The first read finds out whether the code is needed. Later reads keep the old data on the screen until the
 * new data arrive, also on errors: `refresh` asks for a missing code in a dialog, the background read never interrupts.
 */
export function useDashboardData(onSignedOut: () => void) {
  const runCall = useRunCall()
  const [progress, setProgress] = useState<DashboardProgress>({ state: 'checking' })
  const latestRead = useRef(0)

  /** Shows the result of a read, unless a newer one has begun. Returns the error, if any. */
  const show = useCallback(
    async (read: () => Promise<DashboardData>): Promise<unknown> => {
      latestRead.current += 1
      const turn = latestRead.current
      try {
        const data = await read()
        if (turn === latestRead.current) setProgress({ state: 'loaded', data })
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
      if (error) setProgress(isStepUpRequired(error) ? await stateWithoutCode() : failed(error))
    },
    [show],
  )
  useOnOpening(() => open(chosenCompany()))

  /** Called after the code, and to retry a failure. */
  const reopen = useCallback(() => {
    setProgress({ state: 'loading' })
    void open(chosenCompany())
  }, [open])

  const refresh = useCallback(async () => !(await show(() => runCall(() => readDashboard(chosenCompany())))), [runCall, show])

  const reread = useCallback(async (): Promise<Reread> => {
    const error = await show(() => readDashboard(chosenCompany()))
    if (!error) return 'fresh'
    return isStepUpRequired(error) ? 'codeNeeded' : 'failed'
  }, [show])

  const choose = useCallback(
    async (companyId: string) => {
      rememberCompany(companyId)
      setProgress({ state: 'loading' })
      const error = await show(() => runCall(() => readDashboard(companyId)))
      if (error) setProgress(failed(error))
    },
    [runCall, show],
  )

  /** Applies a change that another part of the screen already knows, before the next read. */
  const patch = useCallback((companyId: string, part: Partial<OwnCompany>) => {
    setProgress((last) => (last.state === 'loaded' ? { ...last, data: patched(last.data, companyId, part) } : last))
  }, [])
  return { progress, reopen, refresh, reread, choose, patch }
}

const patched = (data: DashboardData, companyId: string, part: Partial<OwnCompany>): DashboardData => ({
  ...data,
  companies: data.companies.map((company) => (company.id === companyId ? { ...company, ...part } : company)),
})

/** An account without a company needs no code. */
async function stateWithoutCode(): Promise<DashboardProgress> {
  try {
    const { data } = await readCall('create-user-profile', {})
    return { state: data.companies.length > 0 ? 'gate' : 'noCompany' }
  } catch (error) {
    return failed(error)
  }
}

const failed = (error: unknown): DashboardProgress => ({ state: 'failed', message: reasonOf(error) })

/** The chosen company may no longer belong to this account; then the server chooses. */
async function readDashboard(companyId: string | undefined): Promise<DashboardData> {
  try {
    return await readCall('get-dashboard-data', companyId === undefined ? {} : { companyId })
  } catch (error) {
    if (companyId === undefined || !(error instanceof CallError) || error.status !== 404) throw error
    rememberCompany(undefined)
    return readCall('get-dashboard-data', {})
  }
}
