import { type ComponentType, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ReviewDialogProps } from '#src/orders/reviews/ui/ReviewDialog.tsx'
import { showToast } from '#src/platform/web/shell/toast.ts'
import type { PublicProfile } from '../query/rules.ts'

/** Opens the review dialog over the profile; its code loads with the first opening. */
export function useReviewDialog({ company, viewerEmail }: { company: PublicProfile; viewerEmail: string | undefined }) {
  const [Dialog, setDialog] = useState<ComponentType<ReviewDialogProps>>()
  const [isOpening, setIsOpening] = useState(false)
  const { revalidate } = useRevalidator()

  async function write() {
    setIsOpening(true)
    try {
      const loaded = await loadDialog()
      setDialog(() => loaded.default)
    } catch {
      showToast({
        kind: 'error',
        title: 'Bewertung konnte nicht geöffnet werden',
        text: 'Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
      })
    }
    setIsOpening(false)
  }

  function close({ isSent }: { isSent: boolean }) {
    setDialog(undefined)
    // A review of a booking is published at once.
    if (isSent && viewerEmail) void revalidate()
  }
  const dialog = Dialog ? (
    <Dialog companyId={company.id} companyName={company.companyName} viewerEmail={viewerEmail} onClose={close} />
  ) : null
  return { dialog, write, isOpening }
}

const loadDialog = () => import('#src/orders/reviews/ui/ReviewDialog.tsx')
