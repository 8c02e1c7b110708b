/** Text of an external calendar with these lines (RFC 5545). */
export const calendarOf = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//T//DE', ...lines, 'END:VCALENDAR', ''].join('\r\n')

/** Lines of one event. */
export const eventOf = (uid: string, ...lines: string[]) => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20261001T000000Z',
  ...lines,
  'END:VEVENT',
]
