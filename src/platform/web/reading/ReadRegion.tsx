import type { ReactNode } from 'react'
import { RegionFailure } from './RegionFailure.tsx'
import type { Reading } from './useReading.ts'

type ReadRegionProps<Value> = {
  reading: Reading<Value>
  /** The title above the reason of a failure. */
  failed: string
  /** Shown before the first data: a sentence, or a skeleton with the same layout. */
  loading: ReactNode
  onRetry: () => Promise<unknown>
  children: (shown: Value) => ReactNode
}

/** The data, or why reading failed, or that it is running. Shown data stay when a later read fails. */
export const ReadRegion = <Value,>({ reading: { shown, failure }, failed, loading, onRetry, children }: ReadRegionProps<Value>) => (
  <>
    {failure === undefined ? null : <RegionFailure title={failed} text={failure} onRetry={() => void onRetry()} />}
    {shown === undefined ? null : children(shown)}
    {shown !== undefined || failure !== undefined ? null : loading}
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
