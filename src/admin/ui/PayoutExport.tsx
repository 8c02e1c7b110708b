import { Download } from 'lucide-react'
import { useState } from 'react'
import { BusyButton } from '#src/accounts/ui/BusyButton.tsx'
import type { AdminPayoutQuery } from '#src/payouts/listRules.ts'
import { fetchFile, saveFile } from '#src/web/fetchFile.ts'
import { showToast } from '#src/web/toast.ts'
import { payoutAreaTexts } from '../payoutAreaRules.ts'
import { leaveWhenLost, reasonOf } from './AdminReading.tsx'

/** The payouts that the list shows, all pages of them, as a file. */
export function PayoutExport({ status, onLost }: Pick<AdminPayoutQuery, 'status'> & { onLost: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false)

  async function save() {
    if (isBusy) return
    setIsBusy(true)
    try {
      const content = await fetchFile(`/functions/v1/admin-payouts.csv?${new URLSearchParams({ status: status ?? '' })}`)
      saveFile(content, 'auszahlungen-alle.csv')
    } catch (error) {
      showToast({ kind: 'error', title: payoutAreaTexts.notSaved, text: reasonOf(error) })
      await leaveWhenLost(error, onLost)
    }
    setIsBusy(false)
  }
  return (
    <BusyButton type="button" className="btn btn-g btn-sm" isBusy={isBusy} onClick={() => void save()}>
      <Download />
      {payoutAreaTexts.csv}
    </BusyButton>
  )
}
