import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { lifetimes } from '#src/foundation/accounts/rules.ts'
import { legalDescriptions, legalTextOf } from '#src/foundation/legal/documents.ts'
import { disputeStatement } from '#src/foundation/legal/imprint.ts'
import { inlineParts, type LegalBlock, type LegalText, legalDocuments, legalVersions, plainLinesOf } from '#src/foundation/legal/rules.ts'
import { storedInBrowser } from '#src/foundation/legal/storage.ts'
import { workLimits } from '#src/orders/onsite/texts.ts'
import { legalPages } from '#src/platform/kit/publicPages.ts'
import { legalFactsOf } from './legalFacts.ts'

const operator = {
  ...{ name: 'Muster Vermittlung GmbH', address: 'Musterweg 1, 10115 Berlin', email: 'service@muster.example', phone: '+49 30 23125000' },
  ...{ legalForm: 'GmbH', representedBy: 'Erika Muster', registerCourt: 'Amtsgericht Charlottenburg', registerNumber: 'HRB 1 B' },
  ...{ vatId: 'DE123456789', businessId: 'DE123456789-00001', supervisoryAuthority: '', privacyOfficer: '' },
  disputeAttitude: 'unwilling' as const,
  processors: ['Rechenwerk GmbH, Berlin: Hosting'],
}
const given = {
  ...{ brandName: 'Handschlag', publicUrl: 'https://handschlag.example', operator },
  ...{ vatBasisPoints: 1_900, orderLabel: 'book' as const, payoutWeekday: 1 as const, firstPayoutHoldDays: 7, methods: ['card' as const] },
}
const facts = legalFactsOf(given)
const textOf = (document: (typeof legalDocuments)[number], changes: object = {}) => legalTextOf(document, { ...facts, ...changes })

/** Returns the complete text as one string, with plain instead of no-break spaces. */
const wordsOf = ({ intro, sections }: LegalText) =>
  [...intro, ...sections.flatMap(({ title, blocks }) => [title, ...blocks])].map(wordsOfBlock).join('\n').replaceAll('\u00a0', ' ')

function wordsOfBlock(block: LegalBlock): string {
  if (typeof block === 'string') return block
  if ('list' in block) return block.list.join('\n')
  if ('form' in block) return block.form.join('\n')
  if ('facts' in block) return block.facts.map((pair) => pair.join(': ')).join('\n')
  return [block.table.head, ...block.table.rows].map((row) => row.join(' | ')).join('\n')
}

const signOf = (text: LegalText) => createHash('sha256').update(JSON.stringify(text)).digest('hex').slice(0, 12)

/**
 * Hash of each text by version. After a change of a text, or of a figure in it, set its version in `legalVersions` to the day of the
 * change and update the hash here.
 */
const known: Record<string, [version: string, sign: string]> = {
  imprint: ['2026-11-21', '3bcd1f942fe8'],
  privacy: ['2026-11-29', '382129306bf9'],
  customerTerms: ['2026-11-29', '0bf2ba5f8776'],
  companyTerms: ['2026-11-29', '4dcc268942dc'],
  withdrawalPolicy: ['2026-11-21', '9e02a383128a'],
  accessibility: ['2026-11-25', 'f95bfad726a5'],
}

test.each(legalDocuments)('%s is known under its version as it stands', (document) => {
  expect([legalVersions[document], signOf(textOf(document))]).toEqual(known[document])
})

test('a changed word and a changed figure change the sign', () => {
  const { intro, sections } = textOf('customerTerms')
  expect(signOf({ intro: [...intro, 'Neu.'], sections })).not.toBe(known.customerTerms?.[1])
  expect(signOf(textOf('customerTerms', { freeCancellationHours: 12 }))).not.toBe(known.customerTerms?.[1])
})

describe.each(legalDocuments)('%s', (document) => {
  const text = textOf(document)
  const words = wordsOf(text)

  test('has sections with titles of their own and no gap where a fact should be', () => {
    const titles = text.sections.map(({ title }) => title)
    expect(titles.length).toBeGreaterThan(3)
    expect(new Set(titles).size).toBe(titles.length)
    expect(words).not.toMatch(/undefined|NaN|\[object|\(\)|,,| {2}|"/)
    expect(legalDescriptions[document].length).toBeLessThan(160)
  })

  test('leads only to pages there are', () => {
    const routes = readFileSync('src/routes.ts', 'utf8')
    const paths = inlineParts(words).flatMap(({ href }) => (href?.startsWith('/') ? [href] : []))
    const pages: string[] = Object.values(legalPages).map(({ path }) => path)
    expect(paths.filter((path) => !pages.includes(path) && path !== '/support' && !routes.includes(`'${path.slice(1)}'`))).toEqual([])
  })

  test('names the operator', () => expect(words).toContain('service@muster.example'))
})

test('numbered sections are numbered without a gap', () => {
  for (const document of ['customerTerms', 'companyTerms'] as const) {
    const numbers = textOf(document).sections.map(({ title }) => Number(/^§ (\d+) /.exec(title)?.[1]))
    expect(numbers).toEqual(numbers.map((_number, index) => index + 1))
  }
  expect(textOf('companyTerms').sections[13]?.title).toContain('Sperrung')
  expect(textOf('customerTerms').sections[9]?.title).toContain('Bewertungen')
})

test('every figure comes from where it is decided', () => {
  const company = wordsOf(textOf('companyTerms'))
  expect(company).toContain('Basic | 25 € | 3 % | jeden Montag')
  expect(company).toContain('Premium | 30 € | 1,5 % | an jedem Bankarbeitstag')
  expect(company).toContain('bis 24 Stunden vor dem Termin')
  expect(wordsOf(textOf('customerTerms'))).toContain('Bezahlen können Sie 35 Minuten lang')
  expect(wordsOf(legalTextOf('companyTerms', legalFactsOf({ ...given, payoutWeekday: 3, firstPayoutHoldDays: 0 })))).toMatch(
    /jeden Mittwoch(?![\s\S]*nach Ihrer ersten bezahlten Buchung)/,
  )
})

test('the imprint names what is given and nothing else', () => {
  const words = wordsOf(textOf('imprint'))
  expect(words).toContain('Name: Muster Vermittlung GmbH\n')
  expect(words).toContain('Vertreten durch: Erika Muster')
  expect(words).toContain('Registernummer: HRB 1 B')
  expect(words).toContain('DE123456789')
  expect(words).toContain(disputeStatement('unwilling'))
  expect(words).not.toContain('Aufsichtsbehörde')
  const plain = {
    ...operator,
    name: 'Erika Muster',
    legalForm: 'Einzelunternehmen',
    representedBy: '',
    registerCourt: '',
    registerNumber: '',
  }
  const bare = wordsOf(textOf('imprint', { operator: { ...plain, vatId: '', businessId: '', disputeAttitude: 'willing' } }))
  expect(bare).toContain('Name: Erika Muster (Einzelunternehmen)')
  expect(bare).toContain(disputeStatement('willing'))
  expect(bare).not.toMatch(/Register|Umsatzsteuer|Vertreten/)
})

test('no text leads to the European platform for disputes, which was closed', () => {
  for (const document of legalDocuments) expect(wordsOf(textOf(document))).not.toMatch(/ec\.europa\.eu|OS-Plattform/)
})

test('the withdrawal policy has the sentences of the statutory model', () => {
  const words = wordsOf(textOf('withdrawalPolicy'))
  for (const sentence of [
    'Sie haben das Recht, binnen vierzehn Tagen ohne Angabe von Gründen diesen Vertrag zu widerrufen.',
    'Die Widerrufsfrist beträgt vierzehn Tage ab dem Tag des Vertragsabschlusses.',
    'Zur Wahrung der Widerrufsfrist reicht es aus, dass Sie die Mitteilung über die Ausübung des Widerrufsrechts vor Ablauf der Widerrufsfrist absenden.',
    'in keinem Fall werden Ihnen wegen dieser Rückzahlung Entgelte berechnet.',
    'https://handschlag.example/vertrag-widerrufen',
    'Catering und Transport',
    'Muster-Widerrufsformular',
  ]) {
    expect(words).toContain(sentence)
  }
})

test('the privacy page lists all that browsers keep, with the periods that the code has', () => {
  const words = wordsOf(textOf('privacy'))
  for (const { name, purpose, period } of storedInBrowser) {
    expect(words).toContain(`\n${name} | `)
    expect(words).toContain(`${purpose} | ${period}`)
  }
  expect(words).toContain('Zeiten mit der Buchung, Fotos ein Jahr')
  expect(workLimits.retentionDays).toBe(365)
  const periodOf = (wanted: string) => storedInBrowser.find(({ name }) => name === wanted)?.period
  expect(periodOf('session')).toBe(`${lifetimes.sessionDays} Tage, ohne Nutzung ${lifetimes.sessionIdleDays} Tage`)
  expect(periodOf('recovery')).toBe(`${lifetimes.recoveryGrantMinutes} Minuten`)
})

test('every name that the code keeps something under in a browser is listed', () => {
  const listed = storedInBrowser.map(({ name }) => name.replace(/:?\*$/, ''))
  const sources = globSync('src/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  const cookies = sources.flatMap((text) =>
    [...text.matchAll(/\b(?:cookieName|grantCookie|adminCookie) = '([\w-]+)'/g)].map(([, name]) => name),
  )
  expect(cookies.sort()).toEqual(['admin', 'recovery', 'session'])
  const places = sources.flatMap((text) =>
    /\b(session|local)Storage\b/.test(text) ? [...text.matchAll(/const place = '([\w-]+)'/g)].map(([, name]) => name) : [],
  )
  expect(places).toEqual(expect.arrayContaining(['favourites', 'offline-bookings']))
  expect([...cookies, ...places].filter((name) => !listed.includes(name ?? ''))).toEqual([])
  expect(sources.filter((text) => /document\.cookie/.test(text))).toEqual([])
})

test('links inside a text are found, and everything else stays as it is', () => {
  expect(inlineParts('Siehe [AGB](/agb) und [Post](mailto:a@b.de).')).toEqual([
    { text: 'Siehe ' },
    { text: 'AGB', href: '/agb' },
    { text: ' und ' },
    { text: 'Post', href: 'mailto:a@b.de' },
    { text: '.' },
  ])
  expect(inlineParts('Nichts (gar nichts) [hier].')).toEqual([{ text: 'Nichts (gar nichts) [hier].' }])
})

test('a mail holds a text in paragraphs, without markup and with full addresses', () => {
  const lines = plainLinesOf(textOf('customerTerms'), 'https://handschlag.example')
  expect(lines).toContainEqual({ text: '§ 8 Widerrufsrecht', isTitle: true })
  const paragraphs = lines.map(({ text }) => text)
  expect(paragraphs.join('\n')).toContain('Widerrufsbelehrung (https://handschlag.example/widerrufsbelehrung)')
  expect(paragraphs.join('\n')).not.toMatch(/\]\(/)
  expect(new Set(paragraphs).size).toBe(paragraphs.length)
})
