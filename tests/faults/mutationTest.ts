import { spawnSync } from 'node:child_process'
import { openCopy } from './copy.ts'
import { faults } from './faults.ts'

/**
 * Mutation test of the test suite: each fault is put into a copy of this tree, and `node scripts/test.ts` must fail there. `npm run faults
 * -- --tests [NAME]`. Takes some minutes for each.
 */
export function testFaults(onlyName: string | undefined) {
  const chosen = faults.filter(({ name }) => onlyName === undefined || name === onlyName)
  if (chosen.length === 0) throw new Error(`no fault ${onlyName}; there are ${faults.map(({ name }) => name).join(', ')}`)
  const copy = openCopy()
  try {
    // Control run: a copy that fails without any fault would "detect" every fault.
    return [undefined, ...chosen].map(tryFault).every((isWell) => isWell)
  } finally {
    copy.remove()
  }

  function tryFault(fault: (typeof faults)[number] | undefined) {
    copy.renew()
    if (fault) copy.edit(fault)
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test.ts', '--no-chaos'], {
      cwd: copy.folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    })
    const lines = `${stdout}${stderr}`.match(/^.*(FAIL |tests failed in: |check failed: |all green|^ +\d+\) ).*$/gm) ?? []
    const lastLines = lines.slice(-3).map((line) => line.trim().slice(0, 200))
    const isWell = fault ? status !== 0 : status === 0
    const word = fault ? (isWell ? 'seen' : 'NOT SEEN') : isWell ? 'green' : 'RED'
    console.log(
      `${isWell ? '✓' : '✗'} ${word}: ${fault ? `${fault.name} (${fault.file})` : 'without a fault'}\n    ${lastLines.join('\n    ')}`,
    )
    return isWell
  }
}
