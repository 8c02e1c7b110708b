import { operatorLine } from './imprint.ts'
import { processingTable } from './processing.ts'
import type { LegalFacts, LegalSection, LegalText } from './rules.ts'
import { storedInBrowser } from './storage.ts'

/** Privacy policy (Art. 12 to 14 and 21 DSGVO, § 25 TDDDG): data, purposes, legal grounds, retention and recipients. */
export const privacyText = (facts: LegalFacts): LegalText => ({
  intro: [
    `Hier steht, welche personenbezogenen Daten ${facts.brandName} verarbeitet, wozu, auf welcher Rechtsgrundlage und wie lange. Kurz gesagt: kein Tracking, keine Werbung, keine Inhalte fremder Server, keine Cookies außer den technisch nötigen.`,
  ],
  sections: [
    controller(facts),
    processing(facts),
    browser,
    recipients(facts),
    payment(facts),
    abroad,
    sources,
    decisions,
    rights(facts),
    objection(facts),
    security,
    changes,
  ],
})

const controller = ({ operator }: LegalFacts): LegalSection => ({
  title: '1. Verantwortlicher',
  blocks: [
    `Verantwortlich im Sinne der DSGVO ist ${operatorLine(operator)}.`,
    operator.privacyOfficer === ''
      ? `Fragen zum Datenschutz richten Sie an [${operator.email}](mailto:${operator.email}). Eine Pflicht, einen Datenschutzbeauftragten zu benennen, besteht für uns nicht.`
      : `Datenschutzbeauftragte Stelle: ${operator.privacyOfficer}`,
    'Führt ein Anbieter Ihre Buchung aus, ist er für die Daten, die er dafür erhält, selbst verantwortlich.',
  ],
})

const processing = (facts: LegalFacts): LegalSection => ({
  title: '2. Was wir verarbeiten, wozu und wie lange',
  blocks: [
    'Rechtsgrundlagen sind Artikel 6 Absatz 1 DSGVO Buchstabe a (Einwilligung), b (Vertrag und Schritte davor), c (rechtliche Pflicht) und f (berechtigtes Interesse, in der Tabelle genannt).',
    { table: { head: ['Vorgang und Daten', 'Zweck und Rechtsgrundlage', 'Dauer'], rows: processingTable(facts) } },
    'Pflichtfelder sind in den Formularen erkennbar. Ohne diese Angaben können wir den Vorgang nicht ausführen; alle anderen sind freiwillig. Sicherungskopien der Datenbank überschreiben wir in regelmäßigem Wechsel.',
  ],
})

const storageLabels = { cookie: 'Cookie', sessionStorage: 'Sitzungsspeicher', localStorage: 'Lokaler Speicher' } as const

const browser: LegalSection = {
  title: '3. Cookies und Speicher im Browser',
  blocks: [
    'Wir speichern in Ihrem Browser nur, was für den von Ihnen gewünschten Dienst unbedingt erforderlich ist (§ 25 Abs. 2 Nr. 2 TDDDG). Deshalb fragen wir nicht nach einer Einwilligung. Cookies können Skripte nicht lesen. Das ist die vollständige Liste:',
    {
      table: {
        head: ['Name', 'Art', 'Zweck', 'Dauer'],
        rows: storedInBrowser.map(({ name, kind, purpose, period }) => [name, storageLabels[kind], purpose, period]),
      },
    },
    'Ein * steht für die Kennung der Firma. Bei verschlüsselter Verbindung beginnen die Namen der Cookies mit „__Host-“. Sie können alles jederzeit in Ihrem Browser löschen; begonnene Eingaben und Anmeldungen gehen dabei verloren.',
    'Damit Sie ohne Verbindung eine Hinweisseite sehen, hält Ihr Browser diese eine Seite vor; Seiten, die Sie besucht haben, gehören nicht dazu.',
  ],
}

const recipients = ({ operator }: LegalFacts): LegalSection => ({
  title: '4. Wer Daten erhält',
  blocks: [
    {
      list: [
        'der Anbieter, bei dem Sie buchen: Name, E-Mail, Telefon, Ort, Termin, Beschreibung und Dateien,',
        'die Anbieter, die Sie um ein Angebot bitten: Anfang des Namens, Postleitzahl, Wunschzeiten, Beschreibung und Dateien,',
        'Kundinnen und Kunden einer bezahlten Buchung und angemeldete Personen: Telefon und E-Mail des Anbieters,',
        'alle Besucherinnen und Besucher: Profile mit Anbieterkennzeichnung, veröffentlichte Bewertungen mit dem angegebenen Namen und der gebuchten Leistung,',
        'der Zahlungsdienst (Abschnitt 5) und Banken bei Überweisungen,',
        'Behörden und Gerichte, wenn wir gesetzlich dazu verpflichtet sind, zum Beispiel das Bundeszentralamt für Steuern (Plattformen-Steuertransparenzgesetz).',
      ],
    },
    ...(operator.processors.length === 0
      ? ['Weitere Dienstleister, die Daten in unserem Auftrag verarbeiten, setzen wir nicht ein.']
      : [
          'Diese Dienstleister verarbeiten Daten in unserem Auftrag und nach unserer Weisung (Art. 28 DSGVO):',
          { list: operator.processors },
        ]),
    'Wir verkaufen keine Daten und geben keine zu Werbezwecken weiter.',
  ],
})

const payment = ({ methods }: LegalFacts): LegalSection => ({
  title: '5. Zahlungen',
  blocks: [
    `Zahlungen mit ${methods} wickelt Stripe ab (Stripe Payments Europe, Limited, 1 Grand Canal Street Lower, Grand Canal Dock, Dublin, D02 H210, Irland). Sie geben Ihre Zahlungsdaten auf der Seite von Stripe oder des gewählten Zahlungsanbieters ein; wir sehen sie nie. Stripe erhält von uns E-Mail-Adresse, Betrag, Leistung, Anbieter und Termin und ist für Zahlungsabwicklung, Betrugsprävention und gesetzliche Prüfungen selbst verantwortlich. Datenschutzhinweise: stripe.com/de/privacy. Wählen Sie PayPal oder einen Kauf auf Rechnung, gibt Stripe diese Angaben an dessen Anbieter weiter, der sie nach seinen eigenen Datenschutzhinweisen verarbeitet und bei Rechnungskauf Ihre Bonität prüft.`,
    'Anbieter, die über ein Konto bei Stripe ausgezahlt werden, machen die dafür nötigen Angaben direkt bei Stripe.',
  ],
})

const abroad: LegalSection = {
  title: '6. Übermittlung in Drittländer',
  blocks: [
    'Wir speichern Daten in der Europäischen Union. Stripe kann Daten an die Stripe, Inc. in den USA übermitteln; Grundlage sind der Angemessenheitsbeschluss der Kommission für das EU-US Data Privacy Framework und Standardvertragsklauseln.',
  ],
}

const sources: LegalSection = {
  title: '7. Daten, die nicht von Ihnen stammen',
  blocks: [
    'Legt der Betreiber ein Profil für eine Firma an, stammen die Angaben von der Firma selbst oder aus öffentlich zugänglichen Quellen; die Firma erhält dazu eine E-Mail. Vom Zahlungsdienst erhalten wir, ob eine Zahlung gelungen, erstattet oder angefochten ist.',
  ],
}

const decisions: LegalSection = {
  title: '8. Keine automatisierten Entscheidungen',
  blocks: [
    'Wir treffen keine Entscheidungen, die allein auf automatisierter Verarbeitung beruhen und rechtliche Wirkung haben (Art. 22 DSGVO), und bilden keine Profile.',
  ],
}

const rights = ({ operator }: LegalFacts): LegalSection => ({
  title: '9. Ihre Rechte',
  blocks: [
    {
      list: [
        'Auskunft (Art. 15 DSGVO) und Datenübertragbarkeit (Art. 20): Angemeldete laden ihre Daten unter „Konto“ als Datei herunter.',
        'Berichtigung (Art. 16), Löschung (Art. 17) und Einschränkung (Art. 18). Ein Konto löschen Sie unter „Konto“.',
        'Widerruf einer Einwilligung mit Wirkung für die Zukunft (Art. 7 Abs. 3).',
        'Beschwerde bei einer Aufsichtsbehörde (Art. 77), zum Beispiel an Ihrem Wohnort oder an unserem Sitz.',
      ],
    },
    `Für alles andere genügt eine formlose Nachricht an [${operator.email}](mailto:${operator.email}). Wir antworten innerhalb eines Monats und können um einen Nachweis Ihrer Identität bitten.`,
  ],
})

const objection = ({ operator }: LegalFacts): LegalSection => ({
  title: '10. Widerspruchsrecht nach Art. 21 DSGVO',
  blocks: [
    `Verarbeiten wir Daten auf Grundlage eines berechtigten Interesses (Buchstabe f), können Sie aus Gründen, die sich aus Ihrer besonderen Situation ergeben, jederzeit widersprechen, formlos an [${operator.email}](mailto:${operator.email}). Gegen Rund-Mails an Anbieter können Sie ohne Gründe widersprechen: über den Link in jeder dieser E-Mails oder im Dashboard.`,
  ],
})

const security: LegalSection = {
  title: '11. Sicherheit',
  blocks: [
    'Verbindungen sind verschlüsselt. Passwörter, Codes und Links speichern wir nur als Prüfwert, Bankdaten verschlüsselt. Zum Dashboard und zum Verwaltungsbereich gehört ein zweiter Faktor. Hochgeladene Bilder werden neu berechnet, ihre Metadaten entfernt. Anmeldungen, Fehlversuche, Codes und Änderungen eines Kontos halten wir 90 Tage lang mit Gerät und gekürzter Netzadresse fest, damit Sie und wir Missbrauch erkennen. Protokolle des Servers enthalten weder IP-Adressen noch E-Mail-Adressen, Suchwörter oder Links.',
  ],
}

const changes: LegalSection = {
  title: '12. Änderungen',
  blocks: ['Ändert sich, was wir verarbeiten, passen wir diese Hinweise an. Es gilt die hier stehende Fassung mit ihrem Datum.'],
}
