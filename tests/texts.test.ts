import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { shownTexts } from './shownTexts.ts'
import { findProofError, forgesAnswers } from './textProof.ts'
import { notTexts, type ShownTexts, type Text, textsOf } from './texts.ts'

const texts = textsOf(shownTexts)
const readFile = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)

describe('the quoted texts', () => {
  test('are all listed: as many as the sections quote, each of a place once', () => {
    const quotes = (section: string) => [...texts, ...notTexts].filter(({ place }) => place.split('.')[0] === section).length
    expect({ 2: quotes('2'), 5: quotes('5'), 8: quotes('8') }).toEqual({ 2: 66, 5: 49, 8: 106 })
    expect(findListErrors(texts)).toEqual([])
  })

  test('are held by the tests that are said to show them', () => {
    expect(findProofErrors(texts, readFile)).toEqual([])
  })

  test('are shown after their cause: only those called forced by a test that forges an answer, and by no other', () => {
    expect(findForgeryErrors(shownTexts, readFile)).toEqual([])
  })

  test('by a forced answer only are few', () => {
    expect(textsOf(shownTexts.filter(({ isForced }) => isForced)).length).toBeGreaterThan(0)
    expect(findTooManyForced(shownTexts)).toBeUndefined()
  })
})

describe('each check finds its seeded fault', () => {
  const row: Text = { place: '5.booking', text: 'Ungültige E-Mail-Adresse', shownBy: { file: 'src/a/a.test.ts', test: 'shows it' } }

  test('a text that a place has twice, and one that is empty', () => {
    expect(findListErrors([row, { ...row, place: '8.auth' }, row, { ...row, text: ' ' }])).toEqual([
      '5.booking: Ungültige E-Mail-Adresse: named twice',
      '5.booking:  : no text',
    ])
  })

  test.each([
    ['in the body', "test('shows it', () => page.route(call, (route) => route.abort()))"],
    ['in a function of the file', "test('shows it', () => act())\nconst act = () => page.route(call, (route) => route.fulfill({}))"],
    ['in an imported function', "import { cutOff } from '../../e2e/helpers.ts'\ntest('shows it', () => cutOff(page))"],
  ])('an answer forged %s, and one that is called forged and is not', (_where, source) => {
    const honest = "import { hold } from '../../e2e/helpers.ts'\ntest('shows it', () => hold(page))\ntest('b', () => route.abort())"
    const faultsOf = (written: string, isForced?: true) =>
      findForgeryErrors([{ ...row.shownBy, shows: {}, ...(isForced ? { isForced } : {}) }], (file) =>
        files({ 'src/a/a.test.ts': written }).get(file),
      )
    expect([faultsOf(source, true), faultsOf(honest)]).toEqual([[], []])
    expect(faultsOf(source)).toEqual(["'shows it' in src/a/a.test.ts forges an answer"])
    expect(faultsOf(honest, true)).toEqual(["'shows it' in src/a/a.test.ts forges no answer"])
  })

  test('more than a twentieth forced', () => {
    const forcing = (count: number) =>
      findTooManyForced([
        { file: '', test: '', isForced: true, shows: { '5.booking': Array<string>(count).fill('x') } },
        { file: '', test: '', shows: { '8.booking': Array<string>(40 - count).fill('y') } },
      ])
    expect(forcing(2)).toBeUndefined()
    expect(forcing(3)).toBe('3 of 40 texts only by a forced answer, 2 at most')
  })

  const faultOf = (source: string, text = row.text, title = 'shows it') =>
    findProofError({ text, file: 'src/a/a.test.ts', test: title }, (file) => files({ 'src/a/a.test.ts': source }).get(file))

  test.each([
    ['in the body', "test('shows it', () => { expect(a).toBe('Ungültige E-Mail-Adresse') })"],
    ['in a table', "test.each([['x', 'Ungültige E-Mail-Adresse']])('shows it', () => {})"],
    ['in a constant of the file', "const table = ['Ungültige E-Mail-Adresse']\nit('shows it', () => { use(table) })"],
    ['in a function of the file', "test('shows it', () => act())\nasync function act() { see(/Ungültige E-Mail-Adresse/) }"],
    ['in an imported constant', "import { texts as t } from '#src/a/rules.ts'\ntest('shows it', () => see(t.email))"],
    ['in an imported constant, taken whole', "import { texts } from './rules.ts'\ntest('shows it', () => see(texts))"],
  ])('a text %s is shown', (_where, source) => expect(faultOf(source)).toBeUndefined())

  test.each([
    ['in another test', "test('shows it', () => see('x'))\ntest('b', () => see('Ungültige E-Mail-Adresse'))"],
    ['with one letter changed', "test('shows it', () => see('Ungültige E-Mail-Adressen'))"],
    ['in a comment', "test('shows it', () => {\n // 'Ungültige E-Mail-Adresse'\n})"],
    ['in another property of the constant', "import { texts } from './rules.ts'\ntest('shows it', () => see(texts.phone))"],
    ['in an imported function', "import { refuse } from './rules.ts'\ntest('shows it', () => refuse())"],
    ['in an imported schema', "import { schema } from './rules.ts'\ntest('shows it', () => schema.parse(1))"],
  ])('a text %s is not', (_where, source) => {
    expect(faultOf(source)).toBe("'shows it' in src/a/a.test.ts does not hold 'Ungültige E-Mail-Adresse'")
  })

  test('placeholders, titles made by a loop, loose spaces', () => {
    const source = "for (const text of ['{n} egal', 'ab 34,50 €/Std']) test(`says ${text}!`, () => see(text))"
    expect(faultOf(source, 'ab {rate}€/Std', 'says {}!')).toBeUndefined()
    expect(faultOf("test('shows it', () => see('3 Anbieter gefunden'))", '{n} Anbieter gefunden')).toBeUndefined()
    expect(faultOf("test('shows it', () => see('Keine Anbieter'))", '{n} Anbieter gefunden')).toContain('does not hold')
    expect(faultOf("test('shows it', () => see('Weiterleitung'))", 'Weiter')).toContain('does not hold')
  })

  test('a file or a test that does not exist or does not run', () => {
    const proof = { text: row.text, file: 'src/a/gone.test.ts', test: 'shows it' }
    expect(findProofError(proof, () => undefined)).toBe('src/a/gone.test.ts does not exist')
    expect(findProofError({ ...proof, file: 'src/a/rules.ts' }, () => '')).toBe('src/a/rules.ts is no test file')
    expect(faultOf("test('shows', () => see('Ungültige E-Mail-Adresse'))")).toBe("src/a/a.test.ts has no test 'shows it' that runs")
    for (const kind of ['skip', 'todo', 'fixme', 'skip.each([1])']) {
      expect(faultOf(`test.${kind}('shows it', () => see('Ungültige E-Mail-Adresse'))`)).toContain('that runs')
    }
    expect(findProofErrors([{ ...row, shownBy: { file: 'gone.test.ts', test: 'a' } }], () => undefined)).toEqual([
      '5.booking: gone.test.ts does not exist',
    ])
  })

  const files = (more: Record<string, string>) =>
    new Map(
      Object.entries({
        'src/a/rules.ts': `export const texts = { email: 'Ungültige E-Mail-Adresse', phone: 'Ungültige Telefonnummer' } as const
          export const schema = z.email('Ungültige E-Mail-Adresse')
          export function refuse() { throw new Error('Ungültige E-Mail-Adresse') }`,
        'e2e/helpers.ts': `export const hold = (page) => page.route(call, (route) => route.fallback())
          export const cutOff = (page) => page.route(call, (route) => route.abort())`,
        ...more,
      }),
    )
})

function findForgeryErrors(proofs: typeof shownTexts, read: (file: string) => string | undefined) {
  return proofs.flatMap(({ isForced = false, ...proof }) =>
    forgesAnswers(proof, read) === isForced ? [] : [`'${proof.test}' in ${proof.file} forges ${isForced ? 'no' : 'an'} answer`],
  )
}

/** At most a twentieth of the texts may be forced. */
function findTooManyForced(rows: ShownTexts[]) {
  const [all, forced] = [textsOf(rows).length, textsOf(rows.filter(({ isForced }) => isForced)).length]
  const most = Math.floor(all / 20)
  return forced > most ? `${forced} of ${all} texts only by a forced answer, ${most} at most` : undefined
}

function findListErrors(rows: Text[]) {
  const names = rows.map(({ place, text }) => `${place}: ${text}`)
  const twice = names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name}: named twice`)
  return [...twice, ...names.filter((_, index) => rows[index]?.text.trim() === '').map((name) => `${name}: no text`)]
}

function findProofErrors(rows: Text[], read: (file: string) => string | undefined) {
  return rows.flatMap(({ place, text, shownBy }) => {
    const fault = findProofError({ text, ...shownBy }, read)
    return fault ? [`${place}: ${fault}`] : []
  })
}
