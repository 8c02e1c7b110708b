import { useMemo } from 'react'
import { formatClock } from '#src/platform/kit/dates.ts'

/** Time at which the shown data were read. */
export function LoadedAt({ data }: { data: unknown }) {
  const at = useMemo(() => (data === undefined ? undefined : new Date()), [data])
  return at ? <span className="tiny dim number">Stand {formatClock(at)}</span> : null
}
