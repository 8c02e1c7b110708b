import { data, redirect, useRevalidator } from 'react-router'
import { berlinDay, berlinInstant } from '#src/platform/kit/dates.ts'
import { appOf } from '#src/platform/server/pageContext.ts'
import { RefreshCw } from '#src/platform/web/icons/Icons.tsx'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { NotFound } from '#src/platform/web/shell/NotFound.tsx'
import { pageMeta, shorten } from '#src/platform/web/shell/pageMeta.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { againParameter, placeParameter, profileAddress, serviceParameter, startParameter } from '#src/supply/companies/address.ts'
import { findDistance } from '../places/distanceStore.ts'
import { profilePreview } from '../previews/rules.ts'
import { parseReviewCount, readTyped, reviewsParameter, searchTexts } from '../query/rules.ts'
import { findProfile } from '../query/store.ts'
import { showsBadge, trustLines } from '../trust/rules.ts'
import { readTrust } from '../trust/store.ts'
import type { Route } from './+types/ServicePage'
import { listProfileServices, readProfileTimes } from './actions.ts'
import { Profile } from './Profile.tsx'
import { readReviews } from './reviewStore.ts'
import './profile.css'
import './reviews.css'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const handle = { cachedParams: [reviewsParameter, placeParameter, serviceParameter, startParameter, againParameter] }

/** An id that is not a uuid is treated as unknown (docs/spec.md#unknown-service). */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { db, log, now } = context.get(appOf)
  if (!uuid.test(params.id)) return missing()
  try {
    const part = { companyId: params.id, limit: parseReviewCount(new URL(request.url)), offset: 0 }
    const location = readTyped(new URL(request.url), placeParameter)
    const day = berlinDay(now())
    const [found, trust, services, reviews, distance, times] = await Promise.all([
      findProfile(db, { id: params.id, today: day }),
      readTrust(db, { companyId: params.id, today: day }),
      listProfileServices({ db }, params.id),
      readReviews(db, part),
      findDistance(db, { companyId: params.id, location }),
      readProfileTimes({ db, now }, params.id),
    ])
    if (!found) return missing()
    const company = { ...found, verified: showsBadge(found.verified, trust) }
    const checked = trustLines({ isVerified: company.verified, trust })
    // The day is precise enough for the age of a review, and the page is the same all day.
    const today = berlinInstant(day, '12:00').toISOString()
    return { status: 'found' as const, company, checked, services, distance, reviews, times, now: today }
  } catch (error) {
    log.error({ err: error }, 'profile failed to load')
    return data({ status: 'failed' as const }, { status: 503 })
  }
}

const missing = () => data({ status: 'missing' as const }, { status: 404 })

/** Inside the app an unknown service is a notification and a link home; a direct visit gets the page with its 404. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const answer = await serverLoader()
  if (answer.status === 'missing') {
    showToast({ kind: 'error', title: searchTexts.serviceNotFound })
    throw redirect('/')
  }
  return answer
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = matches[0].loaderData
  if (loaderData?.status !== 'found') {
    return pageMeta({ site, title: searchTexts.serviceNotFound, description: 'Dieser Service ist nicht verfügbar.' })
  }
  const { company } = loaderData
  return pageMeta({
    site,
    title: `${company.companyName}: ${company.category} Service in ${company.town}`,
    description: shorten(company.description),
    path: profileAddress(company.id),
    image: profilePreview(company, site),
  })
}

export default function ServicePage({ loaderData, matches }: Route.ComponentProps) {
  if (loaderData.status === 'missing') {
    return <NotFound title={searchTexts.serviceNotFound}>Dieser Service wird nicht oder nicht mehr angeboten.</NotFound>
  }
  if (loaderData.status === 'failed') return <ServiceNotLoaded />
  const site = matches[0].loaderData
  const { status: _found, ...found } = loaderData
  return <Profile {...found} site={site} viewerEmail={site.viewer?.email} />
}

function ServiceNotLoaded() {
  const { revalidate, state } = useRevalidator()
  return (
    <main id="inhalt" className="wrap page">
      <h1 className="unseen">Service</h1>
      <div className="narrow">
        <Note
          kind="bad"
          role="alert"
          title={searchTexts.serviceNotLoaded}
          actions={
            <button
              type="button"
              className="button secondary small needs-script"
              aria-busy={state === 'loading'}
              onClick={() => void revalidate()}
            >
              <RefreshCw />
              Erneut versuchen
            </button>
          }
        >
          Versuchen Sie es in einem Augenblick noch einmal.
        </Note>
      </div>
    </main>
  )
}
