import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export type InboxMail = {
  id: string
  /** Address of the To header (several are separated by a comma), or of the envelope. */
  to: string
  from: string
  subject: string
  text: string
  html: string
  /** ISO time of reception. */
  at: string
  messageId: string
  headers: string
  /** Reply-To address; empty if the mail has none. */
  replyTo: string
  /** `text`: content of text files, such as calendar files. */
  attachments: { filename: string; mimeType: string; bytes: number; text?: string }[]
}

/** Stores mails as lines of a file (oldest first), so that they survive the process; truncates a last line that a crash cut off. */
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

/** Identifies the state of the list; the page's script polls it. */
export function listState(mails: InboxMail[]): string {
  return `${mails.length}:${mails[0]?.id ?? ''}`
}
