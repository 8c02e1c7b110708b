import { type CallExpression, type Expression, type Program, parseSync, type TemplateLiteral, Visitor } from 'oxc-parser'

export type Range = { start: number; end: number }

/** String, template or regular expression in a file; template expressions read as `{}`. */
export type WrittenText = Range & { value: string; tag: string | undefined }

/** A call such as `app.db.insertInto('bookings')`: root `app`, method `insertInto`, first argument as a text, if it is one. */
export type WrittenCall = Range & { root: string; method: string; first: string | undefined }

/** An import as written. A type import does not exist at run time; `import { type A }` does, so it does not count as a type import. */
export type WrittenImport = { to: string | undefined; isType: boolean }

/** Comment without its delimiters; `isLine` for `// …`. */
export type WrittenComment = Range & { value: string; isLine: boolean }

export type Syntax = {
  program: Program
  imports: WrittenImport[]
  texts: WrittenText[]
  calls: WrittenCall[]
  comments: WrittenComment[]
  /** Number of uses of the type `any`. */
  anyCount: number
  /** Class names of constructions without arguments, such as `new Date()`. */
  bareConstructions: string[]
}

/** Reads one TypeScript file. @throws when it does not parse: a check that cannot read must not report success. */
export function readSyntax(file: string, source: string): Syntax {
  const { program, errors, comments } = parseSync(file, source)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const syntax: Syntax = {
    program,
    imports: [],
    texts: [],
    calls: [],
    comments: comments.map(({ start, end, value, type }) => ({ start, end, value, isLine: type === 'Line' })),
    anyCount: 0,
    bareConstructions: [],
  }
  const tags = new Map<TemplateLiteral, string>()
  new Visitor({
    ImportDeclaration: (node) => syntax.imports.push({ to: node.source.value, isType: node.importKind === 'type' }),
    ExportAllDeclaration: (node) => syntax.imports.push({ to: node.source.value, isType: node.exportKind === 'type' }),
    ExportNamedDeclaration: (node) => {
      if (node.source) syntax.imports.push({ to: node.source.value, isType: node.exportKind === 'type' })
    },
    ImportExpression: (node) => syntax.imports.push({ to: textOf(node.source), isType: false }),
    TSImportType: (node) => syntax.imports.push({ to: node.source.value, isType: true }),
    TaggedTemplateExpression: (node) => tags.set(node.quasi, rootOf(node.tag)),
    TemplateLiteral: (node) => addText(syntax, node, { value: joined(node), tag: tags.get(node) }),
    Literal: (node) => {
      if (typeof node.value === 'string') addText(syntax, node, { value: node.value, tag: undefined })
      if ('regex' in node) addText(syntax, node, { value: node.regex.pattern.replaceAll('\\', ''), tag: undefined })
    },
    JSXText: (node) => addText(syntax, node, { value: node.value.replace(/\s+/g, ' ').trim(), tag: undefined }),
    CallExpression: (node) => addCall(syntax, node),
    NewExpression: (node) => {
      if (node.arguments.length === 0) syntax.bareConstructions.push(rootOf(node.callee))
    },
    TSAnyKeyword: () => {
      syntax.anyCount += 1
    },
  }).visit(program)
  return syntax
}

function addText(syntax: Syntax, { start, end }: Range, text: { value: string; tag: string | undefined }) {
  syntax.texts.push({ start, end, ...text })
}

function addCall(syntax: Syntax, node: CallExpression) {
  const { start, end, callee } = node
  const method = callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : ''
  const [first] = node.arguments
  syntax.calls.push({
    start,
    end,
    root: rootOf(callee),
    method,
    first: first && first.type !== 'SpreadElement' ? writtenText(first) : undefined,
  })
  // import.meta.glob imports files without an import statement: its pattern cannot be checked, so it counts as an unknown target.
  if (callee.type === 'MemberExpression' && callee.object.type === 'MetaProperty' && /^glob/.test(method)) {
    syntax.imports.push({ to: undefined, isType: false })
  }
}

const joined = (node: TemplateLiteral) => node.quasis.map((one) => one.value.cooked ?? one.value.raw).join('{}')

const writtenText = (node: Expression) => (node.type === 'TemplateLiteral' ? joined(node) : textOf(node))

/** Text of a literal; `undefined` if it is only known at run time. */
function textOf(node: Expression): string | undefined {
  if (node.type === 'TemplateLiteral') return node.expressions.length === 0 ? joined(node) : undefined
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

/** Leftmost name of a chain: `test` for `test.each(rows)`, `sql` for `sql.raw`. */
function rootOf(node: Expression): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'MemberExpression') return rootOf(node.object)
  if (node.type === 'CallExpression') return rootOf(node.callee)
  return ''
}
