import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { createElement as h, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { legalPages } from '#src/kit/legalPages.ts'
import type { EnclosedText } from '../app.ts'
import type { Operator } from '../settings.ts'
import type { MailBlock, MailMessage } from './message.ts'

type Drawn = Pick<MailMessage, 'subject' | 'blocks'> & { enclosed: readonly EnclosedText[] }
type Sender = { brandName: string; publicUrl: string; operator: Operator }

/** Renders a mail's blocks once as HTML and once as text, in the one layout of all mails. */
export const renderMail = (mail: Drawn, sender: Sender) => ({
  html: `${documentType}${renderToStaticMarkup(layout(mail, sender))}`,
  text: textOf(mail, sender),
})

// Some mail programs choose their layout mode by the doctype; this one is known to all of them.
const documentType =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

// Mail programs know neither variables nor light-dark(): the light values of the design's tokens, as hex.
const colour = {
  canvas: '#f5f6f3',
  surface: '#ffffff',
  ink: '#121f19',
  ink2: '#424f48',
  line: '#d6dbd5',
  primary: '#024b32',
  accent: '#facf33',
}
const font = { fontFamily: "'Source Sans 3', Arial, sans-serif", color: colour.ink, fontSize: '17px', lineHeight: '26px' }

const layout = (mail: Drawn, { brandName, publicUrl, operator }: Sender) =>
  h(
    Html,
    { lang: 'de' },
    h(Head, null, h('title', null, mail.subject)),
    h(Preview, null, mail.subject),
    h(
      Body,
      { style: { ...font, backgroundColor: colour.canvas, margin: 0, padding: '24px 12px' } },
      h(
        Container,
        { style: { backgroundColor: colour.surface, border: `1px solid ${colour.line}`, borderRadius: '10px', maxWidth: '600px' } },
        h(Section, { style: { backgroundColor: colour.accent, height: '10px', borderRadius: '10px 10px 0 0' } }, ' '),
        h(
          Section,
          { style: { padding: '20px 28px 28px' } },
          h(Link, { href: publicUrl, style: { ...font, fontWeight: 800, fontSize: '22px', textDecoration: 'none' } }, brandName),
          ...mail.blocks.map((one, index) => h('div', { key: index }, partOf(one))),
        ),
      ),
      ...enclosedBlock(mail.enclosed),
      h(
        Container,
        { style: { maxWidth: '600px', padding: '8px 28px' } },
        h(Hr, { style: { borderColor: colour.line } }),
        ...footer(operator).map((line) => h(Text, { key: line, style: { ...small, margin: 0 } }, line)),
        h(Text, { style: { ...small, margin: '8px 0 0' } }, ...footerLinks(publicUrl).flatMap(linkOf)),
      ),
    ),
  )

/** Legal texts are long and stay the same for months: each is rendered once and cached with its object. */
function enclosedBlock(texts: readonly EnclosedText[]) {
  if (texts.length === 0) return []
  const html = texts.map((one) => {
    const known = drawn.get(one) ?? renderToStaticMarkup(enclosedPart(one))
    drawn.set(one, known)
    return known
  })
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React drew it a moment ago, from texts that nobody types in
  return [h('div', { key: 'enclosed', dangerouslySetInnerHTML: { __html: html.join('') } })]
}
const drawn = new WeakMap<EnclosedText, string>()

const enclosedPart = ({ title, lines }: EnclosedText) =>
  h(
    Container,
    { key: title, style: { maxWidth: '600px', padding: '16px 28px 0' } },
    h(Heading, { as: 'h2', style: { ...font, fontSize: '17px', lineHeight: '24px', margin: '0 0 8px' } }, title),
    ...lines.map(({ text, isTitle }) =>
      h(
        Text,
        { key: text, style: { ...small, margin: isTitle ? '12px 0 4px' : '0 0 8px', fontWeight: isTitle ? 650 : 400 } },
        ...linesOf(text),
      ),
    ),
  )

const small = { ...font, color: colour.ink2, fontSize: '13px', lineHeight: '18px' }

const linkOf = ({ title, href }: { title: string; href: string }, at: number) => [
  at === 0 ? '' : ' · ',
  h(Link, { key: href, href, style: { color: colour.primary, textDecoration: 'underline' } }, title),
]

function partOf(one: MailBlock): ReactNode {
  if (one.kind === 'heading') return h(Heading, { as: 'h1', style: { ...font, fontSize: '24px', lineHeight: '30px' } }, one.text)
  if (one.kind === 'text') return h(Text, { style: { ...font, margin: '12px 0' } }, ...linesOf(one.text))
  if (one.kind === 'smallPrint') {
    const style = { ...font, color: colour.ink2, fontSize: '14px', lineHeight: '20px' }
    const link = h(Link, { href: one.href, style: { color: colour.primary, textDecoration: 'underline' } }, one.label)
    return h(Text, { style: { ...style, margin: '20px 0 0' } }, `${one.text} `, link)
  }
  if (one.kind === 'button') {
    const style = { ...font, backgroundColor: colour.primary, color: '#ffffff', borderRadius: '6px', padding: '12px 20px', fontWeight: 650 }
    return h(Button, { href: one.href, style }, one.label)
  }
  const cell = { ...font, padding: '6px 0', borderTop: `1px solid ${colour.line}`, verticalAlign: 'top' as const }
  const row = ([label, value]: [string, string]) =>
    h(
      'tr',
      { key: label },
      h('th', { scope: 'row', align: 'left', style: { ...cell, color: colour.ink2, fontWeight: 400, width: '34%' } }, label),
      h('td', { style: { ...cell, fontWeight: 600, whiteSpace: 'pre-line' } }, value),
    )
  return h('table', { width: '100%', cellPadding: 0, cellSpacing: 0 }, h('tbody', null, ...one.rows.map(row)))
}

/** Keeps line breaks in every mail program. */
const linesOf = (text: string) => text.split('\n').flatMap((line, at) => (at === 0 ? [line] : [h('br', { key: at }), line]))

function textOf(mail: Drawn, { brandName, publicUrl, operator }: Sender) {
  const part = (one: MailBlock) => {
    if (one.kind === 'facts') return one.rows.map(([label, value]) => `${label}: ${value}`).join('\n')
    if (one.kind === 'smallPrint') return `${one.text}\n${one.label}:\n${one.href}`
    return one.kind === 'button' ? `${one.label}:\n${one.href}` : one.text
  }
  const texts = mail.enclosed.flatMap(({ title, lines }) => ['----------', title, ...lines.map((line) => line.text)])
  return [...mail.blocks.map(part), ...texts, '--', `${brandName}\n${publicUrl}`, footer(operator).join('\n'), linksText(publicUrl)].join(
    '\n\n',
  )
}

const footer = ({ name, address, email, phone }: Operator) => [name, address, `${email} · ${phone}`]

/** The links that the law requires in every mail. */
const footerLinks = (publicUrl: string) =>
  mailedPages.map((page) => ({ title: legalPages[page].title, href: new URL(legalPages[page].path, publicUrl).href }))
const mailedPages = ['imprint', 'privacy', 'customerTerms', 'companyTerms', 'withdrawal'] as const

const linksText = (publicUrl: string) =>
  footerLinks(publicUrl)
    .map(({ title, href }) => `${title}: ${href}`)
    .join('\n')
