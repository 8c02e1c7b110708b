import { useReading } from '#src/web/reading/useReading.ts'
import { workOfDraft } from '../draftRules.ts'
import type { BookingDraftState } from '../ui/BookingDraft.tsx'
import { daysShown, TimePicker, useFirstDay } from './TimePicker.tsx'

type ChoiceProps = { draft: BookingDraftState; companyId: string; slots: readonly string[] }

/** Day and time of a booking at a company with a calendar. */
export default function TimeChoice({ draft, companyId, slots }: ChoiceProps) {
  const { from, setFrom } = useFirstDay(draft.draft.date)
  const { reading, reload } = useReading('get-free-slots', { ...workOfDraft(companyId, draft), from, days: daysShown })
  return <TimePicker heading="h4" chosen={draft} slots={slots} {...{ from, setFrom, reading, reload }} />
}
