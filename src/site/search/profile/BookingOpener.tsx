import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { borrowDraft, shareDrafts } from '#src/orders/ordering/ui/draftSharing.ts'
import { SimilarSlot } from '#src/orders/waiting/SimilarSlot.tsx'
import { FailureBoundary } from '#src/platform/web/parts/FailureBoundary.tsx'
import { type CallAnswer, CallError, call } from '#src/platform/web/queries/call.ts'
import { useViewer } from '#src/platform/web/shell/site.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { againParameter, noService, placeParameter } from '#src/supply/companies/address.ts'
import { findByIdSuffix } from '#src/supply/services/idSuffix.ts'
import type { CompanyCard } from '../query/rules.ts'

type Opened = {
  company: CompanyCard
  place: string
  offer: CallAnswer<'get-company-services'>
  serviceId: string | undefined
  isUnmatched: boolean
  start: string | undefined
  person: CallAnswer<'get-own-details'> | undefined
}
type OpenDialog = Opened & { Dialog: ComponentType<Opened & { onClose: () => void }> }

/**
 * Opens the booking dialog over the page it is used on. The dialog's code loads with the first booking, the company's services with each;
 * if they cannot, the page still works and shows the error. The place of the search prefills the address; the account's data prefill the
 * form. Render `dialog` anywhere and call `book` from a button. `paidElsewhere` counts the drafts that were paid in other tabs.
 */
export function useBookingDialog(): { dialog: ReactNode; book: Book; isOpening: boolean; paidElsewhere: number } {
  const [open, setOpen] = useState<OpenDialog>()
  const [isOpening, setOpening] = useState(false)
  const [query] = useSearchParams()
  const { state } = useLocation()
  const viewer = useViewer()
  const [paidElsewhere, setPaidElsewhere] = useState(0)
  const openId = open?.company.id
  useEffect(
    () =>
      shareDrafts((companyId) => {
        setPaidElsewhere((count) => count + 1)
        if (companyId !== openId) return
        setOpen(undefined)
        showToast({ kind: 'success', ...paidThere })
      }),
    [openId],
  )

  async function book(company: CompanyCard, service?: string, start?: string) {
    setOpening(true)
    try {
      const [{ default: Dialog }, offer, person] = await Promise.all([
        loadDialog(),
        call('get-company-services', { companyId: company.id }),
        viewer ? readPerson(query.get(againParameter)) : handedOver(state),
        borrowDraft(company.id),
      ])
      const place = query.get(placeParameter) ?? query.get('location') ?? ''
      const serviceId = service === undefined ? undefined : findByIdSuffix(offer.services, service)?.id
      setOpen({ company, offer, serviceId, isUnmatched: service === noService, start, place, person, Dialog })
    } catch (error) {
      showToast({
        kind: 'error',
        title: 'Buchung konnte nicht geöffnet werden',
        text: error instanceof CallError && error.status > 0 ? error.message : 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
      })
    }
    setOpening(false)
  }

  if (!open) return { dialog: null, book, isOpening, paidElsewhere }
  const { Dialog, ...opened } = open
  const close = () => setOpen(undefined)
  // The draft is stored at each change (SavedBookingDraft.tsx): a dialog that fails loses nothing.
  const resume = () => setOpen({ ...open, serviceId: undefined, start: undefined })
  const fail = () => {
    close()
    showToast({ kind: 'error', ...interrupted, action: { label: 'Buchung fortsetzen', run: resume } })
  }
  const dialog = (
    <FailureBoundary onFailure={fail}>
      <SimilarSlot value={Similar}>
        <Dialog {...opened} onClose={close} />
      </SimilarSlot>
    </FailureBoundary>
  )
  return { dialog, book, isOpening, paidElsewhere }
}

const Similar = lazy(() => import('./Similar.tsx'))

const paidThere = { title: 'Diese Buchung ist schon bezahlt', text: 'Sie haben sie in einem anderen Tab abgeschlossen.' }

const interrupted = { title: 'Die Buchung wurde unterbrochen', text: 'Ihre Angaben sind noch da.' }

/** `service`: its id or suffix, '' for the first one, `noService` for none. `start`: 'YYYY-MM-DD HH:MM'. */
type Book = (company: CompanyCard, service?: string, start?: string) => Promise<void>

/** Data of a guest's booking page for a repeated booking. */
function handedOver(state: unknown): CallAnswer<'get-own-details'> | undefined {
  return Object(state).again
}

/** Without it the form is empty, as for guests. */
const readPerson = (again: string | null) => call('get-own-details', again === null ? {} : { again }).catch(() => undefined)

function loadDialog() {
  return import('#src/orders/ordering/ui/BookingDialog.tsx')
}
