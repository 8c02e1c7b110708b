import { useState } from 'react'
import { Link } from 'react-router'
import { type Category, categories } from '#src/companies/rules.ts'
import { searchAddress } from '../addressRules.ts'
import type { SearchQuery } from '../rules.ts'
import { CategoryIcon } from './CategoryIcon.tsx'

type CategoryFilterProps = { query: SearchQuery; counts: Record<Category, number> | undefined }

/**
 * The categories as links. Numbers stand beside them only where they are true: when nothing else narrows the search. They come with the
 * first page; later searches keep them.
 */
export function CategoryFilter({ query, counts }: CategoryFilterProps) {
  const [known] = useState(counts)
  const shown = query.q || query.location ? undefined : known
  return (
    <nav className="filters" aria-labelledby="filter">
      <h2 id="filter">Bereich</h2>
      <ul>
        <li>
          <Link
            to={searchAddress({ ...query, category: null })}
            aria-current={query.category === null ? 'true' : undefined}
            preventScrollReset
          >
            Alle Bereiche
          </Link>
        </li>
        {categories.map((category) => (
          <li key={category}>
            <Link
              to={searchAddress({ ...query, category })}
              aria-current={query.category === category ? 'true' : undefined}
              preventScrollReset
            >
              <CategoryIcon category={category} />
              {category}
              {shown ? <span className="n">{shown[category]}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
