import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { extractSchema } from './schemaExtract.ts'
import type { StripeSchema } from './shapes.ts'

/** Increase it if schemaExtract.ts changes its output, so that old caches are rebuilt. */
const extractorVersion = 2

/**
 * Loads the schema of these operations (`Checkout/Sessions.create`, …) and extra objects (`Events#EventBase`), from the cache or derived
 * anew.
 */
export function loadSchema(operations: string[], objects: string[]): StripeSchema {
  const sdkFolder = join(dirname(createRequire(import.meta.url).resolve('stripe')), '..')
  const sdk = readFileSync(join(sdkFolder, 'VERSION'), 'utf8').trim()
  const file = join(import.meta.dirname, '..', '.cache', `stripe-schema-${sdk}.json`)
  const wanted = [...operations, ...objects].sort()
  const cached = readCache(file)
  if (cached?.extractor === extractorVersion && wanted.join() === cached.wanted.join()) return cached
  const schema = { sdk, extractor: extractorVersion, wanted, ...extractSchema({ sdkFolder, operations, objects }) }
  writeCache(file, schema)
  return schema
}

function readCache(file: string): StripeSchema | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function writeCache(file: string, schema: StripeSchema) {
  try {
    mkdirSync(dirname(file), { recursive: true })
    const own = `${file}.${process.pid}.${Date.now()}`
    writeFileSync(own, JSON.stringify(schema))
    renameSync(own, file)
  } catch (error) {
    console.warn(`The Stripe schema is not cached: ${error instanceof Error ? error.message : String(error)}`)
  }
}
