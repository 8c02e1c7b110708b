import { sql } from 'kysely'
import { berlinDay } from '#src/platform/kit/dates.ts'
import type { Transaction } from '#src/platform/server/db.ts'
import { proofLimits } from '#src/supply/companies/verification/proofRules.ts'

/**
 * Proofs of the verified companies: each has a trade licence, craftspeople their entry in the craft roll, four of five an insurance.
 * Checked on different days of the last year.
 */
export async function insertDemoProofs(tx: Transaction, now: Date) {
  const today = berlinDay(now)
  await sql`
    insert into company_proofs (company_id, kind, checked_on, valid_until)
    select
      company.id,
      proof.kind,
      company.checked_on,
      case proof.kind
        when 'insurance' then ${today}::date + 40 + company.number % 320
        else (company.checked_on + make_interval(months => ${proofLimits.months}))::date
      end
    from (
      select id, craft_chamber, number, ${today}::date - number % 365 as checked_on
      from (select id, craft_chamber, (abs(hashtext(id::text)::bigint) % 100000)::integer as number from companies where verified) verified
    ) company
    cross join (values ('tradeLicence'), ('craftRoll'), ('insurance')) proof (kind)
    where case proof.kind when 'craftRoll' then company.craft_chamber is not null when 'insurance' then company.number % 5 > 0 else true end`.execute(
    tx,
  )
}
