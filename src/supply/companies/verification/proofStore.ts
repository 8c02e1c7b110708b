import { type Database, newValues, type Transaction } from '#src/platform/server/db.ts'
import type { Proof } from './proofRules.ts'
import type { EvidenceKind } from './rules.ts'

/** Proofs of a company, ended ones included. */
export const listProofs = (db: Database | Transaction, companyId: string): Promise<Proof<EvidenceKind>[]> =>
  db.selectFrom('companyProofs').select(['kind', 'validUntil']).where('companyId', '=', companyId).orderBy('kind').execute()

type Checked = { companyId: string; checkedOn: string; proofs: readonly Proof<EvidenceKind>[] }

/** Stores proofs; each replaces the one of its kind. */
export const upsertProofs = (tx: Transaction, { companyId, checkedOn, proofs }: Checked) =>
  tx
    .insertInto('companyProofs')
    .values(proofs.map((proof) => ({ ...proof, companyId, checkedOn })))
    .onConflict((conflict) =>
      conflict.columns(['companyId', 'kind']).doUpdateSet({ ...newValues(['checkedOn', 'validUntil']), remindedAt: null }),
    )
    .execute()

/** Marks proofs that end by `until` as reminded, once, and returns them with their companies. */
export const markProofsReminded = (tx: Transaction, { now, today, until }: { now: Date; today: string; until: string }) =>
  tx
    .updateTable('companyProofs')
    .set({ remindedAt: now })
    .where('remindedAt', 'is', null)
    .where('validUntil', '>=', today)
    .where('validUntil', '<=', until)
    .returning(['companyId', 'kind', 'validUntil'])
    .execute()

/** Removes the badge of companies whose proofs have all ended; a badge without proofs is the operator's own decision and stays. */
export const takeEndedBadges = (tx: Transaction, { now, today }: { now: Date; today: string }) =>
  tx
    .updateTable('companies')
    .set({ verified: false, updatedAt: now })
    .where('verified', '=', true)
    .where('id', 'in', (proofs) =>
      proofs
        .selectFrom('companyProofs')
        .select('companyId')
        .groupBy('companyId')
        .having(({ fn }) => fn.max('validUntil'), '<', today),
    )
    .returning('id as companyId')
    .execute()

export const deleteProofsOf = (tx: Transaction, companyId: string) =>
  tx.deleteFrom('companyProofs').where('companyId', '=', companyId).execute()
