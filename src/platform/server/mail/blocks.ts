import type { MailBlock, MailRow } from './message.ts'

export const heading = (text: string) => ({ kind: 'heading', text }) as const

export const text = (content: string) => ({ kind: 'text', text: content }) as const

export const factsBlock = (rows: MailRow[]) => ({ kind: 'facts' as const, rows })

/** Main action of a mail. */
export const button = (label: string, href: string) => ({ kind: 'button', label, href }) as const

/** Subject of a mail, which is its heading, too, and the blocks below. */
export const titled = (subject: string, blocks: readonly MailBlock[]) => ({ subject, blocks: [heading(subject), ...blocks] })
