import { useMemo } from 'react'
import { formatClock } from '#src/platform/kit/dates.ts'

/** The time at which the shown data were read. */
export function ReadAt({ shown }: { shown: unknown }) {
  const at = useMemo(() => (shown === undefined ? undefined : new Date()), [shown])
  return at ? <span className="tiny dim number">Stand {formatClock(at)}</span> : null
}
