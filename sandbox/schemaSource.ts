import { readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { type Declaration, parseSync, type Statement, type TSInterfaceDeclaration, type TSType } from 'oxc-parser'

export type Named = { interfaces: TSInterfaceDeclaration[]; alias?: TSType; scope: string[] }
type Method = { params: TSType | undefined; answer: TSType | undefined }

/** One declaration file: its types by qualified name, where its imports come from, the methods of its classes. */
export type Source = {
  file: string
  named: Map<string, Named>
  imports: Map<string, { file: string; name: string }>
  methods: Map<string, Method>
}

export function readSource(folder: string, file: string): Source {
  const source: Source = { file, named: new Map(), imports: new Map(), methods: new Map() }
  const { program } = parseSync(`${file}.d.ts`, readFileSync(join(folder, `${file}.d.ts`), 'utf8'))
  for (const statement of program.body) readStatement(source, statement, [])
  return source
}

function readStatement(source: Source, statement: Statement, scope: string[]) {
  if (statement.type === 'ImportDeclaration') {
    const from = normalize(join(source.file, '..', statement.source.value)).replace(/\.js$/, '')
    for (const specifier of statement.specifiers) {
      if (specifier.type !== 'ImportSpecifier' || specifier.imported.type !== 'Identifier') continue
      source.imports.set(specifier.local.name, { file: from, name: specifier.imported.name })
    }
    return
  }
  if (statement.type === 'ExportNamedDeclaration') {
    if (statement.declaration) readDeclaration(source, statement.declaration, scope)
    return
  }
  if (
    statement.type === 'TSInterfaceDeclaration' ||
    statement.type === 'TSTypeAliasDeclaration' ||
    statement.type === 'TSModuleDeclaration'
  ) {
    readDeclaration(source, statement, scope)
  }
}

function readDeclaration(source: Source, declaration: Declaration, scope: string[]) {
  if (declaration.type === 'TSInterfaceDeclaration') {
    const path = [...scope, declaration.id.name].join('.')
    const named = source.named.get(path) ?? { interfaces: [], scope }
    named.interfaces.push(declaration)
    source.named.set(path, named)
  }
  if (declaration.type === 'TSTypeAliasDeclaration') {
    source.named.set([...scope, declaration.id.name].join('.'), { interfaces: [], alias: declaration.typeAnnotation, scope })
  }
  if (declaration.type === 'TSModuleDeclaration' && declaration.id.type === 'Identifier' && declaration.body?.type === 'TSModuleBlock') {
    for (const statement of declaration.body.body) readStatement(source, statement, [...scope, declaration.id.name])
  }
  if (declaration.type === 'ClassDeclaration') {
    for (const member of declaration.body.body) {
      if (member.type !== 'MethodDefinition' || member.key.type !== 'Identifier') continue
      const params = member.value.params.find((param) => param.type === 'Identifier' && param.name === 'params')
      const annotation = params?.type === 'Identifier' ? params.typeAnnotation?.typeAnnotation : undefined
      source.methods.set(member.key.name, { params: annotation, answer: member.value.returnType?.typeAnnotation })
    }
  }
}

/** Method and path of an operation as the SDK sends it: `POST /v1/checkout/sessions/:id/expire`; of two candidates, the one with an id. */
export function readRequest(folder: string, file: string, name: string): { method: string; path: string } | undefined {
  const code = readFileSync(join(folder, `${file}.js`), 'utf8')
  const found = new RegExp(
    `^ {4}${name}\\([^)]*\\) \\{\\s*(?:if \\(typeof id === 'string'\\) \\{\\s*)?return this\\._makeRequest\\('(\\w+)', ['\`]([^'\`]+)['\`]`,
    'm',
  ).exec(code)
  const [, method, path] = found ?? []
  if (!method || !path) return undefined
  return { method, path: path.replace(/\$\{encodeURIComponent\((\w+)\)\}/g, ':$1') }
}
