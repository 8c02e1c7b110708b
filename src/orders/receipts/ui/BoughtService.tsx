import type { Wire } from '#src/platform/kit/wire.ts'
import type { BoughtLine } from '#src/supply/services/schemas.ts'
import { lineOfWire } from '#src/supply/services/texts.ts'
import './bought.css'

type BoughtServiceProps = { service_title: string; bought: readonly Wire<BoughtLine>[]; agreed_with: string | null }

/** Purchase of a booking: title, item lines, and the person who agreed to an amount that no price confirms. */
export const BoughtService = ({ service_title: title, bought, agreed_with: agreedWith }: BoughtServiceProps) => (
  <>
    {title}
    {bought.map((line) => (
      <span key={line.label} className="bought-line">
        {lineOfWire(line)}
      </span>
    ))}
    {agreedWith === null ? null : <span className="bought-line">Preis vereinbart mit {agreedWith}</span>}
  </>
)
