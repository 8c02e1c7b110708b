import type { App } from '#src/platform/server/app.ts'
import { lockSettings, readSettings, refreshSettings, writeSettings } from '#src/platform/server/settings.ts'

/**
 * Reads the PSP's approvals of methods and stores a change. A method without approval is marked in the settings and never offered.
 * Throws PaymentsUnavailable; the approvals stay as last read.
 */
export async function refreshMethodApprovals(app: App) {
  const methodApprovals = await app.payments.readMethodApprovals()
  await app.db.transaction().execute(async (tx) => {
    await lockSettings(tx)
    const known = (await readSettings(tx)).methodApprovals
    if (JSON.stringify(known) === JSON.stringify(methodApprovals)) return
    await writeSettings(tx, { methodApprovals }, app.now())
  })
  await refreshSettings(app)
}
