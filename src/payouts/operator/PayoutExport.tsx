import { Download } from 'lucide-react'
import { useState } from 'react'
import { leaveWhenLost, reasonOf } from '#src/admin/shell/AdminReading.tsx'
import type { AdminPayoutQuery } from '#src/payouts/lists/rules.ts'
import { BusyButton } from '#src/web/parts/BusyButton.tsx'
import { fetchFile, saveFile } from '#src/web/reading/fetchFile.ts'
import { showToast } from '#src/web/shell/toast.ts'
import { payoutAreaTexts } from './texts.ts'

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
