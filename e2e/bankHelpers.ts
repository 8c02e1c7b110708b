import type { Page } from '@playwright/test'
import { awaitMails, type Mail } from './fixtures.ts'

export const bankCard = (page: Page) => page.getByRole('region', { name: 'Bankdaten für Auszahlungen' })

export async function fillAndSave(page: Page, { holder, iban }: { holder: string; iban: string }) {
  await page.getByLabel('Kontoinhaber *').fill(holder)
  await page.getByLabel('IBAN *').fill(iban)
  await page.getByRole('button', { name: 'Speichern & Bestätigen' }).click()
}

const seen = new Map<string, number>()

/** Follows the link of the next unused mail with this subject. */
export async function openMailedLink(page: Page, { email, subject }: { email: string; subject: RegExp }) {
  const key = `${email} ${subject}`
  const nth = (seen.get(key) ?? 0) + 1
  seen.set(key, nth)
  const [mail] = await awaitMails(isAbout(email, subject), nth)
  const link = /https?:\/\/\S+\?token=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''
  await page.goto(link)
}

/** Predicate: a mail to an address with such a subject. */
export const isAbout = (email: string, about: RegExp) => (mail: Mail) => mail.to === email && about.test(mail.subject)
