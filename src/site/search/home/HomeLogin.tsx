import { type ComponentType, useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { confirmedParameter } from './rules.ts'

type LoginDialog = ComponentType<{ returnTo: string | undefined; onClose: () => void; onSignedIn: () => void }>

/**
 * Login dialog of the home page: opened by the navigation's state (showLogin), and back to its address (redirectTo). Its code, which
 * contains the schema library, loads with the first opening.
 */
export function HomeLogin() {
  const { state } = useLocation()
  const { isWanted, redirectTo } = loginRequestOf(state)
  const navigate = useNavigate()
  const [loaded, setLoaded] = useState<{ Dialog: LoginDialog; safeReturnPath: SafeReturnPath }>()

  useEffect(() => {
    if (!isWanted) return
    loadDialog().then(setLoaded, () => showToast({ kind: 'error', ...notLoaded }))
  }, [isWanted])

  if (!isWanted || !loaded) return null
  const { Dialog, safeReturnPath } = loaded
  return (
    <Dialog
      returnTo={redirectTo}
      onClose={() => void navigate('/', { replace: true, state: null, preventScrollReset: true })}
      onSignedIn={() => void navigate(safeReturnPath(redirectTo), { replace: true, state: null })}
    />
  )
}

type SafeReturnPath = (target: string | undefined) => string

const notLoaded = { title: 'Die Anmeldung konnte nicht geöffnet werden', text: 'Prüfen Sie Ihre Verbindung und laden Sie die Seite neu.' }

async function loadDialog() {
  const [{ default: Dialog }, { safeReturnPath }] = await Promise.all([
    import('#src/foundation/accounts/ui/LoginDialog.tsx'),
    import('#src/foundation/accounts/returnRules.ts'),
  ])
  return { Dialog, safeReturnPath }
}

/** Navigation state is untrusted: any page can set it. */
function loginRequestOf(state: unknown) {
  if (typeof state !== 'object' || state === null) return { isWanted: false, redirectTo: undefined }
  const redirectTo = 'redirectTo' in state && typeof state.redirectTo === 'string' ? state.redirectTo : undefined
  return { isWanted: 'showLogin' in state && state.showLogin === true, redirectTo }
}

/** Notice for `?confirmed=true`, the target of the link that confirms an address: shown once, then removed from the address. */
export function ConfirmedNotice() {
  const [query, setQuery] = useSearchParams()
  const isConfirmed = query.get(confirmedParameter) === 'true'
  useEffect(() => {
    if (!isConfirmed) return
    // Waits one turn, so that an effect that React runs twice shows it once.
    const turn = setTimeout(() => {
      setQuery(withoutConfirmed, { replace: true, preventScrollReset: true })
      void import('#src/foundation/accounts/rules.ts').then(({ loginDialogTexts }) =>
        showToast({ kind: 'success', title: loginDialogTexts.confirmed }),
      )
    })
    return () => clearTimeout(turn)
  }, [isConfirmed, setQuery])
  return null
}

function withoutConfirmed(query: URLSearchParams) {
  query.delete(confirmedParameter)
  return query
}
