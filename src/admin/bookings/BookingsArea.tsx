import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { bookingStatusWords, paymentStatusWords } from '#src/bookings/statusWords.ts'
import { emptyListOf, filterOf, hasFilter } from '#src/kit/listAddress.ts'
import { databaseDownText } from '#src/kit/problems.ts'
import { type ListFilter, ListFilters } from '#src/web/lists/ListFilters.tsx'
import { ListRows, type ListTexts } from '#src/web/lists/ListRows.tsx'
import { useListAddress } from '#src/web/lists/useListAddress.ts'
import { DownloadButton } from '#src/web/parts/DownloadButton.tsx'
import { ReadAt } from '#src/web/reading/ReadAt.tsx'
import { useReading } from '#src/web/reading/useReading.ts'
import { bookingColumns } from './BookingColumns.tsx'
import { BookingDialog } from './BookingDialog.tsx'
import { type BookingList, bookingList, bookingSortWords, searchLength } from './listRules.ts'
import { bookingAreaTexts, bookingReading } from './texts.ts'
import '#src/dashboard/ui/dashboard.css'
import './bookings.css'

const emptyList = emptyListOf(bookingList)

/** All bookings, page by page; what is shown stands in the address. A booking opens with everything that is known of it. */
export function BookingsArea() {
  const [list, show] = useListAddress(bookingList)
  const [openId, setOpenId] = useState<string>()
  const body = { page: list.page, sort: list.sort, ...filterOf(list) }
  const { reading, reload, refresh } = useReading('admin-list-bookings', body, bookingReading)
  const notLoaded = reading.failure === databaseDownText ? bookingAreaTexts.databaseDown : bookingAreaTexts.notLoaded

  return (
    <section className="card bk-area" aria-labelledby="bookings-title" aria-busy={reading.isBusy}>
      <div className="ch">
        <h2 id="bookings-title">Alle Buchungen</h2>
        <div className="row wrapf">
          <ReadAt shown={reading.shown} />
          <button type="button" className="btn btn-g btn-sm" onClick={() => void refresh()}>
            <RotateCw />
            Aktualisieren
          </button>
          <DownloadButton path={`/functions/v1/admin-bookings.csv?${new URLSearchParams(filterOf(list))}`} name="buchungen.csv">
            Als CSV herunterladen
          </DownloadButton>
        </div>
      </div>
      <ListFilters list={list} empty={emptyList} onShow={show} search={search} filters={filters} sorts={bookingSortWords} />
      <ListRows
        texts={{ ...texts, notLoaded }}
        reading={reading}
        columns={bookingColumns(setOpenId)}
        keyOf={({ id }) => id}
        sort={list.sort}
        onSort={(sort) => show({ ...list, sort, page: 1 })}
        isFiltered={hasFilter(list)}
        onReset={() => show(emptyList)}
        onRetry={() => void reload()}
        onPage={(page) => show({ ...list, page })}
      />
      {openId ? <BookingDialog bookingId={openId} onClose={() => setOpenId(undefined)} onChanged={() => void reload()} /> : null}
    </section>
  )
}

const search = { label: 'Kunde, Anbieter, Leistung oder Nummer', longest: searchLength }

const filters: ListFilter<BookingList>[] = [
  { name: 'status', label: 'Buchung', words: bookingStatusWords },
  { name: 'payment', label: 'Zahlung', words: paymentStatusWords },
  { name: 'from', label: 'Termin ab', isDay: true },
  { name: 'to', label: 'Termin bis', isDay: true },
]

const texts: Omit<ListTexts, 'notLoaded'> = {
  label: 'Tabelle der Buchungen',
  loading: 'Buchungen werden geladen…',
  none: { title: 'Noch keine Buchungen', text: 'Sobald jemand bucht, steht die Buchung hier.' },
  noneFound: { title: 'Keine Buchung gefunden', text: 'Zu dieser Suche und diesen Filtern gibt es keine Buchung.' },
}
