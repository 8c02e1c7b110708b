import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measureBytes, readManifest } from './bytes.ts'
import { buildWhatIsStale } from './freshBuild.ts'
import { StartError } from './programs.ts'

/** The most kilobytes of scripts that each page may load, brotli; raise one only for what its visitors use. */
const mostKilobytes: Record<string, number> = {
  home: 118,
  search: 134,
  profile: 132,
  landing: 128.5,
  legal: 115,
  account: 163.5,
  dashboard: 197,
  operator: 145.5,
  booking: 150,
  picker: 3,
  steps: 24.5,
}

/** Pages that a phone paints first: one sheet that every page has and one more, because each takes a connection from fonts and pictures. */
const beforePaint = ['home', 'search', 'profile', 'landing']

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
try {
  const isBuilt = await buildWhatIsStale({ isForced: process.argv.includes('--force') })
  if (!isBuilt) console.log('build/ ist aktuell')
  expectLayersFirst()
  const bytes = measureBytes()
  const sizes = Object.entries(bytes).map(([name, { scripts }]) => ({
    name,
    size: scripts / 1_000,
    most: mostKilobytes[name] ?? 0,
  }))
  console.log(`Skripte in KB, brotli: ${sizes.map(({ name, size, most }) => `${name} ${size.toFixed(1)} (bis ${most})`).join(', ')}`)
  const fromSheets = Object.entries(bytes).filter(([name, { sheets }]) => beforePaint.includes(name) && sheets > 2)
  if (fromSheets.length > 0) throw new StartError(`Mehr als zwei Stylesheets: ${fromSheets.map(([name]) => name).join(', ')}.`)
  const larger = sizes.filter(({ size, most }) => size > most).map(({ name }) => name)
  if (larger.length > 0) throw new StartError(`Zu groß geworden: ${larger.join(', ')}.`)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

/**
 * The first style sheet of every page must declare the order of the layers (src/web/styles/app.css). Another sheet before it could change
 * the order.
 */
function expectLayersFirst() {
  const [first = '', ...others] = readManifest().routes.root?.css ?? []
  const starts = others.length === 0 && readFileSync(join('build/client', first), 'utf8').startsWith('@layer base')
  if (!starts) throw new StartError('Vor src/web/styles/app.css wird ein anderes Stylesheet geladen.')
}
