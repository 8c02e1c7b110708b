import { telLink } from '#src/platform/kit/typed.ts'
import type { LegalFacts, LegalSection, LegalText, OperatorFacts } from './rules.ts'

type Facts = Pick<LegalFacts, 'operator'>

/** § 5 DDG, § 18 MStV, § 36 VSBG, and the contact points of Art. 11 and 12 DSA. */
export const imprintText = ({ operator }: Facts): LegalText => ({
  intro: ['Angaben nach § 5 Digitale-Dienste-Gesetz (DDG).'],
  sections: [
    company(operator),
    contact(operator),
    ...register(operator),
    ...taxes(operator),
    ...supervision(operator),
    digitalServices(operator),
    disputes(operator),
    content(operator),
  ],
})

/** Name of the firm with its legal form. */
export const fullName = ({ name, legalForm }: Pick<OperatorFacts, 'name' | 'legalForm'>) =>
  legalForm === '' || name.includes(legalForm) ? name : `${name} (${legalForm})`

/** Name, representation and contact of the operator in one line. */
export const operatorLine = (operator: OperatorFacts) =>
  [
    fullName(operator),
    ...(operator.representedBy ? [`vertreten durch ${operator.representedBy}`] : []),
    operator.address,
    `Telefon ${operator.phone}`,
    `E-Mail ${operator.email}`,
  ].join(', ')

const company = (operator: OperatorFacts): LegalSection => ({
  title: 'Anbieter dieses Marktplatzes',
  blocks: [
    {
      facts: [['Name', fullName(operator)], ['Anschrift', operator.address], ...given('Vertreten durch', operator.representedBy)],
    },
  ],
})

const contact = ({ email, phone }: OperatorFacts): LegalSection => ({
  title: 'Kontakt',
  blocks: [
    {
      facts: [
        ['E-Mail', `[${email}](mailto:${email})`],
        ['Telefon', `[${phone}](${telLink(phone)})`],
      ],
    },
    'Fragen zu einer Buchung beantworten wir auch über die Seite [Support](/support).',
  ],
})

const register = ({ registerCourt, registerNumber }: OperatorFacts): LegalSection[] =>
  registerNumber === '' && registerCourt === ''
    ? []
    : [
        {
          title: 'Registereintrag',
          blocks: [{ facts: [...given('Registergericht', registerCourt), ...given('Registernummer', registerNumber)] }],
        },
      ]

const taxes = ({ vatId, businessId }: OperatorFacts): LegalSection[] =>
  vatId === '' && businessId === ''
    ? []
    : [
        {
          title: 'Steuerliche Angaben',
          blocks: [
            {
              facts: [
                ...given('Umsatzsteuer-Identifikationsnummer (§ 27a UStG)', vatId),
                ...given('Wirtschafts-Identifikationsnummer (§ 139c AO)', businessId),
              ],
            },
          ],
        },
      ]

const supervision = ({ supervisoryAuthority }: OperatorFacts): LegalSection[] =>
  supervisoryAuthority === '' ? [] : [{ title: 'Zuständige Aufsichtsbehörde', blocks: [supervisoryAuthority] }]

const digitalServices = ({ email }: OperatorFacts): LegalSection => ({
  title: 'Kontaktstelle nach dem Gesetz über digitale Dienste',
  blocks: [
    `Zentrale Kontaktstelle für Nutzerinnen und Nutzer sowie für Behörden der Mitgliedstaaten, die Kommission und das Europäische Gremium für digitale Dienste (Art. 11 und 12 der Verordnung (EU) 2022/2065): [${email}](mailto:${email}). Sie erreichen dort Menschen, auf Deutsch oder Englisch.`,
    'Rechtswidrige Inhalte können Sie an jedem Profil und an jeder Bewertung mit „Inhalt melden“ anzeigen.',
  ],
})

const disputes = ({ disputeAttitude }: OperatorFacts): LegalSection => ({
  title: 'Streitbeilegung für Verbraucherinnen und Verbraucher',
  blocks: [disputeStatement(disputeAttitude)],
})

/** Statement by § 36 VSBG. The European platform for online disputes was closed on 20 July 2025; nothing links to it. */
export const disputeStatement = (attitude: OperatorFacts['disputeAttitude']) =>
  attitude === 'willing'
    ? 'Wir nehmen an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teil. Zuständig ist die Universalschlichtungsstelle des Bundes am Zentrum für Schlichtung e. V., Straßburger Straße 8, 77694 Kehl am Rhein, www.verbraucher-schlichter.de.'
    : 'Wir sind nicht bereit und nicht verpflichtet, an Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teilzunehmen.'

const content = ({ representedBy, name, address }: OperatorFacts): LegalSection => ({
  title: 'Inhalte',
  blocks: [
    `Verantwortlich für redaktionelle Inhalte (§ 18 Abs. 2 MStV): ${representedBy || name}, ${address}.`,
    'Für Profile sind die dort genannten Anbieter verantwortlich, für Bewertungen ihre Verfasserinnen und Verfasser. Die Anbieterkennzeichnung steht in jedem Profil.',
  ],
})

const given = (label: string, value: string): [string, string][] => (value === '' ? [] : [[label, value]])
