import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { BookingChip, PaymentChip } from '#src/bookings/ui/BookingChips.tsx'
import { type Column, DataTable, TableWaiting } from '#src/web/DataTable.tsx'
import { EmptyState } from '#src/web/EmptyState.tsx'
import { Pager } from '#src/web/Pager.tsx'
import { RegionFailure } from '#src/web/RegionFailure.tsx'
import { bookingPageSizes, type ShownBooking } from '../bookingRules.ts'
import { type BookingList, bookingListParameters, emptyList, filterOf, hasFilter, parseBookingList } from '../listRules.ts'
import { DownloadButton } from './Attachments.tsx'
import { BookingDetail } from './BookingDetail.tsx'
import { BookingFilters } from './BookingFilters.tsx'
import { type ListReading, useBookingList } from './BookingList.tsx'
import { useDashboard } from './LoadedDashboard.tsx'
import { euros } from './OverviewTiles.tsx'
import { Appointment, BookingTitle } from './RecentBookings.tsx'

/** All bookings of the company, page by page; what is shown stands in the address. */
export default function BookingsPage() {
  const { company, live } = useDashboard()
  const [parameters, setParameters] = useSearchParams()
  const [openId, setOpenId] = useState<string>()
  const list = parseBookingList(parameters)
  const { reading, retry } = useBookingList({ companyId: company.id, list, live })
  const show = (next: BookingList) => setParameters(bookingListParameters(next), { preventScrollReset: true })
  const csv = new URLSearchParams({ companyId: company.id, ...filterOf(list) })

  return (
    <section className="card" aria-labelledby="bookings-title" aria-busy={reading.isBusy}>
      <div className="ch">
        <h2 id="bookings-title">Alle Buchungen</h2>
        <DownloadButton path={`/functions/v1/company-bookings.csv?${csv}`} name="buchungen.csv">
          Als CSV herunterladen
        </DownloadButton>
      </div>
      <BookingFilters list={list} onShow={show} />
      <Rows reading={reading} list={list} onRetry={retry} onShow={show} onOpen={setOpenId} />
      {openId ? <BookingDetail companyId={company.id} bookingId={openId} onClose={() => setOpenId(undefined)} /> : null}
    </section>
  )
}

type RowsProps = {
  reading: ListReading
  list: BookingList
  onRetry: () => void
  onShow: (list: BookingList) => void
  onOpen: (bookingId: string) => void
}

function Rows({ reading, list, onRetry, onShow, onOpen }: RowsProps) {
  if (reading.failure !== undefined) {
    return (
      <div className="cb">
        <RegionFailure title="Die Buchungen konnten nicht geladen werden" text={reading.failure} onRetry={onRetry} />
      </div>
    )
  }
  if (!reading.shown) return <TableWaiting rows={6} text="Buchungen werden geladen…" />
  const { bookings, total } = reading.shown
  if (total === 0) return <NoBookings isFiltered={hasFilter(list)} onReset={() => onShow(emptyList)} />
  return (
    <>
      <DataTable label="Tabelle der Buchungen" columns={columns(onOpen)} rows={bookings} keyOf={({ id }) => id} />
      <Pager
        offset={(list.page - 1) * bookingPageSizes.standard}
        size={bookingPageSizes.standard}
        total={total}
        onTurn={(offset) => onShow({ ...list, page: offset / bookingPageSizes.standard + 1 })}
      />
    </>
  )
}

function NoBookings({ isFiltered, onReset }: { isFiltered: boolean; onReset: () => void }) {
  if (!isFiltered) return <EmptyState title="Noch keine Buchungen" text="Sobald jemand bei Ihnen bucht, steht die Buchung hier." />
  return (
    <EmptyState
      title="Keine Buchung gefunden"
      text="Zu diesen Filtern gibt es keine Buchung."
      action={
        <button type="button" className="btn btn-s" onClick={onReset}>
          Filter zurücksetzen
        </button>
      }
    />
  )
}

const columns = (onOpen: (bookingId: string) => void): Column<ShownBooking>[] => [
  { label: 'Kundin oder Kunde', look: 'title', cell: (booking) => <BookingTitle booking={booking} onOpen={onOpen} /> },
  { label: 'Termin', look: 'date', cell: (booking) => <Appointment booking={booking} /> },
  { label: 'Buchung', cell: ({ booking_status }) => <BookingChip status={booking_status} /> },
  { label: 'Zahlung', cell: ({ payment_status, refunded }) => <PaymentChip status={payment_status} refunded={refunded} /> },
  { label: 'Ihr Anteil', look: 'number', cell: ({ provider_share }) => (provider_share === null ? '–' : euros(provider_share)) },
  { label: 'Betrag', look: 'amount', cell: ({ amount }) => euros(amount) },
]
