import { type ComponentType, lazy, type ReactNode, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { SimilarSlot } from '#src/orders/waiting/SimilarSlot.tsx'
import { FailureBoundary } from '#src/platform/web/parts/FailureBoundary.tsx'
import { type CallAnswer, CallError, call } from '#src/platform/web/reading/call.ts'
import { useViewer } from '#src/platform/web/shell/site.ts'
import { showToast } from '#src/platform/web/shell/toast.ts'
import { againParameter, noService, placeParameter } from '#src/supply/companies/address.ts'
import { findMarked } from '#src/supply/services/marks.ts'
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
 * Opens the booking dialog over the page it is used on. The dialog's code loads with the first booking, the company's services
 * with each; when they cannot, the page lives on and says so. The place of the search begins the address; what an account knows begins the form. Render `dialog` anywhere and call `book` from a button.
 */
export function useBookingDialog(): { dialog: ReactNode; book: Book; isOpening: boolean } {
  const [open, setOpen] = useState<OpenDialog>()
  const [isOpening, setOpening] = useState(false)
  const [query] = useSearchParams()
  const { state } = useLocation()
  const viewer = useViewer()

  async function book(company: CompanyCard, service?: string, start?: string) {
    setOpening(true)
    try {
      const [{ default: Dialog }, offer, person] = await Promise.all([
        loadDialog(),
        call('get-company-services', { companyId: company.id }),
        viewer ? readPerson(query.get(againParameter)) : handedOver(state),
      ])
      const place = query.get(placeParameter) ?? query.get('location') ?? ''
      const serviceId = service === undefined ? undefined : findMarked(offer.services, service)?.id
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

  if (!open) return { dialog: null, book, isOpening }
  const { Dialog, ...opened } = open
  const close = () => setOpen(undefined)
  // The draft is stored at each change (KeptDraft.tsx): a dialog that fails loses nothing.
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
  return { dialog, book, isOpening }
}

const Similar = lazy(() => import('./Similar.tsx'))

const interrupted = { title: 'Die Buchung wurde unterbrochen', text: 'Ihre Angaben sind noch da.' }

/** `service`: its id or mark, '' for the first one, `noService` for none. `start`: 'YYYY-MM-DD HH:MM'. */
type Book = (company: CompanyCard, service?: string, start?: string) => Promise<void>

/** What the page of a guest's booking hands over, to book once more. */
function handedOver(state: unknown): CallAnswer<'get-own-details'> | undefined {
  return Object(state).again
}

/** Without it the form is empty, as for guests. */
const readPerson = (again: string | null) => call('get-own-details', again === null ? {} : { again }).catch(() => undefined)

function loadDialog() {
  return import('#src/orders/ordering/ui/BookingDialog.tsx')
}
