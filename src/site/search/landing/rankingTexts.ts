import { formatRating, plural } from '#src/platform/kit/text.ts'
import { qualityPoints, ratingPoints, textPoints } from '../query/ranking.ts'
import { countedUpTo, orderedUpTo } from '../query/rules.ts'

/** Texts of the page 'Wie werden die Ergebnisse sortiert?', made from the figures of the order. */
type Row = readonly [what: string, points: string]
export type RankingPart = { title: string; texts: readonly string[]; rows: readonly Row[] }

export const rankingPage = {
  path: '/sortierung',
  title: 'Wie werden die Ergebnisse sortiert?',
  description:
    'Welche Kriterien die Reihenfolge der Suchergebnisse bestimmen und wie viele Punkte jedes zählt. Bezahlte Plätze gibt es nicht.',
} as const

const points = (count: number) => plural(count, 'Punkt', 'Punkte').replace(/^-/, '−')

/** Criteria in the order of their weight. */
export function rankingParts(): RankingPart[] {
  const { verified, assumedReviews, perKm, unknownKm, description, services, picture, price, website, perStar } = qualityPoints
  const example = (stars: number, reviews: number): Row => [
    `${formatRating(stars)} Sterne aus ${plural(reviews, 'Bewertung', 'Bewertungen')}`,
    points(ratingPoints({ stars, reviews })),
  ]
  return [
    {
      title: '1. Wie genau das Angebot zu Ihren Suchwörtern passt',
      texts: [
        'Für jedes Wort Ihrer Suche bekommt ein Anbieter Punkte. Wer hier mehr hat, steht immer vor denen mit weniger; alles Weitere entscheidet nur bei Gleichstand.',
      ],
      rows: [
        ['Das Wort steht im Namen, in der Kategorie oder in den Leistungen', points(textPoints.offered)],
        ['Das Wort steht in der Beschreibung', points(textPoints.mentioned)],
        ['Das Wort steckt in einem anderen Wort', points(textPoints.part)],
        ['Das Wort steht genau so da, nicht nur in einer anderen Form', points(textPoints.exact)],
        ['Der Anbieter bietet die gesuchte Leistung an', points(textPoints.offered + textPoints.exact)],
        ['Der Anbieter gehört zum gesuchten Gewerk', points(textPoints.offered)],
        ['Die gesuchte Leistung gehört zu seinem eigenen Gewerk, er bietet sie nicht nur nebenher an', points(textPoints.ownTrade)],
      ],
    },
    {
      title: '2. Ob der Anbieter verifiziert ist',
      texts: ['Verifiziert heißt: Wir haben den Anbieter geprüft. Was geprüft ist und bis wann es gilt, steht in seinem Profil.'],
      rows: [['Verifizierter Anbieter', points(verified)]],
    },
    {
      title: '3. Wie Kundinnen und Kunden bewerten',
      texts: [
        `Jeder Stern im Durchschnitt zählt ${points(perStar)}. Damit eine einzelne Bewertung nicht mehr sagt als viele, rechnen wir bei jedem Anbieter ${plural(assumedReviews.count, 'Bewertung', 'Bewertungen')} mit ${assumedReviews.stars.toLocaleString('de-DE')} Sternen hinzu.`,
      ],
      rows: [example(5, 1), example(4.5, 40), example(3.5, 3), ['Noch keine Bewertung', points(ratingPoints({ stars: 0, reviews: 0 }))]],
    },
    {
      title: '4. Wie weit es ist',
      texts: ['Die Entfernung zählt nur, wenn Sie einen Ort eingeben.'],
      rows: [
        ['Je Kilometer', points(perKm)],
        [`Anbieter, deren Standort auf keiner Karte steht, als wären es ${unknownKm}\u00a0km`, points(perKm * unknownKm)],
      ],
    },
    {
      title: '5. Wie vollständig das Profil ist',
      texts: [],
      rows: [
        [`Beschreibung ab ${description.fromLength} Zeichen`, points(description.points)],
        ['Leistungen einzeln aufgeführt', points(services)],
        ['Logo oder Bild', points(picture)],
        ['Stundensatz angegeben', points(price)],
        ['Website angegeben', points(website)],
      ],
    },
    {
      title: '6. Zuletzt der Name',
      texts: ['Bei gleichen Punkten stehen Anbieter nach dem Alphabet.'],
      rows: [],
    },
  ]
}

export const rankingNotes = [
  'Niemand kann einen besseren Platz kaufen: Weder der Plan eines Anbieters noch die Höhe der Provision zählt. Auch für Sie persönlich wird nichts umsortiert.',
  'Sortieren Sie selbst nach Entfernung, Bewertung oder Preis, gilt zuerst Ihre Wahl und danach die Reihenfolge auf dieser Seite.',
  `Passen sehr viele Anbieter, ordnen wir die etwa ${orderedUpTo.toLocaleString('de-DE')} so, die nach Bewertung, Prüfung und Profil vorn stehen. Blättern können Sie durch die ersten ${countedUpTo.toLocaleString('de-DE')}.`,
  'Findet sich niemand mit allen Wörtern, zeigen wir Anbieter des passenden Bereichs und danach solche mit einem Teil der Wörter.',
] as const
