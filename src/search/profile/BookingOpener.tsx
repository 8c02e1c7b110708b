import { type ComponentType, type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type CallAnswer, CallError, call } from '#src/web/reading/call.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { placeParameter } from '../query/address.ts'
import type { CompanyCard } from '../query/rules.ts'

type Opened = {
  company: CompanyCard
  place: string
  offer: CallAnswer<'get-company-services'>
  serviceId: string | undefined
  start: string | undefined
}
type OpenDialog = Opened & { Dialog: ComponentType<Opened & { onClose: () => void }> }

/**
 * Opens the booking dialog over the page it is used on. The dialog's code loads with the first booking, the company's services
 * with each; when they cannot, the page lives on and says so. The place of the search begins the address. Render `dialog` anywhere and call `book` from a button.
 */
export function useBookingDialog(): { dialog: ReactNode; book: Book; isOpening: boolean } {
  const [open, setOpen] = useState<OpenDialog>()
  const [isOpening, setOpening] = useState(false)
  const [query] = useSearchParams()

  async function book(company: CompanyCard, serviceId?: string, start?: string) {
    setOpening(true)
    try {
      const [{ default: Dialog }, offer] = await Promise.all([loadDialog(), call('get-company-services', { companyId: company.id })])
      setOpen({ company, offer, serviceId, start, place: query.get(placeParameter) ?? query.get('location') ?? '', Dialog })
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
  return { dialog: <Dialog {...opened} onClose={() => setOpen(undefined)} />, book, isOpening }
}
/** `start`: 'YYYY-MM-DD HH:MM'. */
type Book = (company: CompanyCard, serviceId?: string, start?: string) => Promise<void>

const loadDialog = () => import('#src/bookings/ui/BookingDialog.tsx')
