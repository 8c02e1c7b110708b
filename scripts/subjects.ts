import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { complaintsAbout } from './subjectRules.ts'

/**
 * Checks the subjects of commits (CONTRIBUTING.md#commits). usage: subjects.ts [RANGE]: the commits of a range, by default
 * `origin/main..HEAD`; subjects.ts --message FILE: a message that is being written (`.githooks/commit-msg`).
 */
const [word = 'origin/main..HEAD', file = ''] = process.argv.slice(2)
const messages = word === '--message' ? [readFileSync(file, 'utf8')] : readRange(word)
const complaints = messages.flatMap((message) => complaintsAbout(message).map((one) => `"${message.split('\n')[0]}": the subject ${one}`))
for (const one of complaints) console.error(one)
if (complaints.length > 0) process.exitCode = 1

/** A copy without the named branch, or a push of a new one, has no range: no commits are checked. */
function readRange(range: string) {
  const { status, stdout } = spawnSync('git', ['log', '-z', '--no-merges', '--format=%B', range, '--'], { encoding: 'utf8' })
  if (status !== 0) console.log(`${range}: no such range, no commits checked`)
  return status === 0 ? stdout.split('\0').filter(Boolean) : []
}
