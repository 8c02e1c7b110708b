import { readUpload, removeOrphans, storeFile } from '#src/foundation/files/actions.ts'
import { sendFile } from '#src/foundation/files/downloadActions.ts'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { App } from '#src/platform/server/app.ts'
import { type OperatorAct, recordOperatorAct } from '#src/platform/server/audit.ts'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import { enqueue } from '#src/platform/server/jobs.ts'
import { announce } from '#src/platform/server/live.ts'
import { enqueueMail } from '#src/platform/server/mail/mail.ts'
import { type ListRequest, readListPage } from '#src/platform/server/pages.ts'
import { readSettings } from '#src/platform/server/settings.ts'
import { companyProblems } from '../rules.ts'
import { decidedMail, submittedMail } from './mails.ts'
import { isRenewable, proofsOf } from './proofRules.ts'
import { deleteProofsOf, listProofs, upsertProofs } from './proofStore.ts'
import {
  type EvidenceKind,
  isEvidenceType,
  type VerificationDecision,
  type VerificationList,
  verificationLimits,
  verificationProblems,
} from './rules.ts'
import {
  countRequests,
  deleteDraftEvidence,
  deleteDraftsBefore,
  deleteEvidence,
  deleteRequestsOf,
  findKnownEvidence,
  findNewestRequest,
  findOpenEvidence,
  findRequest,
  insertDraft,
  insertEvidence,
  isVerified,
  listEvidence,
  listRequests,
  lockVerified,
  markDecided,
  markSubmitted,
  markVerified,
  type RequestPage,
} from './store.ts'

const folder = 'verification'

/** State of a company's verification. */
export async function readVerification(app: App, companyId: string) {
  const company = await isVerified(app.db, companyId)
  const request = await findNewestRequest(app.db, companyId)
  const proofs = await listProofs(app.db, companyId)
  return {
    isVerified: company?.verified ?? false,
    status: request?.status ?? null,
    askedAt: request?.askedAt ?? null,
    decidedAt: request?.decidedAt ?? null,
    reason: request?.reason ?? null,
    files: request ? await listEvidence(app.db, [request.id]) : [],
    proofs,
    isRenewable: isRenewable(proofs, berlinDay(app.now())),
  }
}

type NewEvidence = { companyId: string; kind: EvidenceKind; name: string; type: string; content: ReadableStream<Uint8Array> }

/**
 * Adds a file to the company's draft, which the first file creates. The file is stored before its row: a crash in between leaves a file
 * without a row, which the sweep deletes. Throws fileProblems, verificationProblems.
 */
export async function storeEvidence(app: App, { companyId, kind, ...upload }: NewEvidence) {
  const read = await readUpload(app, upload)
  if (!isEvidenceType(read.type)) throw verificationProblems.wrongType()
  await storeFile(app, { ...read, folder: `${folder}/${companyId}` }, (file) =>
    changeDraft(app, companyId, async (tx, requestId) => {
      if ((await listEvidence(tx, [requestId])).length >= verificationLimits.files) throw verificationProblems.full()
      await insertEvidence(tx, { ...file, requestId, kind })
    }),
  )
  return readVerification(app, companyId)
}

/** Removes a file from the draft. Throws verificationProblems.fileUnknown. */
export async function removeEvidence(app: App, { companyId, fileId }: { companyId: string; fileId: string }) {
  await app.db.transaction().execute(async (tx) => {
    const removed = await deleteDraftEvidence(tx, { id: fileId, companyId })
    if (!removed) throw verificationProblems.fileUnknown()
    await removeSoon(tx, `evidence:${fileId}`, [removed])
  })
  return readVerification(app, companyId)
}

/** Submits the draft to the operator. Throws verificationProblems. */
export async function submitVerification(app: App, companyId: string) {
  await changeDraft(app, companyId, async (tx, id, companyName) => {
    if ((await listEvidence(tx, [id])).length === 0) throw verificationProblems.nothing()
    await markSubmitted(tx, { id, now: app.now() })
    const { operator } = await readSettings(tx)
    const to = operator.email || app.config.adminEmail
    await enqueueMail(tx, submittedMail({ to, requestId: id, companyName, publicUrl: app.config.publicUrl }))
  })
  return readVerification(app, companyId)
}

/**
 * Applies one change to the company's draft under its row lock. Throws if the company is verified by proofs that do not end soon, or an
 * application awaits its decision.
 */
const changeDraft = (app: App, companyId: string, change: (tx: Transaction, requestId: string, companyName: string) => Promise<void>) =>
  app.db.transaction().execute(async (tx) => {
    const company = await lockVerified(tx, companyId)
    if (!company) throw companyProblems.notYours()
    const isSettled = company.verified && !isRenewable(await listProofs(tx, companyId), berlinDay(app.now()))
    if (isSettled) throw verificationProblems.already()
    const newest = await findNewestRequest(tx, companyId)
    if (newest?.status === 'open') throw verificationProblems.underway()
    const draft = newest?.status === 'draft' ? newest : await insertDraft(tx, { companyId, now: app.now() })
    await change(tx, draft.id, company.companyName)
    await announce(tx, { companyId, kind: 'company', id: companyId })
  })

/** A page of the matching applications. */
export const readVerifications = (app: App, asked: ListRequest<VerificationList>) =>
  readListPage(app.db, asked, { list: listWithFiles, count: countRequests })

async function listWithFiles(db: Database, asked: RequestPage) {
  const requests = await listRequests(db, asked)
  const ids = requests.map(({ id }) => id)
  const files = ids.length > 0 ? await listEvidence(db, ids) : []
  return requests.map((request) => ({ ...request, files: files.filter(({ requestId }) => requestId === request.id) }))
}

/**
 * Opens an evidence file of an undecided application, for the operator. The access is written to the audit log. Throws
 * verificationProblems.
 */
export async function openEvidence(app: App, { fileId, caller }: { fileId: string; caller: OperatorAct }) {
  const file = await findOpenEvidence(app.db, fileId)
  if (!file) throw verificationProblems.fileUnknown()
  const { companyId, kind } = file
  await app.db
    .transaction()
    .execute((tx) => recordOperatorAct(app, tx, { caller, action: 'companies.viewEvidence', companyId, after: { kind } }))
  return sendFile(app, file)
}

/**
 * Decides an application once, and mails the reason: a granted one shows the badge with its proofs; the evidence is deleted in either case.
 * Throws verificationProblems, invalidInput.
 */
export const decideVerification = (app: App, { requestId, caller, ...decision }: VerificationDecision & { caller: OperatorAct }) =>
  app.db.transaction().execute(async (tx) => {
    const { isGranted, reason } = decision
    const now = app.now()
    const decided = await markDecided(tx, { id: requestId, status: isGranted ? 'granted' : 'refused', reason: reason || null, now })
    if (!decided) throw (await findRequest(tx, requestId)) ? verificationProblems.over() : verificationProblems.unknown()
    const { companyId } = decided
    const company = await lockVerified(tx, companyId)
    if (!company) throw verificationProblems.unknown()
    const evidence = await deleteEvidence(tx, requestId)
    if (isGranted) await grant(tx, { companyId, now, kinds: evidence.map(({ kind }) => kind), insuranceUntil: decision.insuranceUntil })
    await removeSoon(tx, `evidence:${requestId}`, evidence)
    const { companyName, email } = company
    await enqueueMail(tx, decidedMail({ to: email, requestId, companyName, isGranted, reason, publicUrl: app.config.publicUrl }))
    await recordOperatorAct(app, tx, { caller, action: 'companies.decideVerification', companyId, after: { isGranted, reason } })
    await announce(tx, { companyId, kind: 'company', id: companyId })
  })

type Granted = { companyId: string; now: Date; kinds: readonly EvidenceKind[]; insuranceUntil: string | null }

async function grant(tx: Transaction, { companyId, now, ...checked }: Granted) {
  const today = berlinDay(now)
  const proofs = proofsOf({ ...checked, today })
  await markVerified(tx, { companyId, now })
  if (proofs.length > 0) await upsertProofs(tx, { companyId, checkedOn: today, proofs })
}

/** Deletes a company's applications, evidence and proofs, with the company. */
export async function deleteVerification(tx: Transaction, companyId: string) {
  await deleteProofsOf(tx, companyId)
  await removeSoon(tx, `evidence:${companyId}`, await deleteRequestsOf(tx, companyId))
}

/** Enqueues the removal of files whose rows are deleted. */
export async function removeSoon(tx: Transaction, key: string, files: readonly { storageKey: string }[]) {
  const keys = files.map(({ storageKey }) => storageKey)
  if (keys.length > 0) await enqueue(tx, { name: 'companies.removeFiles', payload: { keys }, key })
}

/** Deletes drafts that were never submitted, and files without a row, left by an interrupted upload or removal. */
export async function sweepVerification(app: App) {
  await deleteDraftsBefore(app.db, new Date(app.now().getTime() - verificationLimits.draftDays * 86_400_000))
  await removeOrphans(app, { folder, findKnown: (keys) => findKnownEvidence(app.db, keys) })
}
