import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSyntax, type WrittenComment } from './syntax.ts'

type Place = { file: string; line: number; text: string }
type Finding = { rule: string; figure: string; places: Place[]; isBroken: boolean }

/** Vague pronouns and phrases in place of the person or thing they refer to. */
const riddling =
  /\b(whoever|whomever|nobody|somebody|anybody|whatever|whichever|who asks|told|is said|are said|says of|of ours|lies there|stands there|the word of|its own way|hears? of|heard of|besides|lately)\b/i

/** First words of a subordinate clause without a main clause ("Whether the file is complete."). */
const bareStart = /^(What|Whether|Of|Who|Whose|Whom|Where|That|Those|Such|Which|How|Why|Whoever|Whatever|When)\b(?! (?:NULL|TRUE))/

/** Largest shares of all comments. Docs may have no line over `docWidth` characters. */
const limits = { riddling: 0.01, bareStart: 0.05, docWidth: 120 }

/** Generated files are not checked, and neither are migrations, which are never edited. */
const sources = ['{src,tests,e2e,scripts,sandbox,bench,deploy,public}/**/*.{ts,tsx,js,css,sql}', '*.ts']
const generated = ['src/platform/server/tables.d.ts']
const docs = ['*.md', 'sandbox/README.md', 'deploy/**/*.md', 'docs/**/*.md']

/** Comments for tools. */
const directive = /^(biome-ignore|@ts-|@vite-|[@#]__PURE__)/

/** Returns the comments of one file; consecutive `//` lines are one comment. @throws when the file does not parse. */
export function readComments(file: string, source: string): Place[] {
  const read = file.endsWith('.css') ? readCssComments : file.endsWith('.sql') ? readSqlComments : readScriptComments
  const written = read(source, file)
  const places = written.map(({ start, value }) => ({ file, line: lineAt(source, start), text: flat(value) }))
  return places.filter(({ text }) => text !== '' && !directive.test(text))
}

function readSqlComments(source: string): WrittenComment[] {
  const found = [...source.matchAll(/(?:^[ \t]*--.*\n?)+|--.*$/gm)]
  return found.map(({ 0: all, index }) => ({ start: index, end: index + all.length, value: all.replace(/^[ \t]*--/gm, ''), isLine: true }))
}

function readCssComments(source: string): WrittenComment[] {
  const found = [...source.matchAll(/\/\*([\s\S]*?)\*\//g)]
  return found.map(({ 0: all, 1: value = '', index }) => ({ start: index, end: index + all.length, value, isLine: false }))
}

/** The parser counts a first line `#!…` as a comment. */
const readScriptComments = (source: string, file: string) =>
  joinLines(
    readSyntax(file, source).comments.filter(({ start }) => source[start] !== '#'),
    source,
  )

function joinLines(comments: WrittenComment[], source: string) {
  const joined: WrittenComment[] = []
  for (const comment of comments) {
    const before = joined.at(-1)
    if (before && isContinued(before, comment, source))
      joined.splice(-1, 1, { ...before, end: comment.end, value: `${before.value}\n${comment.value}` })
    else joined.push(comment)
  }
  return joined
}

/** A comment behind code stays alone: the next line's comment is about other code. */
function isContinued(before: WrittenComment, next: WrittenComment, source: string) {
  if (!before.isLine || !next.isLine) return false
  const isAlone = /^[ \t]*$/.test(source.slice(source.lastIndexOf('\n', before.start - 1) + 1, before.start))
  return isAlone && /^\r?\n[ \t]*$/.test(source.slice(before.end, next.start))
}

const lineAt = (source: string, position: number) => source.slice(0, position).split('\n').length

const flat = (value: string) =>
  value
    .split('\n')
    .map((line) => line.replace(/^\s*\*?\s?/, '').trim())
    .join(' ')
    .trim()

/** Returns the lines over the width, except rows of tables, code fences and lines that are one link. */
export function findLongLines(file: string, text: string): Place[] {
  let isFenced = false
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isFenced = !isFenced
    const isExempt = isFenced || /^\s*\|/.test(line) || /^\s*([-*] )?(https?:\S+|!?\[[^\]]*\]\([^)\s]*\))$/.test(line)
    return line.length > limits.docWidth && !isExempt ? [{ file, line: index + 1, text: line }] : []
  })
}

/** Returns a decision whose third line is not its date and status. */
export function findUndated(file: string, text: string): Place[] {
  const third = text.split('\n')[2] ?? ''
  const isComplete = /^Date: \d{4}-\d{2}-\d{2}\. Status: (accepted|(partly )?superseded by )/.test(third)
  return /^docs\/decisions\/\d/.test(file) && !isComplete ? [{ file, line: 3, text: third }] : []
}

/** Counts what the language rules forbid in the sources and docs under `root`. @throws when a file does not parse. */
export function checkLanguage(root: string) {
  const read = (patterns: string[]) =>
    globSync(patterns, { cwd: root })
      .filter((file) => !generated.includes(file))
      .sort()
      .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  const comments = read(sources).flatMap(({ file, text }) => readComments(file, text))
  const documents = read(docs)
  const long = documents.flatMap(({ file, text }) => findLongLines(file, text))
  const undated = documents.flatMap(({ file, text }) => findUndated(file, text))
  const findings = [
    checkShare('riddling words in comments', comments, riddling, limits.riddling),
    checkShare('comments that begin with a bare clause', comments, bareStart, limits.bareStart),
    { rule: `lines of docs over ${limits.docWidth} characters`, figure: `${long.length}`, places: long, isBroken: long.length > 0 },
    { rule: 'decisions without date and status', figure: `${undated.length}`, places: undated, isBroken: undated.length > 0 },
  ]
  return { comments: comments.length, docs: documents.length, findings }
}

function checkShare(rule: string, comments: Place[], pattern: RegExp, limit: number): Finding {
  const places = comments.filter(({ text }) => pattern.test(text))
  const share = places.length / Math.max(comments.length, 1)
  const figure = `${places.length} of ${comments.length} (${(share * 100).toFixed(1)} %, at most ${limit * 100} %)`
  return { rule, figure, places, isBroken: share > limit }
}

/** Returns the figures of all rules, with the places of broken ones. @throws when too little was read to mean anything. */
export function reportLanguage(root: string, fewest = { comments: 500, docs: 5 }) {
  const { comments, docs, findings } = checkLanguage(root)
  if (comments < fewest.comments || docs < fewest.docs) throw new Error(`only ${comments} comments and ${docs} docs read under ${root}`)
  const broken = findings.filter(({ isBroken }) => isBroken).flatMap(({ places }) => places)
  return {
    isClean: broken.length === 0,
    text: [
      ...broken.map(({ file, line, text }) => `${file}:${line} ${text.slice(0, 200)}`),
      ...findings.map(({ rule, figure }) => `${rule}: ${figure}`),
    ].join('\n'),
  }
}

if (import.meta.main) {
  const { isClean, text } = reportLanguage(process.cwd())
  console.log(text)
  process.exitCode = isClean ? 0 : 1
}
