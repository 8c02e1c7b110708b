import { useState } from 'react'
import type { ProfileReview } from '#src/orders/reviews/rules.ts'
import { insideNames } from '#src/platform/kit/wire.ts'
import { useAction } from '#src/platform/web/forms/useAction.ts'
import { readCall } from '#src/platform/web/queries/readCall.ts'
import { reviewsPerPage } from '../query/rules.ts'

/** Reviews beyond the page's first ones, read page by page. A review written meanwhile shifts the pages, but none is shown twice. */
export function useMoreReviews({ companyId, first }: { companyId: string; first: readonly ProfileReview[] }) {
  const [more, setMore] = useState<readonly ProfileReview[]>([])
  const { isBusy, failure, action } = useAction()
  const known = new Set(first.map(({ id }) => id))
  const all = [...first, ...more.filter(({ id }) => !known.has(id))]

  const load = () =>
    action(async () => {
      const next = await readCall('get_public_reviews', { company_id_param: companyId, limit: reviewsPerPage, offset: all.length })
      const shown = new Set(all.map(({ id }) => id))
      setMore((last) => [...last, ...next.filter(({ id }) => !shown.has(id)).map(insideNames)])
    })
  return { all, isBusy, failure, nextPage: Math.floor(all.length / reviewsPerPage) + 1, load }
}
