import { berlinDay, formatDate } from '#src/platform/kit/dates.ts'
import type { CareKind } from '../facts.ts'

export const careLabels: Record<CareKind, string> = {
  labour: 'Arbeit',
  travel: 'Fahrt und Maschinen',
  material: 'Material',
  other: 'Nicht aufgeteilt',
}

export const invoiceTexts = {
  title: 'Rechnungen an Kundinnen und Kunden',
  table: 'Tabelle der Rechnungen an Kundinnen und Kunden',
  loading: 'Rechnungen werden geladen…',
  notLoaded: 'Die Rechnungen konnten nicht geladen werden',
  none: 'Noch keine Rechnungen',
  noneHelp: 'Nach der nächsten bezahlten Buchung steht hier ihr Entwurf.',
  kinds: { invoice: 'Rechnungen', correction: 'Korrekturen', draft: 'Entwürfe' },
  sorts: { newest: 'Neueste zuerst', oldest: 'Älteste zuerst' },
  noneFound: 'Kein Beleg gefunden',
  noneFoundHelp: 'Zu dieser Suche und diesen Filtern gibt es keinen Beleg.',
  foot: 'Umsatzsteuer entsteht mit der Zahlung, deshalb zählt „vereinnahmt am“. Kundinnen und Kunden haben schon bezahlt, keine Überweisung nötig.',
  own: 'Eigene Rechnung',
  ownHelp: 'Statt unserer bekommt Ihr Kunde dann Ihre. PDF, PNG oder JPEG, höchstens 10 MB.',
  ownStored: 'Ihre Rechnung liegt bei der Buchung',
  saved: 'Entwurf gespeichert',
  heldHelp: ({ heldAt, isMandated }: { heldAt: string; isMandated: boolean }) =>
    `Die Rechnung ist seit ${formatDate(berlinDay(new Date(heldAt)))} storniert. ${isMandated ? 'Eine neue stellen wir erst, wenn Sie den Entwurf geprüft haben.' : 'Bitte hinterlegen Sie Ihre eigene.'}`,
  released: 'Die neue Rechnung wird gestellt',
  cancelHelp:
    'Ihre Kundschaft bekommt eine Stornorechnung. Danach steht hier wieder ein Entwurf, den Sie berichtigen und neu stellen können.',
  reverse: 'Der Empfänger schuldet die Umsatzsteuer (§ 13b UStG)',
  reverseConfirmed:
    'Ich bestätige: Es ist eine Bauleistung oder Gebäudereinigung, und der Empfänger erbringt selbst nachhaltig solche Leistungen (Nachweis: Vordruck USt 1 TG).',
  reverseHelp: 'Der bezahlte Betrag ist dann das Entgelt ohne Umsatzsteuer. Beide brauchen eine USt-IdNr.',
  cancelled: 'Rechnung storniert',
  cancelledHelp: 'Ihr Kunde bekommt die Stornorechnung per E-Mail. Der Entwurf steht oben.',
} as const
