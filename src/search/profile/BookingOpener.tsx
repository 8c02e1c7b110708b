import { type ComponentType, type ReactNode, useState } from 'react'
import { showToast } from '#src/web/shell/toast.ts'
import type { CompanyCard } from '../query/rules.ts'

type OpenDialog = { company: CompanyCard; Dialog: ComponentType<{ company: CompanyCard; onClose: () => void }> }

/**
 * Opens the booking dialog over the page it is used on. The dialog's code loads with the first booking; when it cannot, the page lives on
 * and says so. Render `dialog` anywhere and call `book` from a button.
 */
export function useBookingDialog(): { dialog: ReactNode; book: (company: CompanyCard) => Promise<void>; isOpening: boolean } {
  const [open, setOpen] = useState<OpenDialog>()
  const [isOpening, setOpening] = useState(false)

  async function book(company: CompanyCard) {
    setOpening(true)
    try {
      const { default: Dialog } = await loadDialog()
      setOpen({ company, Dialog })
    } catch {
      showToast({
        kind: 'error',
        title: 'Buchung konnte nicht geöffnet werden',
        text: 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
      })
    }
    setOpening(false)
  }

  return { dialog: open ? <open.Dialog company={open.company} onClose={() => setOpen(undefined)} /> : null, book, isOpening }
}

const loadDialog = () => import('#src/bookings/ui/BookingDialog.tsx')
