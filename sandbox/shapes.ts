export type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'null'
  | 'decimal'
  | 'any'
  /** An object of an unsupported resource; its fields are not checked. */
  | 'foreign'
  /** `open`: Stripe may send values the SDK does not list yet. */
  | { enum: (string | number | boolean)[]; open?: true }
  | { array: Shape }
  | { fields: Record<string, { shape: Shape; optional?: true }>; rest?: Shape }
  | { anyOf: Shape[] }
  | { ref: string }

export type OperationSchema = { method: string; path: string; params: Shape | null; answer: Shape; isList: boolean }

/** Declarations of the supported operations and objects in the SDK's published types. */
export type StripeSchema = {
  sdk: string
  extractor: number
  wanted: string[]
  apiVersion: string
  /** By operation, for example `Checkout/Sessions.create`. */
  operations: Record<string, OperationSchema>
  /** Named shapes, by `file#Namespace.Name`. */
  definitions: Record<string, Shape>
}

/** Follows references to the actual shape. */
export function resolveShape(definitions: Record<string, Shape>, shape: Shape): Shape {
  let current = shape
  while (typeof current === 'object' && 'ref' in current) current = definitions[current.ref] ?? 'any'
  return current
}

export function listShape(item: Shape): Shape {
  return {
    fields: {
      object: { shape: { enum: ['list'] } },
      data: { shape: { array: item } },
      has_more: { shape: 'boolean' },
      url: { shape: 'string' },
    },
  }
}
