import { z } from 'zod'
import { busyTimesOf } from './parseActions.ts'

const question = z.object({ text: z.string(), from: z.number(), to: z.number(), host: z.string() })

/** Entry point of the child process: parses one calendar and sends its busy times and remarks. An unreadable calendar ends the process. */
process.once('message', (message) => process.send?.(busyTimesOf(question.parse(message))))
