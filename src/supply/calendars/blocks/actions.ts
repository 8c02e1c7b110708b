import type { z } from 'zod'
import type { App } from '#src/platform/server/app.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { hasCalendar } from '../hours/store.ts'
import { deleteCarts, insertOccupancy, lockResources } from '../occupancyStore.ts'
import { type BlockInput, blockConflict, type blockId, blockProblems, blockSpan } from './rules.ts'
import { deleteBlock, listInTheWay, listWorking } from './store.ts'

/**
 * Blocks a time of one resource, or of all, with all of its seats or none. Locks and checks first, like every writer of times. Throws
 * blockProblems, blockConflict.
 */
export async function blockTime(app: App, block: BlockInput) {
  const { companyId, note } = block
  if (!(await hasCalendar(app.db, companyId))) throw blockProblems.none()
  const now = app.now()
  const during = blockSpan(block)
  if (during.to <= now.getTime()) throw blockProblems.over()
  await app.db.transaction().execute(async (tx) => {
    await lockResources(tx, companyId)
    // Expired holds must not prevent the block.
    await deleteCarts(tx, { companyId, callerHash: '', now })
    const seats = await seatsOf(tx, block)
    const inTheWay = await listInTheWay(tx, { resourceIds: seats.map(({ resourceId }) => resourceId), ...during })
    if (inTheWay.length > 0) throw blockConflict(inTheWay)
    // The database constraint decides, even against a writer that skipped the lock.
    const takes = seats.map((seat) => ({ ...seat, core: during, during }))
    const isBlocked = await insertOccupancy(tx, { companyId, takes, kind: 'block', place: null, note, now })
    if (!isBlocked) throw blockConflict([])
  })
}

async function seatsOf(tx: Transaction, { companyId, resourceId }: BlockInput) {
  const working = await listWorking(tx, companyId)
  const chosen = working.filter(({ id }) => resourceId === null || id === resourceId)
  if (chosen.length === 0) throw blockProblems.unknownResource()
  return chosen.flatMap(({ id, capacity }) => Array.from({ length: capacity }, (_, index) => ({ resourceId: id, seat: index + 1 })))
}

/** Frees a blocked time of all resources that it blocks. Throws blockProblems.unknown. */
export async function freeBlock(app: App, block: z.infer<typeof blockId>) {
  if (!(await deleteBlock(app.db, block))) throw blockProblems.unknown()
}
