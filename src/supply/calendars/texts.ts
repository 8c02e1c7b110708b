import { formatClock, formatDate } from '#src/platform/kit/dates.ts'

/** Texts about times that are held, taken or not offered. */
export const slotTexts = {
  taken: 'Dieser Termin wurde gerade vergeben. Die nächsten freien Termine:',
  notOffered: 'Zu dieser Zeit nimmt der Anbieter keine Termine an.',
  /** Shown for a company without a calendar. */
  byArrangement: 'Dieser Anbieter zeigt hier keine freien Zeiten. Geben Sie an, wann es Ihnen passt.',
  held: (until: Date) => `Ihr Termin ist bis ${formatClock(until)} für Sie reserviert.`,
  beforeHold: (moment: string) => `Mit „Weiter“ halten wir ${moment} zehn Minuten für Sie frei.`,
  holdEnded: (until: Date) =>
    `Die Reservierung ist um ${formatClock(until)} abgelaufen. Der Termin ist noch frei. Mit „Weiter“ buchen Sie ihn, neu reserviert wird er nicht.`,
  noneUntil: (day: string) => `Kein freier Termin bis ${formatDate(day)}`,
} as const
