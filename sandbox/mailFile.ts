import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type InboxMail = {
  id: string
  /** The address of the To header (of several: separated by a comma), or the envelope's. */
  to: string
  from: string
  subject: string
  text: string
  html: string
  /** ISO time of reception. */
  at: string
  messageId: string
  headers: string
  /** Where an answer goes; empty when the mail names no such address. */
  replyTo: string
  /** `text`: content of text files, such as calendar files. */
  attachments: { filename: string; mimeType: string; bytes: number; text?: string }[]
}

/** Mails as lines of a file (oldest first), so that they survive the process; a last line torn by a crash is cut off. */
export function openMailFile(file: string | undefined): { mails: InboxMail[]; append: (mail: InboxMail) => void; clear: () => void } {
  if (!file) return { mails: [], append: () => {}, clear: () => {} }
  mkdirSync(dirname(file), { recursive: true })
  return {
    mails: readMails(file),
    append: (mail) => appendFileSync(file, `${JSON.stringify(mail)}\n`),
    clear: () => writeFileSync(file, ''),
  }
}

function readMails(file: string): InboxMail[] {
  if (!existsSync(file)) return []
  const content = readFileSync(file)
  const end = content.lastIndexOf(10) + 1
  if (end < content.length) truncateSync(file, end)
  const lines = content.subarray(0, end).toString('utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

/** Changes whenever the list does; the page's script polls it. */
export function newestMark(mails: InboxMail[]): string {
  return `${mails.length}:${mails[0]?.id ?? ''}`
}
