import { useState } from 'react'
import { bookingStatusWords, paymentStatusWords } from '#src/bookings/statusWords.ts'
import { BookingChip, PaymentChip } from '#src/bookings/ui/BookingChips.tsx'
import { filterOf, hasFilter } from '#src/kit/listAddress.ts'
import type { Column } from '#src/web/lists/DataTable.tsx'
import { type ListFilter, ListFilters } from '#src/web/lists/ListFilters.tsx'
import { ListRows, type ListTexts } from '#src/web/lists/ListRows.tsx'
import { useListAddress } from '#src/web/lists/useListAddress.ts'
import { DownloadButton } from '#src/web/parts/DownloadButton.tsx'
import { useCompanyList } from '../company/CompanyList.tsx'
import { euros } from '../overview/OverviewTiles.tsx'
import { Appointment, BookingTitle } from '../overview/RecentBookings.tsx'
import { useDashboard } from '../ui/LoadedDashboard.tsx'
import { BookingDetail } from './BookingDetail.tsx'
import { type BookingList, bookingList, emptyList, sortLabels } from './listRules.ts'
import { type BookingSort, type ShownBooking, searchLength } from './rules.ts'

/** All bookings of the company, page by page; what is shown stands in the address. */
export default function BookingsPage() {
  const { company, live } = useDashboard()
  const [openId, setOpenId] = useState<string>()
  const [list, show] = useListAddress(bookingList)
  const body = { companyId: company.id, page: list.page, sort: list.sort, ...filterOf(list) }
  const { reading, readAgain } = useCompanyList({ name: 'list-company-bookings', body, live })
  const csv = new URLSearchParams({ companyId: company.id, ...filterOf(list) })

  return (
    <section className="card" aria-labelledby="bookings-title" aria-busy={reading.isBusy}>
      <div className="ch">
        <h2 id="bookings-title">Alle Buchungen</h2>
        <DownloadButton path={`/functions/v1/company-bookings.csv?${csv}`} name="buchungen.csv">
          Als CSV herunterladen
        </DownloadButton>
      </div>
      <ListFilters list={list} empty={emptyList} onShow={show} search={search} filters={filters} sorts={sortLabels} />
      <ListRows
        texts={texts}
        reading={reading}
        columns={columns(setOpenId)}
        keyOf={({ id }) => id}
        sort={list.sort}
        onSort={(sort) => show({ ...list, sort, page: 1 })}
        isFiltered={hasFilter(list)}
        onReset={() => show(emptyList)}
        onRetry={readAgain}
        onPage={(page) => show({ ...list, page })}
      />
      {openId ? <BookingDetail companyId={company.id} bookingId={openId} onClose={() => setOpenId(undefined)} /> : null}
    </section>
  )
}

const search = { label: 'Name, Leistung oder Nummer', longest: searchLength }

const filters: ListFilter<BookingList>[] = [
  { name: 'status', label: 'Buchung', words: bookingStatusWords },
  { name: 'payment', label: 'Zahlung', words: paymentStatusWords },
  { name: 'from', label: 'Termin ab', isDay: true },
  { name: 'to', label: 'Termin bis', isDay: true },
]

const texts: ListTexts = {
  label: 'Tabelle der Buchungen',
  loading: 'Buchungen werden geladen…',
  notLoaded: 'Die Buchungen konnten nicht geladen werden',
  none: { title: 'Noch keine Buchungen', text: 'Sobald jemand bei Ihnen bucht, steht die Buchung hier.' },
  noneFound: { title: 'Keine Buchung gefunden', text: 'Zu diesen Filtern gibt es keine Buchung.' },
}

const columns = (onOpen: (bookingId: string) => void): Column<ShownBooking, BookingSort>[] => [
  { label: 'Kundin oder Kunde', format: 'title', cell: (booking) => <BookingTitle booking={booking} onOpen={onOpen} /> },
  { label: 'Termin', format: 'date', cell: (booking) => <Appointment booking={booking} />, sort: { asc: 'dateAsc', desc: 'dateDesc' } },
  { label: 'Buchung', cell: ({ booking_status }) => <BookingChip status={booking_status} /> },
  { label: 'Zahlung', cell: ({ payment_status, refunded }) => <PaymentChip status={payment_status} refunded={refunded} /> },
  { label: 'Ihr Anteil', format: 'number', cell: ({ company_share }) => (company_share === null ? '–' : euros(company_share)) },
  { label: 'Betrag', format: 'amount', cell: ({ amount }) => euros(amount), sort: { asc: 'amountAsc', desc: 'amountDesc' } },
]
