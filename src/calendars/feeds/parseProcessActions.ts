import { z } from 'zod'
import { busyTimesOf } from './parseActions.ts'

const question = z.object({ text: z.string(), from: z.number(), to: z.number(), host: z.string() })

/** Runs in a process of its own: reads one calendar and sends what is taken in it, and what could not be read. An unreadable one ends the process. */
process.once('message', (message) => process.send?.(busyTimesOf(question.parse(message))))
