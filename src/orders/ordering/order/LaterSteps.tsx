import { lazy, Suspense } from 'react'
import type { BookableCompany } from '../ui/BookableCompany.tsx'
import type { BookingSteps } from '../ui/BookingSteps.tsx'
import { DescriptionStep } from '../ui/DescriptionStep.tsx'
import { earlyStartError } from '../ui/EarlyStart.tsx'
import { ReviewStep } from '../ui/ReviewStep.tsx'
import { errorsIn } from './DraftChecks.tsx'

export { earlyStartError, errorsIn }

/** Loaded lazily: few orders have several dates. */
const SeriesReview = lazy(() => import('#src/orders/series/SeriesReview.tsx'))

/** Steps for description and review. */
export function LaterStep({ company, steps }: { company: BookableCompany; steps: BookingSteps }) {
  const { draft, uploads, series, hold, isRequest, filesProblem, failure } = steps
  if (draft.step === 1) return <DescriptionStep draft={draft} uploads={series.chosen ? undefined : uploads} filesProblem={filesProblem} />
  if (series.chosen)
    return (
      <Suspense fallback={null}>
        <SeriesReview {...{ draft, company, series: series.chosen, send: series.send }} />
      </Suspense>
    )
  return <ReviewStep {...{ draft, company, uploads, isRequest, failure }} policy={hold.policy} />
}
