// npm omits packages for other platforms from the lock when the configured registry does not serve them, and `npm ci` then refuses its own
// lock. This adds them, with the checksum that the registry publishes.   usage: node scripts/complete-lock.js
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

const file = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(file, 'utf8'))
const entries = lock.packages
let added = 0
for (const [path, entry] of Object.entries(entries)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    let at = path
    let isThere = false
    for (;;) {
      const found = entries[`${at ? `${at}/` : ''}node_modules/${name}`]
      if (found) {
        isThere = found.version === range || !/^\d/.test(range)
        break
      }
      if (!at) break
      at = at.includes('/node_modules/') ? at.slice(0, at.lastIndexOf('/node_modules/')) : ''
    }
    if (isThere || !/^\d/.test(range)) {
      if (!isThere) console.log('left out', name, range)
      continue
    }
    const [os, cpu] = platformOf(name)
    entries[entries[`node_modules/${name}`] ? `${path}/node_modules/${name}` : `node_modules/${name}`] = {
      version: range,
      optional: true,
      os: [os],
      cpu: [cpu],
    }
    added += 1
  }
}
function platformOf(name) {
  const os = ['android', 'darwin', 'win32', 'freebsd', 'openharmony', 'linux'].find((word) => name.includes(word)) ?? 'wasi'
  const cpu = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'arm'].find((word) => name.includes(word)) ?? 'wasm32'
  return [os, cpu]
}
for (const [path, entry] of Object.entries(entries)) {
  if (path === '' || entry.link || entry.integrity) continue
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const integrity = execFileSync('npm', ['view', `${name}@${entry.version}`, 'dist.integrity'], { encoding: 'utf8' }).trim()
  if (integrity === '') throw new Error(`The registry has no checksum of ${name}@${entry.version}`)
  // npm's order: version, integrity, the rest.
  const { version, ...rest } = entry
  entries[path] = { version, integrity, ...rest }
}
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} added`)
