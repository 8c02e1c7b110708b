import type { Page } from '@playwright/test'
import { addresses, expect, type Mail } from './stage.ts'

export const bankCard = (page: Page) => page.getByRole('region', { name: 'Bankdaten für Auszahlungen' })

export async function fillAndSave(page: Page, { holder, iban }: { holder: string; iban: string }) {
  await page.getByLabel('Kontoinhaber *').fill(holder)
  await page.getByLabel('IBAN *').fill(iban)
  await page.getByRole('button', { name: 'Speichern & Bestätigen' }).click()
}

const seen = new Map<string, number>()

/** Follows the link of the next mail with this subject that was not followed yet. */
export async function openMailedLink(page: Page, { email, subject }: { email: string; subject: RegExp }) {
  const key = `${email} ${subject}`
  const nth = (seen.get(key) ?? 0) + 1
  seen.set(key, nth)
  await expect.poll(async () => (await listMails(email, subject)).length, { timeout: 30_000 }).toBe(nth)
  const [mail] = await listMails(email, subject)
  const link = /https?:\/\/\S+\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''
  await page.goto(link)
}

export async function listMails(email: string, subject: RegExp) {
  const all = (await (await fetch(`${addresses.inbox}/mails.json`)).json()) as Mail[]
  return all.filter((mail) => mail.to === email && subject.test(mail.subject))
}
