import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import SaxonJS from 'saxon-js'
import { writeCii, type XmlProfile } from '#src/orders/documents/cii.ts'
import { errorsOf, isStricter } from '#src/orders/documents/issuing.ts'
import { openSchema } from './facturX.ts'
import { documentCases, mutant, randomDocument } from './randomDocuments.ts'

/**
 * Runs the official rules of invoices over generated documents: the schema of Factur-X, the CEN rules of EN 16931, KoSIT's of XRechnung.
 * Valid documents of all cases must have no fatal finding; of mutated ones our own rules must refuse all that the official ones refuse,
 * and more only where they declare themselves stricter. Returns whether all of that holds.
 */
export async function checkDocuments(folder: string, { documents, mutants }: { documents: number; mutants: number }) {
  const validators = openValidators(folder)
  const found: string[] = []
  const perCase = Math.ceil(documents / documentCases.length)
  for (const what of documentCases) {
    for (let seed = 0; seed < perCase; seed++) {
      const facts = randomDocument(what, seed)
      for (const profile of ['facturx', 'xrechnung'] as const) {
        const fatal = await validators(writeCii(facts, profile), profile)
        if (fatal.length > 0) found.push(`${what} ${seed} ${profile}: ${fatal.join(' ')}`)
      }
    }
    console.log(`${what}: ${perCase} documents in two profiles, ${found.length} findings so far`)
  }
  let refused = 0
  let stricter = 0
  for (let seed = 0; seed < mutants; seed++) {
    const { facts, fault, what } = mutant(seed)
    const own = errorsOf(facts)
    const official = await validators(writeCii(facts, 'xrechnung'), 'xrechnung')
    if (official.length > 0) refused += 1
    if (official.length > 0 && own.length === 0)
      found.push(`mutant ${seed} (${what}, ${fault}): only officially refused, ${official.join(' ')}`)
    if (official.length > 0 || own.length === 0) continue
    stricter += 1
    if (!own.every(isStricter)) found.push(`mutant ${seed} (${what}, ${fault}): only we refuse, ${own.join(' ')}`)
  }
  for (const one of found) console.log(`✗ ${one}`)
  console.log(
    `${perCase * documentCases.length} documents × 2 profiles; ${mutants} mutants, ${refused} officially refused, ${stricter} by our stricter rules alone; ${found.length} findings`,
  )
  return found.length === 0
}

/** Fatal findings for XML by the schema and the official rules of its profile. */
function openValidators(folder: string) {
  const schema = openSchema(join(folder, 'facturx-2.5/FACTUR-X_EN16931.xsd'))
  const cen = compiled(join(folder, 'en16931/EN16931-CII-validation.xslt'))
  const kosit = compiled(join(folder, 'xrechnung/XRechnung-CII-validation.xslt'))
  return async (xml: string, profile: XmlProfile) => {
    const structure = schema(xml)
    if (structure.length > 0) return structure
    return [...(await fatalOf(cen, xml)), ...(profile === 'xrechnung' ? await fatalOf(kosit, xml) : [])]
  }
}

/** Compiles a stylesheet for the processor, once into the cache. */
function compiled(stylesheet: string): unknown {
  mkdirSync('.cache', { recursive: true })
  const target = join('.cache', `${stylesheet.split('/').at(-1)}.${statSync(stylesheet).size}.sef.json`)
  if (!statSync(target, { throwIfNoEntry: false })) {
    execFileSync(process.execPath, ['node_modules/xslt3/xslt3.js', `-xsl:${stylesheet}`, `-export:${target}`, '-nogo'], {
      stdio: 'inherit',
    })
  }
  return JSON.parse(readFileSync(target, 'utf8'))
}

async function fatalOf(stylesheetInternal: unknown, xml: string) {
  const { principalResult } = await SaxonJS.transform({ stylesheetInternal, sourceText: xml, destination: 'serialized' }, 'async')
  return [...principalResult.matchAll(/<svrl:failed-assert\b[^>]*>/g)].flatMap(([assertion]) =>
    /flag="(fatal|error)"/.test(assertion) ? (/\bid="([^"]+)"/.exec(assertion)?.[1] ?? assertion) : [],
  )
}
