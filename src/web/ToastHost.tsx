import { lazy, Suspense, useSyncExternalStore } from 'react'
import { onToastsWanted, toastsAreWanted } from './toast.ts'

const Toasts = lazy(() => import('./Toasts.tsx'))

/** Stands once in the page's shell and costs nothing until the first notification. */
export function ToastHost() {
  const wanted = useSyncExternalStore(onToastsWanted, toastsAreWanted, () => false)
  return wanted ? (
    <Suspense>
      <Toasts />
    </Suspense>
  ) : null
}
