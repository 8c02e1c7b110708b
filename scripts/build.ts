import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { measureBytes, readManifest } from './bytes.ts'
import { buildWhatIsStale } from './freshBuild.ts'
import { StartError } from './programs.ts'

/** Size limits in KB of scripts that a page may load, brotli; raise one only for features that the page's visitors use. */
const mostKilobytes: Record<string, number> = {
  home: 148,
  search: 149,
  profile: 154,
  landing: 143,
  legal: 131,
  account: 166,
  dashboard: 212,
  operator: 178,
  booking: 174,
  picker: 4.6,
  steps: 34.5,
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
try {
  const isBuilt = await buildWhatIsStale({ isForced: process.argv.includes('--force') })
  if (!isBuilt) console.log('build/ is up to date')
  expectLayersFirst()
  const sizes = Object.entries(measureBytes()).map(([name, { scripts, requests }]) => ({
    name,
    size: scripts / 1_000,
    requests,
    most: mostKilobytes[name] ?? 0,
  }))
  for (const { name, size, requests, most } of sizes)
    console.log(`${name.padEnd(10)} ${size.toFixed(1)} KB of scripts, brotli (at most ${most}), ${requests} files`)
  const larger = sizes.filter(({ size, most }) => size > most).map(({ name }) => name)
  if (larger.length > 0) throw new StartError(`Over the size limit: ${larger.join(', ')}.`)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

/** The stylesheet must begin with the order of the CSS layers (src/platform/web/styles/app.css), which earlier rules could change. */
function expectLayersFirst() {
  const sheet = readManifest()['style.css']?.file ?? ''
  if (!readFileSync(join('build/client', sheet), 'utf8').startsWith('@layer base'))
    throw new StartError('The stylesheet has rules before those of src/platform/web/styles/app.css.')
}
