import type { FormGroup, FormValue } from './formBody.ts'
import { invalidRequest, notInSandbox } from './problems.ts'
import { resolveShape, type Shape } from './shapes.ts'

type Definitions = Record<string, Shape>
type Walk = { definitions: Definitions; unknown: string[]; leaves: string[] }

/**
 * Checks a request's parameters against the shape that the SDK declares, and converts the form's strings to numbers, booleans and arrays.
 * Refuses like Stripe: unknown and missing parameters, wrong types, values outside an enumeration. `implemented` lists the supported
 * parameters (`line_items.price_data`); any other one known to Stripe is refused with 501 instead of being ignored.
 */
export function readParams(input: { form: FormGroup; shape: Shape | null; definitions: Definitions; implemented: string[] }): unknown {
  const walk: Walk = { definitions: input.definitions, unknown: [], leaves: [] }
  const shape = input.shape ?? { fields: {} }
  findUnknown(input.form, shape, '', walk)
  const [first] = walk.unknown
  if (first !== undefined) {
    const plural = walk.unknown.length > 1 ? 's' : ''
    throw invalidRequest(`Received unknown parameter${plural}: ${walk.unknown.join(', ')}`, { code: 'parameter_unknown', param: first })
  }
  const value = readValue(input.form, shape, '', walk)
  const missing = walk.leaves.find((leaf) => !isImplemented(leaf, input.implemented))
  if (missing) throw notInSandbox(`the parameter ${missing}`)
  return value
}

function isImplemented(leaf: string, implemented: string[]): boolean {
  const path = leaf.replace(/\[\d+\]/g, '').replace(/\[([^\]]+)\]/g, '.$1')
  return ['expand', ...implemented].some((known) => path === known || path.startsWith(`${known}.`))
}

function findUnknown(value: FormValue, declared: Shape, path: string, walk: Walk) {
  const shape = bestFor(value, declared, walk.definitions)
  if (typeof shape !== 'object' || typeof value === 'string') return
  if ('array' in shape) {
    for (const [index, item] of Object.entries(value)) findUnknown(item, shape.array, `${path}[${index}]`, walk)
  }
  if (!('fields' in shape)) return
  for (const [key, item] of Object.entries(value)) {
    const name = path === '' ? key : `${path}[${key}]`
    const inner = Object.hasOwn(shape.fields, key) ? shape.fields[key]?.shape : shape.rest
    if (inner === undefined) walk.unknown.push(name)
    else findUnknown(item, inner, name, walk)
  }
}

/** Selects the alternative that matches the value's form: an object or array for a group, any other for a text. */
function bestFor(value: FormValue, declared: Shape, definitions: Definitions): Shape {
  const shape = resolveShape(definitions, declared)
  if (typeof shape !== 'object' || !('anyOf' in shape)) return shape
  const alternatives = shape.anyOf.map((one) => bestFor(value, one, definitions))
  const isGroup = typeof value !== 'string'
  const isGrouping = (one: Shape) => typeof one === 'object' && ('fields' in one || 'array' in one)
  if (isGroup) return alternatives.find(isGrouping) ?? shape
  const fitting = alternatives.filter((one) => !isGrouping(one))
  if (value === '') return fitting.find((one) => typeof one === 'object' && 'enum' in one && one.enum.includes('')) ?? fitting[0] ?? shape
  const meaningful = fitting.filter((one) => one !== 'null' && !(typeof one === 'object' && 'enum' in one && one.enum.includes('')))
  return meaningful[0] ?? alternatives.find(isGrouping) ?? shape
}

function readValue(value: FormValue, declared: Shape, path: string, walk: Walk): unknown {
  const shape = bestFor(value, declared, walk.definitions)
  if (typeof value === 'string') {
    walk.leaves.push(path)
    return readText(value, shape, path)
  }
  if (typeof shape === 'object' && 'array' in shape) {
    const items = Object.entries(value).sort(([a], [b]) => Number(a) - Number(b))
    if (items.some(([index]) => !/^\d+$/.test(index))) throw invalidRequest('Invalid array', { param: path })
    return items.map(([index, item]) => readValue(item, shape.array, `${path}[${index}]`, walk))
  }
  if (typeof shape === 'object' && 'fields' in shape) return readGroup(value, shape, path, walk)
  throw invalidRequest(`Invalid ${path}: must be ${nameKind(shape)}`, { param: path })
}

function readGroup(group: FormGroup, shape: Extract<Shape, { fields: unknown }>, path: string, walk: Walk): Record<string, unknown> {
  const nameOf = (key: string) => (path === '' ? key : `${path}[${key}]`)
  for (const [key, field] of Object.entries(shape.fields)) {
    if (field.optional || Object.hasOwn(group, key)) continue
    throw invalidRequest(`Missing required param: ${nameOf(key)}.`, { code: 'parameter_missing', param: nameOf(key) })
  }
  const result: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(group)) {
    const inner = Object.hasOwn(shape.fields, key) ? shape.fields[key]?.shape : shape.rest
    result[key] = readValue(item, inner ?? 'any', nameOf(key), walk)
  }
  return result
}

function readText(text: string, shape: Shape, path: string): unknown {
  if (typeof shape === 'object' && 'enum' in shape) {
    // OtherString in a parameter only means that the SDK may be outdated; Stripe itself refuses unlisted values.
    if (shape.enum.includes(text)) return text === '' ? null : text
    throw invalidRequest(`Invalid ${path}: must be one of ${listWords(shape.enum.map(String))}`, { param: path })
  }
  if (text === '') {
    const message = `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`
    throw invalidRequest(message, { code: 'parameter_invalid_empty', param: path })
  }
  if (shape === 'number') {
    if (/^-?\d{1,15}(\.\d+)?$/.test(text)) return Number(text)
    throw invalidRequest(`Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param: path })
  }
  if (shape === 'boolean') {
    if (text === 'true' || text === 'false') return text === 'true'
    throw invalidRequest(`Invalid boolean: ${text}`, { param: path })
  }
  if (shape === 'decimal') {
    if (/^-?\d+(\.\d+)?$/.test(text)) return text
    throw invalidRequest(`Invalid decimal: ${text}; must contain at maximum 12 decimal places.`, {
      code: 'parameter_invalid_decimal',
      param: path,
    })
  }
  if (typeof shape === 'object' && 'array' in shape) throw invalidRequest('Invalid array', { param: path })
  if (typeof shape === 'object' && 'fields' in shape) throw invalidRequest('Invalid object', { param: path })
  return text
}

function nameKind(shape: Shape): string {
  return typeof shape === 'string' ? `a ${shape}` : 'a plain value'
}

function listWords(words: string[]): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')}, or ${words.at(-1)}`
}
