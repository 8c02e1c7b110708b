import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { legalPages } from '#src/platform/kit/publicPages.ts'
import type { Operator } from '../settings.ts'
import { logoPicture } from './logo.ts'
import { mailTheme } from './mailTheme.ts'
import type { MailBlock, MailMessage, MailRow } from './message.ts'

/** `enclosed`: titles of the legal texts that are attached to the mail. */
type MailContent = Pick<MailMessage, 'subject' | 'blocks' | 'answerLine'> & { enclosed: readonly string[] }
type Sender = { brandName: string; publicUrl: string; operator: Operator }

/**
 * Renders a mail's blocks as HTML and as text, in the one layout of all mails: tables, because all mail programs support them; every colour
 * and size at its element, and optional styles in one style sheet (mailTheme.ts).
 */
export const renderMail = (mail: MailContent, sender: Sender) => ({
  html: `<!doctype html>${renderToStaticMarkup(page(mail, sender))}`,
  text: textOf(mail, sender),
})

const page = (mail: MailContent, sender: Sender) =>
  h(
    'html',
    { lang: 'de' },
    h(
      'head',
      null,
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width,initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', null, mail.subject),
      h('style', null, mailTheme.sheet),
    ),
    h(
      'body',
      { className: 'canvas', style: mailTheme.canvas },
      h('div', { style: mailTheme.hidden }, previewOf(mail)),
      h(
        'div',
        { role: 'main' },
        table({ className: 'canvas', style: mailTheme.canvas }, [
          h(
            'tr',
            { key: 'page' },
            h(
              'td',
              { className: 'edge', align: 'center', style: mailTheme.edge },
              ...answerLine(mail),
              card(mail, sender),
              foot(mail, sender),
            ),
          ),
        ]),
      ),
    ),
  )

const answerLine = ({ answerLine: line }: MailContent) =>
  line === undefined ? [] : [h('p', { key: 'answer', className: 'mute', style: mailTheme.answerLine }, line)]

/** Preview that lists of mails show after the subject. */
const previewOf = ({ blocks, subject }: MailContent) => blocks.find((one) => one.kind === 'text')?.text ?? subject

const table = (given: { className?: string; style?: object; role?: string }, rows: ReactNode) =>
  h('table', { role: 'presentation', width: '100%', cellPadding: 0, cellSpacing: 0, border: 0, ...given }, h('tbody', null, rows))

const row = (key: string | number, style: object, content: ReactNode) => h('tr', { key }, h('td', { className: 'inner', style }, content))

const card = ({ blocks }: MailContent, { brandName, publicUrl }: Sender) =>
  table({ className: 'card', style: mailTheme.card }, [
    h('tr', { key: 'strip' }, h('td', { height: 10, style: mailTheme.strip }, '\u00a0')),
    row('head', mailTheme.head, head(brandName, publicUrl)),
    ...blocks.map((one, at) => row(at, mailTheme.block[one.kind], partOf(one))),
    h('tr', { key: 'end' }, h('td', { height: 28, style: mailTheme.end }, '\u00a0')),
  ])

// A picture without `loading` would make React write a link into the head that loads it early.
const picture = { width: 40, height: 40, alt: '', loading: 'lazy', style: mailTheme.logo } as const

const head = (brandName: string, publicUrl: string) =>
  h(
    'table',
    { role: 'presentation', cellPadding: 0, cellSpacing: 0, border: 0 },
    h(
      'tbody',
      null,
      h(
        'tr',
        null,
        h('td', { width: 40 }, h('img', { ...picture, src: `cid:${logoPicture.cid}` })),
        h('td', { style: mailTheme.brand }, h('a', { href: publicUrl, className: 'ink', style: mailTheme.brandLink }, brandName)),
      ),
    ),
  )

function partOf(one: MailBlock): ReactNode {
  if (one.kind === 'heading') return h('h1', { className: 'title ink', style: mailTheme.title }, one.text)
  if (one.kind === 'text') return h('p', { className: 'ink', style: mailTheme.text }, ...linesOf(one.text))
  if (one.kind === 'code') return h('p', { className: 'ink', style: mailTheme.code }, one.text)
  if (one.kind === 'smallPrint') return h('p', { className: 'mute', style: mailTheme.small }, `${one.text} `, link(one))
  if (one.kind === 'button') return button({ ...one, className: 'button', style: mailTheme.button, linkStyle: mailTheme.buttonLink })
  if (one.kind === 'link') return button({ ...one, className: 'quiet', style: mailTheme.quiet, linkStyle: mailTheme.quietLink })
  return table({ role: 'table' }, one.rows.map(factOf))
}

const link = ({ label, href }: { label: string; href: string }) =>
  h('a', { key: href, href, className: 'link', style: mailTheme.link }, label)

type Pressed = { label: string; href: string; className: string; style: object; linkStyle: object }
/** A cell that is coloured as a whole, because some programs give links no padding. */
const button = ({ label, href, className, style, linkStyle }: Pressed) =>
  h(
    'table',
    { role: 'presentation', className: 'wide', cellPadding: 0, cellSpacing: 0, border: 0 },
    h('tbody', null, h('tr', null, h('td', { className, align: 'center', style }, h('a', { href, style: linkStyle }, label)))),
  )

/** A label and its value side by side; stacked on phones. */
const factOf = ([label, value, href]: MailRow, at: number) =>
  h(
    'tr',
    { key: at },
    h('th', { scope: 'row', width: 150, align: 'left', className: 'label', style: mailTheme.label }, label),
    h('td', { className: 'value', style: mailTheme.value }, ...(href === undefined ? linesOf(value) : [link({ label: value, href })])),
  )

/** Keeps line breaks in every mail program. */
const linesOf = (text: string) => text.split('\n').flatMap((line, at) => (at === 0 ? [line] : [h('br', { key: at }), line]))

const foot = ({ enclosed }: MailContent, { publicUrl, operator }: Sender) =>
  table({ className: 'foot', style: mailTheme.foot }, [
    row(
      'foot',
      mailTheme.footCell,
      [...(enclosed.length > 0 ? [enclosedText(enclosed)] : []), footer(operator).join('\n')].map((text) =>
        h('p', { key: text, className: 'mute', style: mailTheme.footText }, ...linesOf(text)),
      ),
    ),
    row('links', mailTheme.footCell, h('p', { className: 'mute', style: mailTheme.footText }, ...footerLinks(publicUrl).flatMap(linkOf))),
  ])

const linkOf = (one: { label: string; href: string }, at: number) => [at === 0 ? '' : ' · ', link(one)]

const enclosedText = (titles: readonly string[]) => `Als PDF ${titles.length === 1 ? 'liegt' : 'liegen'} bei: ${titles.join('; ')}.`

function textOf(mail: MailContent, { brandName, publicUrl, operator }: Sender) {
  const part = (one: MailBlock) => {
    if (one.kind === 'facts') return one.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
    if (one.kind === 'smallPrint') return `${one.text}\n${one.label}:\n${one.href}`
    return one.kind === 'button' || one.kind === 'link' ? `${one.label}:\n${one.href}` : one.text
  }
  const enclosed = mail.enclosed.length > 0 ? [enclosedText(mail.enclosed)] : []
  const links = footerLinks(publicUrl).map(({ label, href }) => `${label}: ${href}`)
  const foot = [...enclosed, '--', `${brandName}\n${publicUrl}`, footer(operator).join('\n'), links.join('\n')]
  return [...(mail.answerLine === undefined ? [] : [mail.answerLine]), ...mail.blocks.map(part), ...foot].join('\n\n')
}

const footer = ({ name, address, email, phone }: Operator) => [name, address, `${email} · ${phone}`]

/** Links that the law requires in every mail. */
const footerLinks = (publicUrl: string) =>
  mailedPages.map((page) => ({ label: legalPages[page].title, href: new URL(legalPages[page].path, publicUrl).href }))
const mailedPages = ['imprint', 'privacy', 'customerTerms', 'companyTerms', 'withdrawal'] as const
