import type { ReactNode } from 'react'
import { RegionFailure } from './RegionFailure.tsx'
import type { QueryResult } from './useQuery.ts'

type QueryRegionProps<Value> = {
  queryResult: QueryResult<Value>
  /** Title above the reason of a failure. */
  failed: string
  /** Shown before the first data: a sentence, or a skeleton with the same layout. */
  loading: ReactNode
  onRetry: () => Promise<unknown>
  children: (data: Value) => ReactNode
}

/** Renders the data, the reason of a failure, or the loading state. Shown data stay when a later read fails. */
export const QueryRegion = <Value,>({ queryResult: { data, failure }, failed, loading, onRetry, children }: QueryRegionProps<Value>) => (
  <>
    {failure === undefined ? null : <RegionFailure title={failed} text={failure} onRetry={() => void onRetry()} />}
    {data === undefined ? null : children(data)}
    {data !== undefined || failure !== undefined ? null : loading}
  </>
)

type LinesWaitingProps = { text: string; lines: number; className?: string }

/** A skeleton of lines. */
export const LinesWaiting = ({ text, lines, className = 'skeleton-lines' }: LinesWaitingProps) => (
  <div className={className}>
    <span className="unseen" role="status">
      {text}
    </span>
    {Array.from({ length: lines }, (_line, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all lines are the same
      <span key={place} className="skeleton" />
    ))}
  </div>
)

/** A skeleton for a list of facts. */
export const FactsWaiting = ({ text }: { text: string }) => <LinesWaiting text={text} lines={4} className="skeleton-lines fact-skeleton" />
