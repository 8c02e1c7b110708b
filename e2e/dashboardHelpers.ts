import type { Page } from '@playwright/test'
import { queryDatabase, soon } from './fixtures.ts'

/** The browser itself logs refused and failed answers on the console. */
export const refused = /Failed to load resource: (the server responded with a status of (401|403|422|429|500|503)|net::ERR_FAILED)/

export const codeField = (page: Page) => page.getByLabel('6-stelliger Code')
export const rail = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' })

/** Inserts thirty bookings with a pending payment and two cancelled ones, from 101 to 132 euros. */
export const insertBookings = (companyId: string) =>
  queryDatabase(
    `insert into bookings
       (company_id, request_hash, service_title, customer_name, customer_email, customer_phone, location, description, booking_date,
        booking_time, amount_cents, booking_status, payment_status, expires_at, created_at, updated_at)
     select $1, gen_random_uuid()::text, 'Reinigung nach Absprache', 'Kundin ' || n || '.', 'k' || n || '@kunde.example', '', '20457 Hamburg', '', $2::date,
       '07:30', 10000 + n * 100, case when n > 30 then 'cancelled' else 'pending' end, case when n > 30 then 'failed' else 'pending' end,
       now() + interval '1 day', now() - n * interval '1 minute', now()
     from generate_series(1, 32) as n`,
    [companyId, soon()],
  )
