import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TSInterfaceDeclaration, TSSignature, TSType, TSTypeName } from 'oxc-parser'
import { type Named, readRequest, readSource, type Source } from './schemaSource.ts'
import { listShape, type OperationSchema, resolveShape, type Shape, type StripeSchema } from './shapes.ts'

type Fields = Extract<Shape, { fields: unknown }>
type Reader = { folder: string; sources: Map<string, Source>; definitions: Record<string, Shape> }
/** The position of a type: names are resolved from the innermost namespace outwards. */
type Place = { reader: Reader; source: Source; scope: string[] }

/** Objects of other files whose fields are extracted; all other foreign objects are only known to be objects. */
const followed = new Set([
  ...[
    'LineItem',
    'Price',
    'Refund',
    'Charge',
    'PaymentIntent',
    'Customer',
    'BalanceTransaction',
    'Session',
    'Transfer',
    'TransferReversal',
  ],
  ...['Product', 'Plan', 'PaymentMethod', 'Subscription', 'SubscriptionItem', 'Invoice', 'InvoiceLineItem', 'InvoicePayment'],
])

/** Derives parameters and responses of the named operations from the SDK's declarations (`.d.ts`) and its requests' paths (`.js`). */
export function extractSchema(input: {
  sdkFolder: string
  operations: string[]
  objects: string[]
}): Pick<StripeSchema, 'apiVersion' | 'operations' | 'definitions'> {
  const reader: Reader = { folder: join(input.sdkFolder, 'esm'), sources: new Map(), definitions: {} }
  const operations: Record<string, OperationSchema> = {}
  for (const name of input.operations) operations[name] = readOperation(reader, name)
  for (const object of input.objects) {
    const [file = '', name = ''] = object.split('#')
    define({ reader, source: openSource(reader, `resources/${file}`), scope: [] }, name)
  }
  const apiVersion = /ApiVersion = '([^']+)'/.exec(readFileSync(join(reader.folder, 'apiVersion.js'), 'utf8'))?.[1] ?? 'unknown'
  return { apiVersion, operations, definitions: reader.definitions }
}

function openSource(reader: Reader, file: string): Source {
  const source = reader.sources.get(file) ?? readSource(reader.folder, file)
  reader.sources.set(file, source)
  return source
}

function readOperation(reader: Reader, operation: string): OperationSchema {
  const [file = '', name = ''] = operation.split('.')
  const source = openSource(reader, `resources/${file}`)
  const method = source.methods.get(name)
  const request = readRequest(reader.folder, `resources/${file}`, name)
  if (!method || !request) throw new Error(`The Stripe SDK has no operation ${operation}`)
  const place: Place = { reader, source, scope: [] }
  const answer = unwrapAnswer(method.answer)
  return {
    ...request,
    isList: answer.isList,
    params: method.params ? shapeOf(method.params, place) : null,
    answer: answer.type ? shapeOf(answer.type, place) : 'any',
  }
}

function unwrapAnswer(type: TSType | undefined): { type: TSType | undefined; isList: boolean } {
  if (type?.type !== 'TSTypeReference') return { type, isList: false }
  const inner = type.typeArguments?.params[0]
  const name = nameOf(type.typeName)
  if (name === 'ApiListPromise') return { type: inner, isList: true }
  if (name === 'Promise' || name === 'Response') return unwrapAnswer(inner)
  return { type, isList: false }
}

function shapeOf(type: TSType, place: Place): Shape {
  if (type.type === 'TSStringKeyword') return 'string'
  if (type.type === 'TSNumberKeyword') return 'number'
  if (type.type === 'TSBooleanKeyword') return 'boolean'
  if (type.type === 'TSNullKeyword') return 'null'
  if (type.type === 'TSLiteralType') return { enum: [literalValue(type.literal)] }
  if (type.type === 'TSTypeLiteral') return membersShape(type.members, place)
  if (type.type === 'TSUnionType') return unionShape(type.types, place)
  if (type.type === 'TSTypeReference') return referenceShape(nameOf(type.typeName), type.typeArguments?.params ?? [], place)
  return 'any'
}

function unionShape(types: TSType[], place: Place): Shape {
  const isOpenMark = (type: TSType) => type.type === 'TSTypeReference' && nameOf(type.typeName) === 'OtherString'
  const values: (string | number | boolean)[] = []
  const others: Shape[] = []
  for (const type of types) {
    if (isOpenMark(type)) continue
    if (type.type === 'TSLiteralType') values.push(literalValue(type.literal))
    else others.push(shapeOf(type, place))
  }
  if (values.length > 0) others.unshift(types.some(isOpenMark) ? { enum: values, open: true } : { enum: values })
  const [only] = others
  return only !== undefined && others.length === 1 ? only : { anyOf: others }
}

function referenceShape(name: string, typeArguments: TSType[], place: Place): Shape {
  const [first] = typeArguments
  if (name === 'Decimal') return 'decimal'
  if (name === 'OtherString') return 'string'
  if (name === 'Array' && first) return { array: shapeOf(first, place) }
  if (name === 'Emptyable' && first) return { anyOf: [{ enum: [''] }, 'null', shapeOf(first, place)] }
  if (name === 'ApiList' && first) return listShape(shapeOf(first, place))
  if (first) return 'any'
  return define(place, name)
}

function define(place: Place, name: string): Shape {
  const found = lookUp(place, name)
  if (!found) return 'foreign'
  const { definitions } = place.reader
  const key = `${found.source.file}#${found.path}`
  if (definitions[key] !== undefined) return { ref: key }
  // Set before it is filled, because types may refer to themselves.
  definitions[key] = 'any'
  const inner: Place = { reader: place.reader, source: found.source, scope: found.named.scope }
  definitions[key] = found.named.alias ? shapeOf(found.named.alias, inner) : interfaceShape(found.named.interfaces, inner)
  return { ref: key }
}

function lookUp(place: Place, name: string): { source: Source; path: string; named: Named } | undefined {
  for (let depth = place.scope.length; depth >= 0; depth--) {
    const path = [...place.scope.slice(0, depth), name].join('.')
    const named = place.source.named.get(path)
    if (named) return { source: place.source, path, named }
  }
  const imported = place.source.imports.get(name)
  if (!imported) return undefined
  if (imported.file !== 'shared' && !followed.has(imported.name)) return undefined
  return lookUp({ reader: place.reader, source: openSource(place.reader, imported.file), scope: [] }, imported.name)
}

function interfaceShape(parts: TSInterfaceDeclaration[], place: Place): Shape {
  const whole: Fields = { fields: {} }
  for (const part of parts) {
    for (const parent of part.extends) {
      if (parent.expression.type !== 'Identifier') continue
      const resolved = resolveShape(place.reader.definitions, define(place, parent.expression.name))
      if (typeof resolved === 'object' && 'fields' in resolved) Object.assign(whole.fields, resolved.fields)
    }
    const own = membersShape(part.body.body, place)
    Object.assign(whole.fields, own.fields)
    if (own.rest !== undefined) whole.rest = own.rest
  }
  return whole
}

function membersShape(members: TSSignature[], place: Place): Fields {
  const whole: Fields = { fields: {} }
  for (const member of members) {
    if (member.type === 'TSIndexSignature') whole.rest = shapeOf(member.typeAnnotation.typeAnnotation, place)
    if (member.type !== 'TSPropertySignature' || !member.typeAnnotation) continue
    const type = member.typeAnnotation.typeAnnotation
    if (type.type === 'TSVoidKeyword') continue
    const shape = shapeOf(type, place)
    whole.fields[keyName(member.key)] = member.optional ? { shape, optional: true } : { shape }
  }
  return whole
}

function nameOf(name: TSTypeName): string {
  if (name.type === 'Identifier') return name.name
  if (name.type === 'TSQualifiedName') return `${nameOf(name.left)}.${name.right.name}`
  return 'this'
}

function keyName(key: { type: string; name?: unknown; value?: unknown }): string {
  return String(key.type === 'Identifier' ? key.name : key.value)
}

function literalValue(literal: object): string | number | boolean {
  if (!('value' in literal)) return ''
  const { value } = literal
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : ''
}
