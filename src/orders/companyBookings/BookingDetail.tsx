import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { AttachedFiles } from '#src/foundation/files/ui/AttachedFiles.tsx'
import { bookedOf } from '#src/orders/appointments/booked.ts'
import { hoursFrom } from '#src/orders/onsite/hours.ts'
import { BookingHead } from '#src/orders/ordering/ui/BookingChips.tsx'
import { RequestAnswer } from '#src/orders/requests/RequestAnswer.tsx'
import { shortId } from '#src/platform/kit/text.ts'
import { CloseButton, Dialog } from '#src/platform/web/parts/Dialog.tsx'
import { FactsWaiting, QueryRegion } from '#src/platform/web/queries/QueryRegion.tsx'
import { useQuery } from '#src/platform/web/queries/useQuery.ts'
import { AppointmentActions } from './AppointmentActions.tsx'
import { AppointmentMove } from './AppointmentMove.tsx'
import { BookingFacts, BookingMoney } from './BookingFacts.tsx'
import { ComplaintAnswer } from './ComplaintAnswer.tsx'
import type { BookingDetails } from './rules.ts'

// Loaded lazily: on few bookings work is under way.
const RunningWork = lazy(() => import('#src/orders/onsite/RunningWork.tsx'))

// Loaded lazily: most bookings of the list are only viewed.
const JobSupplements = lazy(() => import('#src/orders/supplements/JobSupplements.tsx'))

// Loaded lazily: few bookings have instalments or belong to a series.
const JobPlan = lazy(() => import('#src/orders/instalments/JobPlan.tsx'))
const SeriesDialog = lazy(() => import('#src/orders/series/SeriesDialog.tsx'))

type BookingDetailProps = { companyId: string; bookingId: string; onClose: () => void }

/** One booking with everything that its company may see. */
export function BookingDetail({ companyId, bookingId, onClose }: BookingDetailProps) {
  const { queryResult, reload } = useQuery('get-company-booking', { companyId, bookingId })
  const [seriesId, setSeriesId] = useState<string>()
  // Replaces the booking, which is reloaded afterwards.
  if (seriesId) {
    const goBack = () => {
      setSeriesId(undefined)
      void reload()
    }
    return (
      <Suspense fallback={null}>
        <SeriesDialog companyId={companyId} seriesId={seriesId} onClose={goBack} />
      </Suspense>
    )
  }
  return (
    <Dialog
      title={`Buchung ${shortId(bookingId)}`}
      bodyLabel="Einzelheiten der Buchung"
      onClose={onClose}
      foot={
        <>
          <Link className="button neutral" to={`/dashboard/nachrichten?${new URLSearchParams({ buchung: bookingId })}`} onClick={onClose}>
            Nachricht schreiben
          </Link>
          <CloseButton onClose={onClose} />
        </>
      }
    >
      <QueryRegion
        queryResult={queryResult}
        failed="Die Buchung konnte nicht geladen werden"
        loading={<FactsWaiting text="Buchung wird geladen…" />}
        onRetry={reload}
      >
        {(booking) => <Details companyId={companyId} booking={booking} onDone={reload} onSeries={setSeriesId} />}
      </QueryRegion>
    </Dialog>
  )
}

type DetailsProps = {
  companyId: string
  booking: BookingDetails
  onDone: () => Promise<unknown>
  onSeries: (seriesId: string) => void
}

function Details({ companyId, booking, onDone, onSeries }: DetailsProps) {
  const move = <AppointmentMove companyId={companyId} booking={booking} onDone={onDone} />
  // A pending proposal comes first.
  const isWaiting = booking.appointment?.proposal != null
  const ids = { companyId, bookingId: booking.id }
  const until = booking.appointment?.answer_until
  const booked = booking.appointment ? bookedOf(booking.appointment) : null
  const [ended, setEnded] = useState<number>()
  const isReporting = ended !== undefined && booking.acts.includes('performed')
  const hasWork = booking.work.is_open || booking.work.steps.length > 0 || booking.work.photos.length > 0
  // While the job runs, its buttons come first: they are needed on the phone.
  const work = hasWork ? (
    <Suspense fallback={null}>
      <RunningWork ids={ids} work={booking.work} onDone={onDone} onEnded={setEnded} />
    </Suspense>
  ) : null
  return (
    <>
      <BookingHead booking={booking} begins="Gebucht am" />
      {until ? (
        <RequestAnswer
          ids={ids}
          until={until}
          estimate={booking.appointment?.estimate ?? null}
          firstDay={booking.booking_date}
          onDone={onDone}
        />
      ) : null}
      {isWaiting ? move : null}
      {booking.complaint ? <ComplaintAnswer ids={ids} complaint={booking.complaint} left={booking.refundable} onDone={onDone} /> : null}
      {booking.work.is_runnable ? work : null}
      <BookingFacts booking={booking} onSeries={onSeries} />
      <AttachedFiles
        files={booking.attachments}
        pathOf={(attachmentId) => `/functions/v1/booking-attachment?${new URLSearchParams({ companyId, attachmentId })}`}
      />
      <BookingMoney booking={booking} />
      {booking.work.is_runnable ? null : work}
      {booking.plan ? (
        <Suspense fallback={null}>
          <JobPlan ids={ids} plan={booking.plan} onDone={onDone} />
        </Suspense>
      ) : null}
      <Suspense fallback={null}>
        <JobSupplements ids={ids} supplements={booking.supplements} onDone={onDone} />
      </Suspense>
      {isWaiting ? null : move}
      <AppointmentActions
        // After the end of the work, the report that it was done is open at once.
        key={isReporting ? ended : 'none'}
        ids={ids}
        acts={booking.acts}
        booked={booked}
        initial={isReporting ? 'performed' : undefined}
        worked={ended !== undefined && booked?.field === 'hours' ? hoursFrom(ended, booked.amount) : undefined}
        onDone={onDone}
      />
    </>
  )
}
