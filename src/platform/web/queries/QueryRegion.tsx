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

/** A skeleton for a list of facts. */
export const FactsWaiting = ({ text }: { text: string }) => (
  <div className="fact-skeleton">
    <span className="unseen" role="status">
      {text}
    </span>
    <span className="skeleton" />
    <span className="skeleton" />
    <span className="skeleton" />
    <span className="skeleton" />
  </div>
)
