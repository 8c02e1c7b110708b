import { sql } from 'kysely'
import type { Database, Transaction } from '#src/platform/server/db.ts'
import type { EventRow } from './history.ts'

/** Lists the history of a booking, newest first: appointment events, audited actions, and mails (with the SMTP code of a refusal). */
export async function listHistory(db: Database | Transaction, bookingId: string) {
  const { rows } = await sql<EventRow>`
    with
      causes (prefix) as (
        select kind || ':' || id || ':'
        from (
          values ('booking', ${bookingId}), ('request', ${bookingId})
          union all
          select 'move', id::text from move_proposals where booking_id = ${bookingId}
        ) as known (kind, id)
        union all
        select 'refund:' || id from refunds where booking_id = ${bookingId}
        union all
        select 'withdrawal:' || id || ':' from withdrawals where booking_id = ${bookingId}
        union all
        select 'dispute:' || id || ':' from disputes where booking_id = ${bookingId}
      )
    select 'event' as kind, at, actor, act as what, jsonb_build_object('before', before, 'after', after) as detail
    from appointment_events
    where booking_id = ${bookingId}
    union all
    select 'audit', at, actor, action, jsonb_build_object('before', before, 'after', after)
    from audit_log
    where object_type = 'booking' and object_id = ${bookingId}
    union all
    select 'mail', mail.sent_at, 'system', mail.occasion, to_jsonb(mail.refused_code)
    from causes
    cross join lateral (
      select occasion, sent_at, refused_code
      from sent_mails
      where occasion like replace(prefix, '_', '\_') || '%'
    ) as mail
    order by at desc
    limit 200`.execute(db)
  return rows
}
