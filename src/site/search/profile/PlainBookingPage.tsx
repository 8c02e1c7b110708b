import { data, redirect } from 'react-router'
import { handlePlainBooking, openPlainBooking, type PlainBooking, type RequestContext } from '#src/orders/ordering/plain/PlainSteps.tsx'
import { berlinDay } from '#src/platform/kit/dates.ts'
import { formFields } from '#src/platform/kit/formFields.ts'
import { appOf, sendOf } from '#src/platform/server/pageContext.ts'
import { Note } from '#src/platform/web/parts/Note.tsx'
import { CallError } from '#src/platform/web/queries/call.ts'
import { NotFound } from '#src/platform/web/shell/NotFound.tsx'
import { pageMeta } from '#src/platform/web/shell/pageMeta.ts'
import { parseStart, profileAddress, serviceParameter, startParameter } from '#src/supply/companies/address.ts'
import { searchTexts } from '../query/rules.ts'
import { findProfile } from '../query/store.ts'
import type { Route } from './+types/PlainBookingPage'
import '#src/orders/ordering/times/consent.css'
import '#src/orders/ordering/times/times.css'
import '#src/orders/ordering/ui/booking.css'
import '#src/platform/web/styles/summary.css'

/** Without scripts the browser has nothing to load: only the server renders the form. */
export const handle = { isPlain: true }
const parts = import.meta.env.SSR
  ? {
      ...(await import('#src/orders/ordering/plain/PlainBefore.tsx')),
      ...(await import('#src/orders/ordering/plain/PlainForm.tsx')),
      ...(await import('#src/orders/ordering/plain/PlainReview.tsx')),
    }
  : undefined

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
type Given = Pick<Route.LoaderArgs, 'context' | 'params'>

async function openRequestContext({ context, params }: Given) {
  const app = context.get(appOf)
  const now = app.now()
  const company = uuid.test(params.id) ? await findProfile(app.db, { id: params.id, today: berlinDay(now) }) : undefined
  return (
    company && {
      company,
      now,
      key: app.random(18).toString('base64url'),
      requestContext: { send: context.get(sendOf), company, now } satisfies RequestContext,
    }
  )
}

/** A booking without scripts (docs/spec.md#plain-booking): a form that the server reads, and shows again with what is wrong. */
export async function loader({ request, ...given }: Route.LoaderArgs) {
  const opened = await openRequestContext(given)
  if (!opened) return missing()
  const { company, now, requestContext, key } = opened
  const query = new URL(request.url).searchParams
  const named = { serviceId: query.get(serviceParameter) ?? '', start: parseStart(query.get(startParameter) ?? '') ?? '', key }
  const booking = await openPlainBooking(requestContext, named).catch(refusalOf)
  return { company, now, booking }
}

export async function action({ request, ...given }: Route.ActionArgs) {
  const opened = await openRequestContext(given)
  if (!opened) return missing()
  const { company, now, requestContext } = opened
  const booking = await handlePlainBooking(requestContext, formFields(await request.text())).catch(refusalOf)
  if (typeof booking === 'object' && 'payAt' in booking) return redirect(booking.payAt, 303)
  const isRefused =
    typeof booking === 'string' ||
    booking.failure !== null ||
    booking.waiting?.error !== undefined ||
    Object.keys(booking.errors).length > 0
  return data({ company, now, booking }, { status: isRefused ? 422 : 200 })
}

const missing = () => data({ company: undefined, now: undefined, booking: '' }, { status: 404 })

/** Returns a sentence in place of the form, if the booking is refused altogether. */
function refusalOf(error: unknown): string {
  if (error instanceof CallError) return error.message
  throw error
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({ site: matches[0].loaderData, title: 'Termin buchen', description: 'Leistung, Termin und Ihre Angaben.' })

export default function PlainBookingPage({ loaderData, actionData }: Route.ComponentProps) {
  const { company, now, booking } = actionData ?? loaderData
  if (!company || !now) return <NotFound title={searchTexts.serviceNotFound}>Dieser Service wird nicht oder nicht mehr angeboten.</NotFound>
  return (
    <main id="inhalt" className="wrap page">
      <div className="narrow stack">
        <h1>Termin buchen</h1>
        <p>
          bei <a href={profileAddress(company.id)}>{company.companyName}</a>, {company.location}
        </p>
        {typeof booking === 'string' ? <Note kind="bad" role="alert" title={booking} /> : <BookingForm {...{ company, now, booking }} />}
      </div>
    </main>
  )
}

type FormProps = { company: NonNullable<Route.ComponentProps['loaderData']['company']>; now: Date; booking: PlainBooking }

/** The server validates, not the browser. */
const BookingForm = ({ company, now, booking }: FormProps) =>
  parts ? (
    <form method="post" className="booking-form stack" noValidate>
      <input type="hidden" name="key" value={booking.key} />
      {booking.step === 'fill' ? (
        <>
          <parts.PlainBefore booking={booking} company={company} />
          <parts.PlainForm booking={booking} companyId={company.id} hourlyRateCents={company.hourlyRateCents} />
        </>
      ) : (
        <parts.PlainReview booking={booking} company={company} now={now} />
      )}
    </form>
  ) : null
