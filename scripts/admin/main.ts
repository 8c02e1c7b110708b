import { runCommand } from './run.ts'

/** Commands of the operator: `npm run admin -- COMMAND` (docs/operations.md#commands). */
process.exitCode = await runCommand(process.argv.slice(2))
// A check of `doctor` that got no answer may hold a connection, which must not keep the process alive.
setTimeout(() => process.exit(), 1_000).unref()
