import type { Page } from '@playwright/test'
import { awaitMails, expect, newAddress, queryDatabase } from './fixtures.ts'
import { password } from './passwords.ts'

/** A confirmed account with its own listed company, created without the screens; its browser is signed in. */
export async function enterAsOwner(page: Page, company: { name?: string; email?: string } = {}) {
  const owner = await enterAsMember(page)
  const id = await makeCompany(owner.email, company)
  return { ...owner, companyId: id, companyName: await nameOf(id) }
}

/** A confirmed account without a company. */
export async function enterAsMember(page: Page) {
  const email = newAddress()
  await page.request.post('/auth/v1/sign-up', { data: { email, password } })
  await queryDatabase('update users set confirmed_at = now(), welcome_sent_at = now() where email = $1', [email])
  expect((await page.request.post('/auth/v1/sign-in', { data: { email, password } })).status()).toBe(200)
  return { email }
}

let made = 0

/** A listed company of an account. Its name is unique; other tests do not search for its place, category or words. */
export async function makeCompany(owner: string, { name, email }: { name?: string; email?: string } = {}) {
  made += 1
  const own = name ?? `Hafenkante Gebäudepflege ${owner.slice(7, 15)}${made}`
  const [company] = await queryDatabase(
    `insert into companies
       (company_name, category, description, location, postcode, town, contact_person, email, phone, hourly_rate_cents, subscription_status, user_id)
     select $2, 'Sonstiges', 'Wir kümmern uns um Gebäude.', '27498 Helgoland', '27498', 'Helgoland', 'Ole Jensen', $3, '+49 40 66969150', 3450, 'active', id
     from users
     where email = $1
     returning id`,
    [owner, own, email ?? owner],
  )
  return String(company?.id)
}

const nameOf = async (id: string) =>
  String((await queryDatabase('select company_name from companies where id = $1', [id]))[0]?.company_name)

/** Signs out during the work and in again afterwards: owners cannot book at their own company. */
export async function asVisitor<T>(page: Page, work: () => Promise<T>) {
  const context = page.context()
  const cookies = await context.cookies()
  await context.clearCookies()
  const result = await work()
  await context.addCookies(cookies)
  return result
}

/** State after entering the mailed code just now. */
export const passCode = (email: string) =>
  queryDatabase('update sessions set stepped_up_at = now() where user_id = (select id from users where email = $1)', [email])

/** State more than eight hours after the code was entered. */
export const loseCode = (email: string) =>
  queryDatabase(`update sessions set stepped_up_at = now() - interval '9 hours' where user_id = (select id from users where email = $1)`, [
    email,
  ])

/** Waits for the given number of mails and returns the newest dashboard code. */
export async function readCode(email: string, count: number) {
  const [newest] = await awaitMails(({ to, subject }) => to === email && subject === 'Ihr Code für das Dashboard', count)
  const code = /^\d{6}$/m.exec(newest?.text ?? '')?.[0]
  if (!code) throw new Error('no code in the mail')
  return code
}

/** Returns six digits that are not the code. */
export const otherThan = (code: string) => (code === '123456' ? '654321' : '123456')
