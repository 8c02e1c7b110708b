import type { Entry } from './entries.ts'
import type { Part } from './layout.ts'
import type { DiaryView } from './rules.ts'

/** Start as 'YYYY-MM-DD' and 'HH:MM'. */
export type Start = { date: string; time: string }

/** Time to be blocked for one resource or, with an empty id, for all. */
export type BlockDraft = { resourceId: string; day: string; from: string; to: string }

/** Action that the user requests on the sheet. */
export type Asked =
  | { action: 'open'; bookingId: string }
  | { action: 'move'; entry: Entry; start?: Start }
  | { action: 'free'; entry: Entry }
  | { action: 'block'; draft: BlockDraft }

/** Column of the grid: a day of one resource or of all. */
export type Column = {
  key: string
  day: string
  resourceId?: string
  title: string
  longTitle?: string
  says: string
  hours: DiaryView['days'][number]['hours']
  entries: readonly Entry[]
}

/** Span that is drawn during a drag, in a column. */
export type Dragged = Part & { column: number }

/** Height of an hour in pixels, as in diary.css. */
export const hourPixels = 64
