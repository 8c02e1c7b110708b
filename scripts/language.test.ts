import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { checkLanguage, findLongLines, readComments, reportLanguage } from './language.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Writes a tree of files and returns its folder. */
function write(tree: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'language-'))
  folders.push(root)
  for (const [file, text] of Object.entries(tree)) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return root
}

const plain = Array.from({ length: 99 }, (_, index) => `/** Number of seats ${index}. */\nlet a${index} = 1\n`).join('')
const clean = { 'src/kit/a.ts': plain, 'README.md': '# Title\n\nShort lines.\n' }
const enough = { comments: 50, docs: 1 }
const brokenIn = (tree: Record<string, string>) => checkLanguage(write(tree)).findings.filter(({ isBroken }) => isBroken)

describe('each rule finds its seeded fault', () => {
  test('a clean tree has none', () => {
    const { isClean, text } = reportLanguage(write(clean), enough)
    expect(isClean).toBe(true)
    expect(text).toContain('riddling words in comments: 0 of 99 (0.0 %, at most 1 %)')
    expect(text).toContain('comments that begin with a bare clause: 0 of 99 (0.0 %, at most 5 %)')
  })

  test('riddling words, named with their places once they are above the limit', () => {
    const riddles = '// Kept for whoever asks.\nlet b = 1 // Nobody is told.\n'
    const tree = { ...clean, 'src/web/b.tsx': riddles }
    const [finding] = brokenIn(tree)
    expect(finding?.rule).toBe('riddling words in comments')
    expect(finding?.places.map(({ file, line }) => `${file}:${line}`)).toEqual(['src/web/b.tsx:1', 'src/web/b.tsx:2'])
    expect(reportLanguage(write(tree), enough).text).toContain('src/web/b.tsx:2 Nobody is told.')
  })

  test('one riddle in a hundred comments is within the limit, and is counted', () => {
    const { isClean, text } = reportLanguage(write({ ...clean, 'bench/b.ts': '// Kept for whoever asks.\n' }), enough)
    expect(isClean).toBe(true)
    expect(text).toContain('riddling words in comments: 1 of 100')
    expect(text).not.toContain('bench/b.ts')
  })

  test('bare clauses', () => {
    const css = Array.from({ length: 6 }, () => '/* What a card shows. */\na {}\n').join('')
    const broken = brokenIn({ ...clean, 'src/web/styles/a.css': css })
    expect(broken.map(({ rule, places }) => [rule, places.length])).toEqual([['comments that begin with a bare clause', 6]])
  })

  test('long lines of docs', () => {
    const broken = brokenIn({
      ...clean,
      'docs/decisions/0001-a.md': `# A\n\nDate: 2026-11-21. Status: accepted.\n\n${'word '.repeat(25)}\n`,
    })
    expect(broken.map(({ places }) => places.map(({ file, line }) => `${file}:${line}`))).toEqual([['docs/decisions/0001-a.md:5']])
  })

  test('decisions without date and status', () => {
    const broken = brokenIn({
      ...clean,
      'docs/decisions/0001-a.md': '# A\n\nDate: 2026-11-21. Status: superseded by 0002.\n',
      'docs/decisions/0002-b.md': '# B\n\nContext: none\n',
    })
    expect(broken.map(({ rule, places }) => [rule, places.map(({ file }) => file)])).toEqual([
      ['decisions without date and status', ['docs/decisions/0002-b.md']],
    ])
  })

  test('a check that reads next to nothing fails', () => {
    expect(() => reportLanguage(write({ 'src/kit/a.ts': '', 'README.md': '' }))).toThrow('only 0 comments')
  })
})

test('comments are read as a person reads them', () => {
  const source = [
    '#!/usr/bin/env node',
    '// First line,',
    '// What continues it.',
    'let a = 1 // Behind code.',
    '// About b.',
    'let b = "// no comment" /* inside */',
    '/**',
    ' * Several',
    ' * lines.',
    ' */',
    '// biome-ignore lint/a: a reason',
    'let c = 1',
  ].join('\n')
  expect(readComments('scripts/a.js', source)).toEqual([
    { file: 'scripts/a.js', line: 2, text: 'First line, What continues it.' },
    { file: 'scripts/a.js', line: 4, text: 'Behind code.' },
    { file: 'scripts/a.js', line: 5, text: 'About b.' },
    { file: 'scripts/a.js', line: 6, text: 'inside' },
    { file: 'scripts/a.js', line: 7, text: 'Several lines.' },
  ])
  expect(readComments('tests/a.sql', '-- Open ones\n-- of a day.\nselect 1 -- Behind code.\n')).toEqual([
    { file: 'tests/a.sql', line: 1, text: 'Open ones of a day.' },
    { file: 'tests/a.sql', line: 3, text: 'Behind code.' },
  ])
  expect(readComments('src/a.tsx', 'const a = <p>{/* What it shows. */}</p>').map(({ text }) => text)).toEqual(['What it shows.'])
})

test('rows of tables, code and bare links may be long', () => {
  const long = 'a'.repeat(130)
  const lines = [`| ${long} |`, '```', `${long} b`, '```', `- https://example.org/${long}`, `![Home](docs/${long}.webp)`, `${long} b`]
  expect(findLongLines('README.md', lines.join('\n')).map(({ line }) => line)).toEqual([7])
})
