import { resolveShape, type Shape } from './shapes.ts'

type Definitions = Record<string, Shape>

/**
 * Compares a response of the sandbox with the SDK's types: every required field exists, none is unknown, each has the right type. Returns
 * one sentence per difference.
 */
export function findResponseErrors(definitions: Definitions, declared: Shape, value: unknown, path = 'answer'): string[] {
  const shape = resolveShape(definitions, declared)
  if (typeof shape === 'string') return fitsKind(shape, value) ? [] : [`${path}: ${shape} expected, got ${JSON.stringify(value)}`]
  if ('anyOf' in shape) return findUnionErrors(definitions, shape.anyOf, value, path)
  if ('array' in shape) {
    if (!Array.isArray(value)) return [`${path}: list expected`]
    return value.flatMap((item, index) => findResponseErrors(definitions, shape.array, item, `${path}[${index}]`))
  }
  if ('fields' in shape) return findFieldErrors(definitions, shape, value, path)
  // Even open enumerations must hold a listed value, because the sandbox invents none.
  if ('enum' in shape)
    return shape.enum.some((one) => one === value) ? [] : [`${path}: ${JSON.stringify(value)} is not one of ${shape.enum.join(', ')}`]
  return []
}

function fitsKind(kind: Extract<Shape, string>, value: unknown): boolean {
  if (kind === 'any') return true
  if (kind === 'null') return value === null
  if (kind === 'decimal') return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
  if (kind === 'foreign') return typeof value === 'object' && value !== null
  return typeof value === kind
}

function findUnionErrors(definitions: Definitions, alternatives: Shape[], value: unknown, path: string): string[] {
  const errors = alternatives.map((one) => findResponseErrors(definitions, one, value, path))
  if (errors.some((one) => one.length === 0)) return []
  // The best matching alternative gives the most useful message.
  return errors.reduce(
    (nearest, one, index) => (isGroupLike(definitions, alternatives[index], value) ? one : nearest),
    [`${path}: no alternative fits ${JSON.stringify(value)?.slice(0, 80)}`],
  )
}

function isGroupLike(definitions: Definitions, shape: Shape | undefined, value: unknown): boolean {
  const resolved = shape === undefined ? 'any' : resolveShape(definitions, shape)
  return typeof value === 'object' && value !== null && typeof resolved === 'object' && 'fields' in resolved
}

function findFieldErrors(definitions: Definitions, shape: Extract<Shape, { fields: unknown }>, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path}: object expected, got ${JSON.stringify(value)}`]
  // `interface Object {}` in the SDK means any object.
  if (Object.keys(shape.fields).length === 0 && shape.rest === undefined) return []
  const missing = Object.entries(shape.fields).filter(([name, field]) => !field.optional && !Object.hasOwn(value, name))
  const inner = Object.entries(value).flatMap(([name, item]) => {
    const known = Object.hasOwn(shape.fields, name) ? shape.fields[name]?.shape : shape.rest
    return known === undefined ? [`${path}.${name}: unknown field`] : findResponseErrors(definitions, known, item, `${path}.${name}`)
  })
  return [...missing.map(([name]) => `${path}.${name}: missing`), ...inner]
}
