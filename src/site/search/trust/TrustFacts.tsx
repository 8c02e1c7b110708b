import { Link } from 'react-router'
import { verifiedPage } from '#src/platform/kit/publicPages.ts'
import { Check } from '#src/platform/web/icons/Icons.tsx'
import './trust.css'

/** Proofs with their last days, answer time and repeat customers, as lines of the profile's head. */
export const TrustFacts = ({ lines }: { lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <div className="trust small">
      <ul className="ticks" aria-label="Geprüft und gezählt">
        {lines.map((line) => (
          <li key={line}>
            <Check />
            {line}
          </li>
        ))}
      </ul>
      <Link to={verifiedPage.path}>{verifiedPage.title}</Link>
    </div>
  )
