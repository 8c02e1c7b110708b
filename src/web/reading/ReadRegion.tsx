import type { ReactNode } from 'react'
import { RegionFailure } from './RegionFailure.tsx'
import type { Reading } from './useReading.ts'

type ReadRegionProps<Value> = {
  reading: Reading<Value>
  /** What is said above the reason when it did not come. */
  failed: string
  /** Shown while there is nothing yet: a sentence, or lines in the geometry of what comes. */
  loading: ReactNode
  onRetry: () => Promise<unknown>
  children: (shown: Value) => ReactNode
}

/** What was read, or why it did not come, or that it is on its way. What is there stays when a later reading fails. */
export const ReadRegion = <Value,>({ reading: { shown, failure }, failed, loading, onRetry, children }: ReadRegionProps<Value>) => (
  <>
    {failure === undefined ? null : <RegionFailure title={failed} text={failure} onRetry={() => void onRetry()} />}
    {shown === undefined ? null : children(shown)}
    {shown !== undefined || failure !== undefined ? null : loading}
  </>
)

/** Facts on their way, in lines. */
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
