import { z } from 'zod'
import { orderButtons } from '#src/orders/bookings/rules.ts'
import {
  disputeAttitudes,
  orderLabels,
  type PaymentMethod,
  payoutClocks,
  payoutWeekdays,
  weekdayNames,
} from '#src/platform/kit/settingOptions.ts'
import { isPhone, oneLine } from '#src/platform/kit/text.ts'
import { isEmail, typedTexts, writtenEmail, writtenPhone } from '#src/platform/kit/typed.ts'
import { appointmentFields } from './appointmentFields.ts'
import { methodFields } from './methodFields.ts'
import { numberIn, safetyFields, typedNumber, whole } from './safetyFields.ts'

type SettingRow = {
  /** Path in the stored settings (`src/platform/server/settings.ts`); `allowedTimes`: factor between the typed and the stored number. */
  keptAt: readonly [string] | readonly [string, string]
  allowedTimes?: number
  label: string
  section: keyof typeof settingSections
  schema: z.ZodType
  hint?: string
  /** Options with their labels; a setting without options is a text field. */
  words?: Readonly<Record<string, string>>
  /** Options of which several may be chosen; the form's text has one per line. */
  methods?: readonly PaymentMethod[]
  isLong?: true
  input?: { type?: 'email' | 'tel'; inputMode?: 'decimal' | 'numeric'; autoComplete?: string }
  longest?: number
  /** Converts the form's text if the value is not text. */
  read?: (text: string) => unknown
}

/** Sections of the form, in order. */
export const settingSections = {
  operator: { title: 'Betreiber', text: 'Steht im Impressum, in E-Mails und als Auftraggeber in Bankdateien.' },
  legal: {
    title: 'Rechtliche Angaben',
    text: 'Stehen im Impressum, in den AGB und auf der Datenschutzseite. Leer bleibt, was nicht zutrifft.',
  },
  payouts: { title: 'Auszahlungen', text: 'Basic wird einmal in der Woche ausgezahlt, Premium an jedem Bankarbeitstag.' },
  methods: {
    title: 'Zahlungsarten',
    text: 'Was Kunden und Anbietern zum Bezahlen angeboten wird. Angeboten wird nur, was der Zahlungsdienst freigeschaltet hat; das prüfen wir stündlich.',
  },
  appointments: {
    title: 'Termine',
    text: 'Womit neue Kalender und neue Leistungen beginnen. Was Anbieter schon gespeichert haben, bleibt.',
  },
  safety: { title: 'Schutz vor Missbrauch', text: 'Regeln gegen Scheinbuchungen und Stornierungen zum Schein.' },
  marketplace: { title: 'Marktplatz', text: 'Steuersatz, Bestellschaltfläche und Einbettung.' },
} as const

const limits = {
  ...{ name: 70, address: 200, email: 254, phone: 30, legal: 200 },
  ...{ holdDays: 90, origins: 10, processors: 20, processor: 300 },
} as const

const line = (most: number, missing: string) =>
  z
    .string(missing)
    .transform((text) => oneLine(text).trim())
    .pipe(z.string().min(1, missing).max(most, `Höchstens ${most} Zeichen`))

/** Line that may be empty if it does not apply to the operator. */
const legalLine = z
  .string()
  .transform((text) => oneLine(text).trim())
  .pipe(z.string().max(limits.legal, `Höchstens ${limits.legal} Zeichen`))
const legal = { section: 'legal', schema: legalLine, input: { autoComplete: 'off' }, longest: limits.legal } as const

/** An origin: scheme, host, port and nothing else. Danger: any other text would get into the content security policy of every page. */
const isOrigin = (text: string) => {
  if (!URL.canParse(text)) return false
  const { origin, protocol } = new URL(text)
  return origin === text && /^https?:$/.test(protocol) && /^[a-z]+:\/\/[\w.:[\]-]+$/i.test(text)
}

/**
 * Settings by their wire names, in the order of the form. Form, audit log and storage are derived from these rows. Default values are in
 * `src/platform/server/settings.ts`.
 */
export const settingFields = {
  operator_name: {
    keptAt: ['operator', 'name'],
    label: 'Name',
    section: 'operator',
    schema: line(limits.name, 'Name ist erforderlich'),
    input: { autoComplete: 'organization' },
    longest: limits.name,
  },
  operator_address: {
    keptAt: ['operator', 'address'],
    label: 'Anschrift',
    section: 'operator',
    schema: line(limits.address, 'Anschrift ist erforderlich'),
    input: { autoComplete: 'address-line1' },
    longest: limits.address,
  },
  operator_email: {
    keptAt: ['operator', 'email'],
    label: 'E-Mail',
    section: 'operator',
    schema: line(limits.email, 'E-Mail ist erforderlich').overwrite(writtenEmail).refine(isEmail, typedTexts.email),
    input: { type: 'email', autoComplete: 'email' },
    longest: limits.email,
  },
  operator_phone: {
    keptAt: ['operator', 'phone'],
    label: 'Telefon',
    section: 'operator',
    schema: line(limits.phone, 'Telefon ist erforderlich').overwrite(writtenPhone).refine(isPhone, typedTexts.phone),
    input: { type: 'tel', autoComplete: 'tel' },
    longest: limits.phone,
  },
  operator_legal_form: { ...legal, keptAt: ['operator', 'legalForm'], label: 'Rechtsform' },
  operator_represented_by: { ...legal, keptAt: ['operator', 'representedBy'], label: 'Vertreten durch oder Inhaber' },
  operator_register_court: { ...legal, keptAt: ['operator', 'registerCourt'], label: 'Registergericht' },
  operator_register_number: { ...legal, keptAt: ['operator', 'registerNumber'], label: 'Registernummer' },
  operator_vat_id: { ...legal, keptAt: ['operator', 'vatId'], label: 'USt-IdNr.' },
  operator_business_id: { ...legal, keptAt: ['operator', 'businessId'], label: 'Wirtschafts-IdNr.' },
  operator_supervisory_authority: {
    ...legal,
    keptAt: ['operator', 'supervisoryAuthority'],
    label: 'Aufsichtsbehörde',
    hint: 'Nur bei erlaubnispflichtiger Tätigkeit.',
  },
  operator_privacy_officer: {
    ...legal,
    keptAt: ['operator', 'privacyOfficer'],
    label: 'Datenschutzbeauftragte Stelle',
    hint: 'Name und Kontakt, nur wenn Sie eine benennen müssen.',
  },
  operator_dispute_attitude: {
    keptAt: ['operator', 'disputeAttitude'],
    label: 'Verbraucherschlichtung',
    section: 'legal',
    schema: z.enum(disputeAttitudes, 'Bitte wählen Sie eine Angabe'),
    words: { unwilling: 'keine Teilnahme', willing: 'Teilnahme (Universalschlichtungsstelle des Bundes)' },
    hint: 'Erklärung nach § 36 VSBG.',
  },
  operator_processors: {
    keptAt: ['operator', 'processors'],
    label: 'Auftragsverarbeiter',
    section: 'legal',
    schema: z
      .array(z.string().trim().min(1).max(limits.processor, `Höchstens ${limits.processor} Zeichen je Zeile`))
      .max(limits.processors, `Höchstens ${limits.processors} Zeilen`),
    hint: 'Je Zeile einer: Name, Ort und wofür, zum Beispiel Hosting oder E-Mail-Versand (Art. 28 DSGVO).',
    isLong: true,
    read: (text) => text.split('\n').flatMap((one) => one.trim() || []),
  },
  payout_weekday: {
    keptAt: ['payoutSchedule', 'weekday'],
    label: 'Wochentag für Basic',
    section: 'payouts',
    schema: z.literal(payoutWeekdays, 'Bitte wählen Sie einen Wochentag'),
    words: Object.fromEntries(payoutWeekdays.map((weekday) => [String(weekday), weekdayNames[weekday]])),
    hint: 'Fällt der Tag auf einen Bankfeiertag, ist es der nächste Bankarbeitstag.',
    read: numberIn,
  },
  payout_clock: {
    keptAt: ['payoutSchedule', 'clock'],
    label: 'Uhrzeit',
    section: 'payouts',
    schema: z.literal(payoutClocks, 'Bitte wählen Sie eine Uhrzeit'),
    words: Object.fromEntries(payoutClocks.map((clock) => [clock, `${clock} Uhr`])),
    hint: 'Gilt für beide Pläne, deutsche Zeit.',
  },
  first_payout_hold_days: {
    keptAt: ['firstPayoutHoldDays'],
    label: 'Wartefrist vor der ersten Auszahlung',
    section: 'payouts',
    schema: z
      .number('Bitte geben Sie eine Anzahl von Tagen an')
      .int('Bitte geben Sie ganze Tage an')
      .min(0, `Zwischen 0 und ${limits.holdDays} Tagen`)
      .max(limits.holdDays, `Zwischen 0 und ${limits.holdDays} Tagen`),
    hint: 'Tage nach der ersten bezahlten Buchung eines Anbieters, 0 für keine.',
    input: { inputMode: 'numeric' },
    read: numberIn,
  },
  direct_payouts: {
    keptAt: ['directPayouts'],
    label: 'Direktauszahlung über den Zahlungsdienst',
    section: 'payouts',
    schema: z.boolean(),
    words: { yes: 'eingeschaltet', no: 'ausgeschaltet' },
    hint: 'Ist sie ausgeschaltet, überweisen wir nur auf Bankkonten.',
    read: (text) => text === 'yes',
  },
  ...methodFields,
  ...appointmentFields,
  vat_rate: {
    keptAt: ['vatBasisPoints'],
    allowedTimes: 100,
    label: 'Umsatzsteuersatz',
    section: 'marketplace',
    schema: z
      .number('Bitte geben Sie den Steuersatz in Prozent an, zum Beispiel 19')
      .min(0, 'Der Steuersatz liegt zwischen 0 und 100 %')
      .max(100, 'Der Steuersatz liegt zwischen 0 und 100 %')
      .refine((rate) => Math.abs(Math.round(rate * 100) - rate * 100) < 1e-6, 'Höchstens zwei Nachkommastellen'),
    hint: 'In Prozent, in Provision und Abonnement enthalten; 0 bei § 19 UStG. Gilt für neue Zahlungen.',
    input: { inputMode: 'decimal' },
    read: numberIn,
  },
  details_grace_days: {
    ...typedNumber,
    section: 'marketplace',
    keptAt: ['detailsGraceDays'],
    label: 'Frist für Geschäftsangaben (Tage)',
    schema: whole('Frist', { min: 0, max: 365 }, 'Tagen'),
    hint: 'So lange nimmt ein Anbieter ohne vollständige Geschäftsangaben noch neue Buchungen an.',
  },
  invoices_since: {
    keptAt: ['invoices', 'since'],
    label: 'Rechnungen ab Monat',
    section: 'marketplace',
    schema: z.string().regex(/^(20\d\d-(0[1-9]|1[0-2]))?$/, 'Bitte geben Sie einen Monat wie 2026-12 an, oder nichts'),
    hint: 'Ab diesem Monat (JJJJ-MM) schreiben wir Anbietern Rechnungen über Provision und Abonnement. Leer: keine.',
    input: { inputMode: 'numeric', autoComplete: 'off' },
  },
  tax_number: {
    keptAt: ['invoices', 'taxNumber'],
    label: 'Steuernummer',
    section: 'marketplace',
    schema: legalLine,
    hint: 'Steht auf Rechnungen. Nötig, wenn Sie keine USt-IdNr. haben.',
    input: { autoComplete: 'off' },
    longest: limits.legal,
  },
  ...safetyFields,
  order_label: {
    keptAt: ['orderLabel'],
    label: 'Beschriftung der Bestellschaltfläche',
    section: 'marketplace',
    schema: z.enum(orderLabels, 'Bitte wählen Sie eine Beschriftung'),
    words: orderButtons,
  },
  embedding_origins: {
    keptAt: ['embeddingOrigins'],
    label: 'Erlaubte Ursprünge',
    section: 'marketplace',
    schema: z
      .array(z.string().trim().refine(isOrigin, 'Bitte geben Sie je Zeile einen Ursprung an, zum Beispiel https://partner.example'))
      .max(limits.origins, `Höchstens ${limits.origins} Ursprünge`)
      .transform((origins) => [...new Set(origins)]),
    hint: 'Websites, die den Marktplatz in einem Rahmen zeigen dürfen, je Zeile eine, zum Beispiel https://partner.example. Leer: keine.',
    isLong: true,
    read: (text) => text.split(/\s+/).filter(Boolean),
  },
} as const satisfies Record<string, SettingRow>

type Fields = typeof settingFields
export type SettingName = keyof Fields
export const settingNames = Object.keys(settingFields).filter((name): name is SettingName => name in settingFields)
/** A row without its exact type, for code that treats all rows alike. */
export const settingRow = (name: SettingName): SettingRow => settingFields[name]

const schemas: { [Name in SettingName]: Fields[Name]['schema'] } = Object.fromEntries(
  settingNames.map((name): unknown[] => [name, settingFields[name].schema]),
)
/** Settings as the operator enters them; VAT rate in percent. */
export const settingsForm = z.object(schemas)
export type SettingsForm = z.infer<typeof settingsForm>
