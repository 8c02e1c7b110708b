import type { Entry } from './entries.ts'
import type { Part } from './layout.ts'
import type { ShownDiary } from './rules.ts'

/** A start as days and times are written. */
export type Start = { date: string; time: string }

/** A time that is to be blocked, of one or, without a resource, of everybody. */
export type BlockDraft = { resourceId: string; day: string; from: string; to: string }

/** What somebody wants to do with the sheet. */
export type Asked =
  | { act: 'open'; bookingId: string }
  | { act: 'move'; entry: Entry; start?: Start }
  | { act: 'free'; entry: Entry }
  | { act: 'block'; draft: BlockDraft }

/** A day, of one person or of all. */
export type Column = {
  key: string
  day: string
  resourceId?: string
  title: string
  longTitle?: string
  says: string
  hours: ShownDiary['days'][number]['hours']
  entries: readonly Entry[]
}

/** What is drawn while somebody drags: a time of a column. */
export type Dragged = Part & { column: number }

/** How high an hour is drawn, as in diary.css. */
export const hourPixels = 64
