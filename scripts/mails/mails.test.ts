import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { renderMail } from '#src/platform/server/mail/layout.ts'
import { listFixtures, mailFixtures } from './fixtures.ts'

const operator = {
  name: 'Handschlag GmbH',
  address: 'Beispielstraße 1, 20095 Hamburg',
  email: 'post@handschlag.example',
  phone: '040 1234567',
}
const sender = {
  brandName: 'Handschlag',
  publicUrl: 'https://handschlag.example',
  operator: operator as Parameters<typeof renderMail>[1]['operator'],
}
const all = listFixtures().map(({ name, mail }) => ({ name, mail, ...renderMail({ ...mail, enclosed: mail.enclosed ?? [] }, sender) }))

test('every mail of the product has a fixture', () => {
  const files = globSync('src/**/{mails,*Mails}.ts', { exclude: ['src/platform/server/mail/**'] })
  expect(Object.keys(mailFixtures).sort()).toEqual(files.sort())
  for (const [file, mails] of Object.entries(mailFixtures)) {
    const written = [...readFileSync(file, 'utf8').matchAll(/^export (?:const|function) (\w+Mails?)\b/gm)].map(([, name]) => name)
    expect(Object.keys(mails).sort(), file).toEqual(written.sort())
  }
})

describe.each(all)('$name', ({ mail, html, text }) => {
  const markup = html.replace(/<style>.*?<\/style>/s, '')
  const tags = [...markup.matchAll(/<([a-z0-9]+)(?=[\s>])/g)].map(([, tag]) => tag)

  test('is made of what mail programs know', () => {
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(100_000)
    expect(html).not.toMatch(/(flex|grid|position|float|var\(|calc\(|@import|@font-face|url\()/)
    const known = 'html head meta title style body div table tbody tr td th img a h1 p br'.split(' ')
    expect(tags.filter((tag) => !known.includes(tag ?? ''))).toEqual([])
    expect(markup).not.toMatch(/<(script|link|form|input|iframe|svg)/)
    // Mail programs add gaps to a table without these attributes.
    for (const [table] of markup.matchAll(/<table[^>]*>/g))
      expect(table).toMatch(/role="(presentation|table)".*cellPadding="0" cellSpacing="0"/i)
  })

  test('names no foreign origin, and each picture has a text in its place', () => {
    for (const [, url = ''] of markup.matchAll(/(?:src|href)="([^"]+)"/g))
      expect(url).toMatch(/^(https:\/\/handschlag\.example|cid:|tel:|mailto:)/)
    for (const [picture] of markup.matchAll(/<img[^>]*>/g)) expect(picture).toMatch(/ alt="[^"]*"/)
  })

  test('has one title, one main button at most, and says the same as text', () => {
    expect(tags.filter((tag) => tag === 'h1')).toHaveLength(1)
    expect(mail.blocks.filter(({ kind }) => kind === 'button').length).toBeLessThanOrEqual(1)
    for (const block of mail.blocks) {
      if (block.kind === 'facts') for (const row of block.rows) expect(text).toContain(row.slice(0, 2).join(': '))
      else if ('text' in block) expect(text).toContain(block.text)
      if ('href' in block) expect(text).toContain(block.href)
    }
  })
})
