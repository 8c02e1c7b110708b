import { fork } from 'node:child_process'

/** Why a process gave no answer: it died, wanted more memory than it has, or took too long. */
export class ProcessFailed extends Error {}

type Work = { program: URL; question: object; seconds: number; megabytes: number }

/**
 * Has a program of ours (`processProgram`) work in a process of its own, so that requests go on being answered, and answers the first
 * message that it sends. Nothing outlives it: whatever hangs ends with its process, and memory that runs out there runs out there alone (in
 * a thread it takes the whole server along). It gets none of our environment, which holds secrets. Throws ProcessFailed.
 */
export async function askProcess({ program, question, seconds, megabytes }: Work): Promise<unknown> {
  const asked = fork(program, {
    env: {},
    execArgv: [`--max-old-space-size=${megabytes}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let impatience: NodeJS.Timeout | undefined
  try {
    return await new Promise((answer, fail) => {
      const give = (reason: string, cause?: unknown) => fail(new ProcessFailed(reason, { cause }))
      asked.once('message', answer)
      asked.once('error', (cause) => give(cause.message, cause))
      asked.once('exit', (code, signal) => give(`ended with ${signal ?? code}`))
      impatience = setTimeout(() => give(`no answer within ${seconds} s`), seconds * 1_000)
      // Who died before the question is told by 'exit'.
      asked.send(question, () => undefined)
    })
  } finally {
    clearTimeout(impatience)
    asked.kill('SIGKILL')
  }
}
