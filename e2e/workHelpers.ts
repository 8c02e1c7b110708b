import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, queryDatabase } from './fixtures.ts'
import { openInDashboard, openJob } from './supplementHelpers.ts'

/** A paid job of four hours that began twenty minutes ago, opened in its company's dashboard. */
export async function openJobOfToday(page: Page) {
  const job = await openJob(page)
  const today = "(now() at time zone 'Europe/Berlin' - interval '20 minutes')"
  await queryDatabase(
    `update appointments set starts_at = now() - interval '20 minutes', ends_at = now() + interval '220 minutes' where company_id = $1`,
    [job.companyId],
  )
  await queryDatabase(`update bookings set booking_date = ${today}::date, booking_time = ${today}::time where company_id = $1`, [
    job.companyId,
  ])
  await openInDashboard(page, job.companyId)
  return job
}

/** A photo with a plain gradient, as a phone would send it. */
export async function photo(name: string, colour: string) {
  const buffer = await sharp({ create: { width: 1200, height: 900, channels: 3, background: colour } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** Starts the work without a connection, in the open dialog of a job. */
export async function startOffline(page: Page) {
  await page.getByRole('button', { name: 'Arbeit beginnen' }).click()
  await expect(page.getByText('Wird gesendet, sobald Sie wieder online sind.')).toBeVisible()
}
