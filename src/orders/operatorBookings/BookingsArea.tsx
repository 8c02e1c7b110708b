import { useSearchParams } from 'react-router'
import { bookingStatusLabels, paymentStatusLabels } from '#src/money/payments/bookingStates.ts'
import { insiderLabels } from '#src/orders/bookings/insiders/rules.ts'
import { databaseDownText } from '#src/platform/kit/problems.ts'
import { ListArea } from '#src/platform/web/lists/ListArea.tsx'
import type { ListFilter } from '#src/platform/web/lists/ListFilters.tsx'
import type { ListTexts } from '#src/platform/web/lists/ListRows.tsx'
import { call } from '#src/platform/web/queries/call.ts'
import { bookingColumns } from './BookingColumns.tsx'
import { BookingDialog } from './BookingDialog.tsx'
import { type BookingList, bookingList, bookingSortLabels, disputeStateLabels } from './listRules.ts'
import { bookingAreaTexts, bookingPolling } from './texts.ts'
import './bookings.css'

/** List of all bookings. A row opens the details; links from other areas name a booking in the URL. */
export function BookingsArea() {
  const [parameters] = useSearchParams()
  return (
    <ListArea
      title="Alle Buchungen"
      className="list-area"
      spec={bookingList}
      sorts={bookingSortLabels}
      search={{ label: 'Kunde, Telefon, Anbieter, Leistung, Nummer oder Zahlung', longest: bookingList.searchLength }}
      filters={filters}
      read={(asked) => call('admin-list-bookings', asked)}
      rules={bookingPolling}
      isDated
      csv={{ call: 'admin-bookings.csv', name: 'buchungen.csv' }}
      texts={texts}
      columns={bookingColumns}
      dialog={(bookingId, parts) => <BookingDialog bookingId={bookingId} {...parts} />}
      openedFirst={parameters.get('buchung') ?? undefined}
    />
  )
}

const filters: ListFilter<BookingList>[] = [
  { name: 'status', label: 'Buchung', words: bookingStatusLabels },
  { name: 'payment', label: 'Zahlung', words: paymentStatusLabels },
  { name: 'dispute', label: 'Anfechtung', words: disputeStateLabels },
  { name: 'insider', label: 'Eigene Buchung?', words: insiderLabels },
  { name: 'from', label: 'Termin ab', isDay: true },
  { name: 'to', label: 'Termin bis', isDay: true },
]

const texts: ListTexts = {
  label: 'Tabelle der Buchungen',
  loading: 'Buchungen werden geladen…',
  notLoaded: (reason) => (reason === databaseDownText ? bookingAreaTexts.databaseDown : bookingAreaTexts.notLoaded),
  none: { title: 'Noch keine Buchungen', text: 'Sobald jemand bucht, steht die Buchung hier.' },
  noneFound: { title: 'Keine Buchung gefunden', text: 'Zu dieser Suche und diesen Filtern gibt es keine Buchung.' },
}
