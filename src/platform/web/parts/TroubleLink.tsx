import { troublePage } from '#src/platform/kit/publicPages.ts'

/** Link beside booking buttons: what applies in a bad case. In a new tab, so that no input is lost. */
export const TroubleLink = () => (
  <p className="small">
    <a href={troublePage.path} target="_blank" rel="noopener">
      {troublePage.title}
    </a>
  </p>
)
