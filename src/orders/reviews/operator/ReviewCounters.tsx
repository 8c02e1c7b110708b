import { type ReviewCounts, type ReviewList, starLabels } from '#src/orders/reviews/listRules.ts'
import { plural } from '#src/platform/kit/text.ts'
import { ShareBar } from '#src/platform/web/parts/ShareBar.tsx'
import { StatTiles, StatTilesWaiting } from '#src/platform/web/parts/StatTiles.tsx'

const label = 'Kennzahlen der Bewertungen'
const labels = ['Bewertungen', 'Positiv', 'Neutral', 'Negativ'] as const

type Stars = Exclude<ReviewList['stars'], ''>
type CountersProps = { counts: ReviewCounts | undefined; onStars: (stars: Stars) => void }

/** Unfiltered number of reviews, in total and by stars; a row of stars filters the list. */
export function ReviewCounters({ counts, onStars }: CountersProps) {
  if (!counts) return <StatTilesWaiting label={label} labels={labels} />
  const { total, positive, neutral, negative } = counts
  return (
    <>
      <StatTiles
        label={label}
        tiles={[
          { label: labels[0], value: number(total), sub: 'insgesamt' },
          { label: labels[1], value: number(positive), sub: '4 und 5 Sterne' },
          { label: labels[2], value: number(neutral), sub: '3 Sterne' },
          { label: labels[3], value: number(negative), sub: '1 und 2 Sterne' },
        ]}
      />
      {total === 0 ? null : <Distribution counts={counts} onStars={onStars} />}
    </>
  )
}

const number = (count: number) => count.toLocaleString('de-DE')

const Distribution = ({ counts: { by_stars, total }, onStars }: { counts: ReviewCounts; onStars: (stars: Stars) => void }) => (
  <section className="card review-counters" aria-label="Verteilung der Sterne">
    <ul className="bars">
      {by_stars.map(({ stars, count }) => {
        const word = String(stars)
        if (!isStars(word)) return null
        return (
          <li key={stars}>
            <button type="button" className="bar" onClick={() => onStars(word)}>
              <span>{starLabels[word]}</span>
              <ShareBar share={count / total} />
              <span className="number">
                {number(count)}
                <span className="unseen"> {plural(count, 'Bewertung', 'Bewertungen').replace(/^\S+ /, '')} anzeigen</span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  </section>
)

const isStars = (word: string): word is Stars => Object.hasOwn(starLabels, word)
