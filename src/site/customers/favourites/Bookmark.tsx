import { Bookmark as Sign } from '#src/platform/web/icons/Icons.tsx'
import { useFavourites } from './Favourites.tsx'

/** Adds a company to the favourites, or removes it. */
export function Bookmark({ company }: { company: { id: string; companyName: string } }) {
  const { ids, change } = useFavourites()
  const isKept = ids.includes(company.id)
  return (
    <button
      type="button"
      className="bookmark needs-script"
      aria-pressed={isKept}
      aria-label={`${company.companyName} merken`}
      onClick={() => void change(company.id, !isKept)}
    >
      <Sign />
    </button>
  )
}
