import { readUpload, removeOrphans, storeFile } from '#src/foundation/files/actions.ts'
import { sendFile } from '#src/foundation/files/downloadActions.ts'
import type { App } from '#src/platform/server/app.ts'
import { type OperatorAct, recordOperatorAct } from '#src/platform/server/audit.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { companyProblems } from '../rules.ts'
import { removeSoon } from '../verification/actions.ts'
import { isEvidenceType, verificationLimits, verificationProblems } from '../verification/rules.ts'
import { detailsProblems } from './rules.ts'
import { deleteFile, deleteFilesOf, findFile, findKnownFiles, insertFile, listFiles, lockDetails } from './store.ts'
import type { BusinessFileKind } from './texts.ts'

const folder = 'business-files'

type NewFile = { companyId: string; kind: BusinessFileKind; name: string; type: string; content: ReadableStream<Uint8Array> }

/**
 * Stores a copy of a document for the operator's check. The file is stored before its row; the sweep deletes files without a row. Throws
 * detailsProblems.
 */
export async function storeBusinessFile(app: App, { companyId, kind, ...upload }: NewFile) {
  const read = await readUpload(app, upload)
  if (!isEvidenceType(read.type)) throw verificationProblems.wrongType()
  await storeFile(app, { ...read, folder: `${folder}/${companyId}` }, (file) =>
    app.db.transaction().execute(async (tx) => {
      if (!(await lockDetails(tx, companyId))) throw companyProblems.notYours()
      if ((await listFiles(tx, companyId)).length >= verificationLimits.files) throw detailsProblems.full()
      await insertFile(tx, { ...file, companyId, kind })
    }),
  )
}

export const removeBusinessFile = (app: App, { companyId, fileId }: { companyId: string; fileId: string }) =>
  app.db.transaction().execute(async (tx) => {
    const removed = await deleteFile(tx, { id: fileId, companyId })
    if (!removed) throw detailsProblems.fileUnknown()
    await removeSoon(tx, `business:${fileId}`, [removed])
  })

/** Opens a copy for the operator. The access is written to the audit log. Throws detailsProblems.fileUnknown. */
export async function openBusinessFile(app: App, { fileId, caller }: { fileId: string; caller: OperatorAct }) {
  const file = await findFile(app.db, fileId)
  if (!file) throw detailsProblems.fileUnknown()
  const { companyId, kind } = file
  await app.db
    .transaction()
    .execute((tx) => recordOperatorAct(app, tx, { caller, action: 'companies.viewBusinessFile', companyId, after: { kind } }))
  return sendFile(app, file)
}

/** Deletes a company's copies: after the decision, and with the company. */
export async function deleteBusinessFiles(tx: Transaction, companyId: string) {
  await removeSoon(tx, `business:${companyId}`, await deleteFilesOf(tx, companyId))
}

/** Deletes files without a row, left by an interrupted upload or removal. */
export const sweepBusinessFiles = (app: App) => removeOrphans(app, { folder, findKnown: (keys) => findKnownFiles(app.db, keys) })
