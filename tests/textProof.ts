import { type Expression, type Program, Visitor } from 'oxc-parser'
import { type Range, readSyntax, type Syntax } from '../scripts/syntax.ts'

type Reference = Range & { name: string; property: string | undefined }
type Declaration = Range & { init: Expression | null }
type Imported = { file: string; name: string }
type Reading = {
  syntax: Syntax
  references: Reference[]
  declared: Map<string, Declaration>
  imported: Map<string, Imported>
  loops: Range[]
}

/**
 * Returns the reason why `test` in `file` does not prove that `text` is shown; undefined if it does. It does if the file and a test of
 * that title exist, the test is not skipped, and its body contains the text, directly or through constants and functions of the same file,
 * and data imported from another file of the project. Comments do not count. `read` returns a file's content, undefined if there is none.
 */
export function findProofError(proof: { text: string; file: string; test: string }, read: (file: string) => string | undefined) {
  const source = read(proof.file)
  if (source === undefined) return `${proof.file} does not exist`
  if (!/\.(test|spec)\.ts$/.test(proof.file)) return `${proof.file} is no test file`
  const reading = readFile(proof.file, source)
  const body = findBody(reading, source, proof.test)
  if (!body) return `${proof.file} has no test '${proof.test}' that runs`
  const shown = reachedTexts(reading, body, read)
  return shown.some((one) => holds(one, proof.text)) ? undefined : `'${proof.test}' in ${proof.file} does not hold '${proof.text}'`
}

/** Matches the text as whole words; a placeholder matches anything, white space any white space. */
function holds(written: string, text: string) {
  const parts = text.trim().split(/\{[^}]*\}/)
  const pattern = parts.map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')).join('.+?')
  return new RegExp(`(?<![\\p{L}\\d])${pattern}(?![\\p{L}\\d])`, 'u').test(written.replace(/\s+/g, ' '))
}

/** Range of the test's call, widened to the loop around it: a table that is looped over belongs to the test. */
function findBody({ syntax, loops }: Reading, source: string, title: string): Range | undefined {
  const call = syntax.calls.find((one) => {
    if (!['test', 'it'].includes(one.root) || one.first !== title || /^(step|describe)$/.test(one.method)) return false
    return !/\.(skip|todo|fixme)\b/.test(source.slice(one.start, source.indexOf(title.split('{}')[0] ?? '', one.start)))
  })
  if (!call) return undefined
  const around = loops.filter((loop) => isWithin(call, loop)).sort((a, b) => a.start - b.start)
  return around[0] ?? call
}

function reachedTexts(reading: Reading, body: Range, read: (file: string) => string | undefined) {
  const { ranges, imports } = reach(reading, body)
  return [
    ...ranges.flatMap((range) => textsWithin(reading, range)),
    ...imports.flatMap(({ imported, property }) => importedTexts(imported, property, read)),
  ]
}

/** Everything that a piece of a file uses: itself, the names in the same file, recursively, and all their imports. */
function reach(reading: Reading, start: Range) {
  const visited = new Set<string>()
  const ranges = [start]
  const imports: { imported: Imported; property: string | undefined }[] = []
  for (const range of ranges) {
    for (const { name, property } of reading.references.filter((one) => isWithin(one, range))) {
      const key = `${name}.${property ?? ''}`
      if (visited.has(key)) continue
      visited.add(key)
      const own = reading.declared.get(name)
      if (own) ranges.push(narrow(own, property))
      const imported = reading.imported.get(name)
      if (imported) imports.push({ imported, property })
    }
  }
  return { ranges, imports }
}

/** True if `test` in `file`, or its helpers, fake a response to the browser, or suppress it. */
export function forgesAnswers(proof: { file: string; test: string }, read: (file: string) => string | undefined) {
  const source = read(proof.file)
  if (source === undefined) return false
  const reading = readFile(proof.file, source)
  const body = findBody(reading, source, proof.test)
  return body !== undefined && forgesWithin(reading, body, read)
}

function forgesWithin(reading: Reading, start: Range, read: (file: string) => string | undefined): boolean {
  const { ranges, imports } = reach(reading, start)
  const forging = reading.syntax.calls.filter(({ method }) => method === 'fulfill' || method === 'abort')
  if (forging.some((call) => ranges.some((range) => isWithin(call, range)))) return true
  return imports.some(({ imported: { file, name }, property }) => {
    const source = /^e2e\/\w+\.ts$/.test(file) ? read(file) : undefined
    if (source === undefined) return false
    const other = readFile(file, source)
    const declared = other.declared.get(name)
    return declared !== undefined && forgesWithin(other, narrow(declared, property), read)
  })
}

/** Texts of an imported constant that is plain data. Results of functions and schemas are known only by running them. */
function importedTexts({ file, name }: Imported, property: string | undefined, read: (file: string) => string | undefined) {
  const source = read(file)
  if (source === undefined) return []
  const reading = readFile(file, source)
  const constant = reading.declared.get(name)
  if (!constant?.init || !isData(constant.init)) return []
  return textsWithin(reading, narrow(constant, property))
}

const isWithin = (inner: Range, outer: Range) => inner.start >= outer.start && inner.end <= outer.end
const textsWithin = ({ syntax }: Reading, range: Range) => syntax.texts.filter((one) => isWithin(one, range)).map((one) => one.value)

function isData(node: Expression): boolean {
  const inner = unwrapped(node)
  if (inner.type === 'ArrayExpression') return inner.elements.every((one) => one !== null && one.type !== 'SpreadElement' && isData(one))
  if (inner.type === 'ObjectExpression') return inner.properties.every((one) => one.type === 'Property' && isData(one.value))
  return inner.type === 'Literal' || inner.type === 'TemplateLiteral' || inner.type === 'UnaryExpression'
}

const unwrapped = (node: Expression): Expression =>
  node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' ? unwrapped(node.expression) : node

/** Range of the property in an object literal, otherwise of the whole declaration. */
function narrow(declaration: Declaration, property: string | undefined): Range {
  const init = declaration.init && unwrapped(declaration.init)
  if (init?.type !== 'ObjectExpression' || property === undefined) return declaration
  const found = init.properties.find((one) => one.type === 'Property' && one.key.type === 'Identifier' && one.key.name === property)
  return found ?? declaration
}

/** Cache: hundreds of texts are shown by a few files. */
const readings = new Map<string, Reading>()

function readFile(file: string, source: string): Reading {
  const key = `${file}\n${source}`
  const known = readings.get(key)
  if (known) return known
  const syntax = readSyntax(file, source)
  const reading = { syntax, ...readNames(syntax.program), ...readTop(syntax.program, file) }
  readings.set(key, reading)
  return reading
}

function readNames(program: Program) {
  const references: Reference[] = []
  const loops: Range[] = []
  const parts = new Set<number>()
  new Visitor({
    MemberExpression: ({ start, end, object, property }) => {
      if (property.type !== 'Identifier') return
      parts.add(property.start)
      if (object.type !== 'Identifier') return
      parts.add(object.start)
      references.push({ start, end, name: object.name, property: property.name })
    },
    Identifier: ({ start, end, name }) => {
      if (!parts.has(start)) references.push({ start, end, name, property: undefined })
    },
    ForOfStatement: ({ start, end }) => loops.push({ start, end }),
    CallExpression: ({ start, end, callee }) => {
      if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier' && callee.property.name === 'forEach')
        loops.push({ start, end })
    },
  }).visit(program)
  return { references, loops }
}

function readTop(program: Program, file: string) {
  const declared = new Map<string, Declaration>()
  const imported = new Map<string, Imported>()
  for (const statement of program.body) {
    if (statement.type === 'ImportDeclaration') {
      for (const one of statement.specifiers) {
        if (one.type !== 'ImportSpecifier' || one.imported.type !== 'Identifier') continue
        imported.set(one.local.name, { file: fileOf(file, statement.source.value), name: one.imported.name })
      }
    }
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (declaration?.type === 'FunctionDeclaration' && declaration.id)
      declared.set(declaration.id.name, { start: declaration.start, end: declaration.end, init: null })
    if (declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init, start, end } of declaration.declarations)
      if (id.type === 'Identifier') declared.set(id.name, { start, end, init })
  }
  return { declared, imported }
}

/** Path of a project file from the root; a package's name is returned unchanged. */
function fileOf(from: string, written: string) {
  if (written.startsWith('#')) return written.slice(1)
  return written.startsWith('.') ? new URL(written, `file:///${from}`).pathname.slice(1) : written
}
