import { formatLongDate } from '#src/platform/kit/dates.ts'

/**
 * Mandate of a company to issue invoices in its name (§ 14 Abs. 2 Satz 4 UStG). The accepted text is stored verbatim; any change of the
 * wording needs a new version.
 */
export const mandateVersion = '2026-11-24'

type Named = { company: string; operator: string; brand: string; sellerCode: string; from: string }

/** Returns the text in paragraphs. `from`: day of the acceptance. */
export const mandateText = ({ company, operator, brand, sellerCode, from }: Named) =>
  [
    `${company} (Anbieter) bevollmächtigt ${operator} (Betreiber von ${brand}), in seinem Namen und für seine Rechnung Rechnungen an Kundinnen und Kunden auszustellen und zu senden (§ 14 Abs. 2 Satz 4 UStG).`,
    `1. Umfang. Die Vollmacht gilt für Leistungen, die über ${brand} gebucht und bezahlt wurden und ab dem ${formatLongDate(from)} erbracht werden. Sie umfasst Korrekturen und Stornorechnungen nach Erstattung, Widerruf, Rückbelastung oder Irrtum.`,
    `2. Nummern. Die Rechnungen haben einen eigenen, fortlaufenden Nummernkreis mit dem Kürzel ${sellerCode}. Nur der Betreiber vergibt Nummern daraus.`,
    '3. Prüfung. Vor der Ausstellung steht jede Rechnung als Entwurf unter „Belege“. Der Anbieter kann sie bis zum genannten Zeitpunkt ändern oder durch eine eigene Rechnung ersetzen. Tut er das nicht, wird sie so ausgestellt. Rechnungen an Unternehmen werden mit der Zahlung ausgestellt (§ 14 Abs. 5 UStG).',
    '4. Verantwortung. Der Anbieter bleibt der Aussteller und schuldet die ausgewiesene Steuer, auch eine zu hohe (§ 14c UStG). Er hält Anschrift, Steuernummern und Steuerstatus unter „Geschäftsangaben“ aktuell und stellt für dieselbe Leistung keine zweite Rechnung.',
    '5. Aufbewahrung. Jede Rechnung ist unter „Belege“ abrufbar. Der Anbieter bewahrt sie acht Jahre auf (§ 14b Abs. 1 UStG).',
    '6. Widerruf. Die Vollmacht kann jederzeit mit sofortiger Wirkung unter „Belege“ widerrufen werden. Offene Entwürfe werden dann nicht mehr ausgestellt. Ausgestellte Rechnungen bleiben gültig; Korrekturen zu ihnen stellt der Betreiber weiterhin aus.',
  ].join('\n\n')

export const mandateTexts = {
  title: 'Rechnungen an Ihre Kundschaft',
  offer:
    'Handschlag kann die Rechnungen an Ihre Kundinnen und Kunden in Ihrem Namen schreiben, als PDF mit eingebettetem XML (ZUGFeRD). Sie prüfen den Entwurf, wir senden die Rechnung am Tag nach der Leistung.',
  read: 'Vollmacht lesen',
  accept: 'Vollmacht erteilen',
  consent: 'Ich habe die Vollmacht gelesen und erteile sie für den Anbieter.',
  consentMissing: 'Bitte bestätigen Sie die Vollmacht',
  accepted: 'Vollmacht erteilt',
  acceptedHelp: 'Ab heute erbrachte Leistungen bekommen eine Rechnung in Ihrem Namen.',
  revoke: 'Vollmacht widerrufen',
  revokeQuestion: 'Vollmacht widerrufen?',
  revokeHelp: 'Offene Entwürfe werden nicht mehr ausgestellt. Ab jetzt schreiben Sie Ihre Rechnungen selbst.',
  revoked: 'Vollmacht widerrufen',
  detailsMissing: 'Damit die Rechnungen stimmen, brauchen wir zuerst Ihre vollständigen Geschäftsangaben.',
} as const
