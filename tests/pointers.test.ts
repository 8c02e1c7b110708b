import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, normalize } from 'node:path/posix'
import { parseSync } from 'oxc-parser'
import { describe, expect, test } from 'vitest'

type Source = { file: string; text: string }
type Commented = { file: string; comments: string[] }
type Papers = Map<string, { text: string; anchors: Set<string> }>

const read = (...patterns: string[]): Source[] =>
  patterns.flatMap((pattern) => globSync(pattern).map((file) => ({ file, text: readFileSync(file, 'utf8') })))

/** References to documents outside this repository. */
const foreign = [
  /\b(?:decisions?|specification|design|sections?|issues?) \d{1,2}\b/i,
  /\((?:decisions|specification|design|architecture|issue)\b[ ,]/i,
  /\blater issues?\b|\bthe specification\b/i,
]

const folders = '{src,tests,e2e,scripts,sandbox,bench,migrations}'
const sources = read(`${folders}/**/*.{ts,tsx,js,css,sql}`, '*.ts')
const commented = sources.map(withComments)
const papers = readPapers(read('docs/**/*.md', '*.md'))

describe('references of comments and documents', () => {
  test('was read', () => {
    expect(sources.length).toBeGreaterThan(500)
    expect(papers.get('docs/spec.md')?.anchors.size).toBeGreaterThan(100)
  })
  test('exists: every docs/….md#anchor of a comment', () => expect(commented.flatMap((one) => findDeadPointers(one, papers))).toEqual([]))
  test('lies in this repository', () => expect(commented.flatMap(findForeignPointers)).toEqual([]))
  test('exists: every link between documents', () => expect([...papers.keys()].flatMap((file) => findDeadLinks(file, papers))).toEqual([]))
  test('exists: every file and function that documents name', () => {
    const readNamed = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined)
    expect([...papers].flatMap(([file, { text }]) => findDeadNames({ file, text }, readNamed))).toEqual([])
  })
})

describe('each check finds its seeded fault', () => {
  const spec = readPapers([{ file: 'docs/spec.md', text: '# All\n\n## Late payment\n\n<a id="iban"></a>text\n' }])
  const commentIn = (file: string, text: string) => withComments({ file, text })
  const comment = (text: string, file = 'src/a.ts') =>
    commentIn(file, file.endsWith('.sql') ? `-- ${text}\n` : `/** ${text} */\nlet a = 1\n`)

  test('a pointer that leads nowhere', () => {
    const dead = ['docs/spec.md#late', 'docs/other.md', 'docs/spec.md#iban and #bic']
    const found = dead.flatMap((one) => findDeadPointers(comment(`As it is said (${one}).`), spec))
    expect(found).toEqual(['src/a.ts: docs/spec.md#late', 'src/a.ts: docs/other.md', 'src/a.ts: docs/spec.md#bic'])
    expect(findDeadPointers(comment('See docs/spec.md#late', 'migrations/1.sql'), spec)).toEqual(['migrations/1.sql: docs/spec.md#late'])
  })
  test('pointers that lead somewhere, over the end of a line too', () => {
    const text = '/**\n * Late money wins (docs/spec.md#late-payment and\n * #iban), as docs/spec.md says.\n */\nlet a = 1\n'
    expect(findDeadPointers(commentIn('src/a.ts', text), spec)).toEqual([])
  })

  test.each([
    '(decisions 6)',
    '(specification 8, "Admin")',
    'Specification 7, "Polling".',
    'as decisions 2 place them',
    '(design 10, "Caution")',
    '(design, "Mark")',
    'Issue 5, "Must show"',
    'built by a later issue',
    'the table of section 4',
    '(architecture, "Errors")',
  ])('a pointer out of the repository: %s', (text) => {
    const line = text.startsWith('(') ? `It holds ${text}.` : text
    expect(findForeignPointers(comment(line))).toHaveLength(1)
    expect(findForeignPointers(comment(line, 'migrations/1.sql'))).toHaveLength(1)
    // Split over several lines.
    expect(findForeignPointers(commentIn('src/a.ts', `/**\n * ${line.split(' ').join('\n * ')}\n */\nlet a = 1\n`))).toHaveLength(1)
  })
  test('texts of the code, our own documents and external threads are not foreign', () => {
    expect(findForeignPointers(commentIn('src/a.ts', "const section = { issue: 4, name: 'issue 4' } // docs/decisions/0012\n"))).toEqual([])
    expect(findForeignPointers(comment('graphile/worker#580; decision 0010'))).toEqual([])
    expect(findForeignPointers(commentIn('src/a.css', 'a { color: red } /* its design */'))).toEqual([])
  })

  test('links and names of documents', () => {
    const linking = readPapers([{ file: 'docs/a.md', text: '[one](#two) [here](#a) [gone](b.md) [image](a.webp)\n# A\n' }])
    expect(findDeadLinks('docs/a.md', linking)).toEqual(['docs/a.md: #two', 'docs/a.md: b.md'])
    const named = { file: 'docs/a.md', text: '`src/a.ts`, `src/b.ts:go`, `src/b.ts:gone`, `src/*Rules.ts`, `src/c.ts`' }
    const files: Record<string, string> = { 'src/a.ts': '', 'src/b.ts': 'export function go() {}' }
    expect(findDeadNames(named, (file) => files[file])).toEqual(['docs/a.md: src/b.ts:gone', 'docs/a.md: src/c.ts'])
  })
})

function readPapers(all: Source[]): Papers {
  return new Map(all.map(({ file, text }) => [file, { text, anchors: anchorsOf(text) }]))
}

/** Marked anchors, and headings with GitHub's anchors. */
function anchorsOf(text: string) {
  const marked = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading))
  return new Set([...marked, ...headings])
}
function slugOf(heading: string) {
  const kept = heading.toLowerCase().replace(/[^\p{L}\p{N}\-_ ]/gu, '')
  return kept.replaceAll(' ', '-')
}

function withComments(source: Source): Commented {
  return { file: source.file, comments: commentsOf(source) }
}

/** Text of all comments of a file, each in one line. */
function commentsOf({ file, text }: Source) {
  // Parsing a thousand files takes seconds, and most contain none of these words.
  if (!/docs\/|decision|specification|design|section|issue|architecture/i.test(text)) return []
  const found = /\.sql$/.test(file)
    ? [...text.matchAll(/(?:^[ \t]*--.*\n?)+|--.*$/gm)].map(([one]) => one.replace(/^[ \t]*-- ?/gm, ''))
    : /\.css$/.test(file)
      ? [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map(([one]) => one)
      : parseSync(file, text).comments.map(({ value }) => value)
  return found.map((one) => one.replace(/\s*\n\s*\*?\s*/g, ' '))
}

function findDeadPointers({ file, comments }: Commented, known: Papers) {
  const pointers = comments.flatMap((comment) => [...comment.matchAll(/(docs\/[\w/-]+\.md)((?:(?: and )?#[\w-]+)*)/g)])
  return pointers.flatMap(([, paper = '', anchors = '']) => {
    const linkedAnchors = anchors.split(' and ').map((one) => one.replace('#', ''))
    const dead = linkedAnchors.filter((one) => !known.has(paper) || (one !== '' && !known.get(paper)?.anchors.has(one)))
    return dead.map((one) => `${file}: ${paper}${one && `#${one}`}`)
  })
}

/** References in comments to documents that are not in this repository. */
function findForeignPointers({ file, comments }: Commented) {
  return comments.flatMap((comment) => {
    const found = foreign.map((one) => one.exec(comment)?.[0]).find((one) => one !== undefined)
    return found === undefined ? [] : [`${file}: ${found}`]
  })
}

/** Links of a document to its own headings and to other documents beside it. */
function findDeadLinks(file: string, known: Papers) {
  const folder = dirname(file)
  const links = [...(known.get(file)?.text ?? '').matchAll(/\]\(((?!https?:)[^)#\s]*\.md)?(#[\w-]+)?\)/g)]
  return links.flatMap(([, paper = '', anchor = '']) => {
    const to = known.get(paper ? normalize(`${folder}/${paper}`) : file)
    const isThere = to !== undefined && (anchor === '' || to.anchors.has(anchor.slice(1)))
    return isThere ? [] : [`${file}: ${paper}${anchor}`]
  })
}

/** Files in backquotes, and functions behind them: `src/orders/ordering/actions.ts:requestBooking`. */
function findDeadNames({ file, text }: Source, readNamed: (file: string) => string | undefined) {
  const names = [...text.matchAll(/`((?:src|tests|e2e|scripts|sandbox|bench|migrations)\/[\w/.-]+\.\w+)(?::(\w+))?`/g)]
  return names.flatMap(([, named = '', verb = '']) => {
    const found = readNamed(named)
    const isThere = found !== undefined && (verb === '' || new RegExp(`\\b${verb}\\b`).test(found))
    return isThere ? [] : [`${file}: ${named}${verb && `:${verb}`}`]
  })
}
