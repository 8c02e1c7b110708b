import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { faults } from './faults.ts'

/**
 * Shows that the tests see what they should see: each fault is put into a copy of this tree, and `node scripts/test.ts` has to turn red.
 * Run it with `npm run faults`, or `npm run faults -- NAME` for one. Takes a minute or two for each.
 */
const [wanted] = process.argv.slice(2)
const chosen = faults.filter(({ name }) => wanted === undefined || name === wanted)
const copy = mkdtempSync(join(tmpdir(), 'handschlag-faulty-'))
const files = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' }).stdout.trim().split('\n')

let unseen = 0
for (const fault of chosen) {
  const { isGreen, told } = judge(fault)
  console.log(`${isGreen ? '✗ NOT SEEN' : '✓ seen'}: ${fault.name} (${fault.file})\n    ${told.join('\n    ')}`)
  if (isGreen) unseen += 1
}
// A copy that is red without any fault would see everything.
const healthy = judge()
console.log(healthy.isGreen ? '✓ green without a fault' : `✗ RED WITHOUT A FAULT\n    ${healthy.told.join('\n    ')}`)
rmSync(copy, { recursive: true, force: true })
process.exitCode = unseen || chosen.length === 0 || !healthy.isGreen ? 1 : 0

function judge(fault?: (typeof faults)[number]) {
  copyTree()
  if (fault) seed(fault)
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test.ts'], { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 })
  const lines = `${stdout}${stderr}`.match(/^.*(FAIL |tests failed in: |check failed: |all green|^ +\d+\) ).*$/gm) ?? []
  return { isGreen: status === 0, told: lines.slice(-3).map((line) => line.trim().slice(0, 200)) }
}

function seed({ name, file, right, wrong }: (typeof faults)[number]) {
  const source = readFileSync(join(copy, file), 'utf8')
  if (source.split(right).length !== 2) throw new Error(`${name}: "${right}" does not stand exactly once in ${file}`)
  writeFileSync(
    join(copy, file),
    source.replace(right, () => wrong),
  )
}

function copyTree() {
  rmSync(copy, { recursive: true, force: true })
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(file, join(copy, file))
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
}
