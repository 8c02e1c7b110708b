import { z } from 'zod'
import { answerHoursLimits, policies } from '#src/platform/kit/settingOptions.ts'
import { policyLabels } from '#src/supply/calendars/hours/policyLabels.ts'
import { hoursLimits } from '#src/supply/calendars/hours/rules.ts'
import { timeLimits } from '#src/supply/services/rules.ts'
import { typedNumber, whole } from './safetyFields.ts'

const counted = { ...typedNumber, section: 'appointments' } as const

/** Settings for appointments: what new calendars and new services begin with. */
export const appointmentFields = {
  calendar_policy: {
    keptAt: ['appointments', 'policy'],
    label: 'Stornierung durch Kunden',
    section: 'appointments',
    schema: z.enum(policies, 'Bitte wählen Sie eine Regel'),
    words: Object.fromEntries(policies.map((policy) => [policy, policyLabels[policy].label])),
    hint: 'Bedingungen eines neuen Kalenders.',
  },
  calendar_travel_kmh: {
    ...counted,
    keptAt: ['appointments', 'travelKmh'],
    label: 'Fahrt zwischen zwei Terminen (km/h)',
    schema: whole('Geschwindigkeit', hoursLimits.travelKmh, 'km/h'),
    hint: 'Geschwindigkeit eines neuen Kalenders.',
  },
  service_notice_hours: {
    ...counted,
    keptAt: ['appointments', 'noticeHours'],
    label: 'Vorlauf (Stunden)',
    schema: whole('Vorlauf', timeLimits.noticeHours, 'Stunden'),
    hint: 'So lange vor dem Termin ist eine neue Leistung spätestens zu buchen.',
  },
  service_horizon_days: {
    ...counted,
    keptAt: ['appointments', 'horizonDays'],
    label: 'Buchbar bis (Tage voraus)',
    schema: whole('Buchbar bis', timeLimits.horizonDays, 'Tagen'),
    hint: 'So weit im Voraus ist eine neue Leistung buchbar.',
  },
  request_answer_hours: {
    ...counted,
    keptAt: ['appointments', 'answerHours'],
    label: 'Antwort auf eine Anfrage (Stunden)',
    schema: whole('Antwort', answerHoursLimits, 'Stunden'),
    hint: 'So lange hat ein Anbieter Zeit zu antworten. Gilt für alle neuen Anfragen.',
  },
} as const
