import { logoHalfLarge as heroPart, logoHalf as part } from '#src/platform/kit/logo.ts'

const uprightGrain =
  'M2.3 1C2.3 6 2.3 9 2.3 12S2.3 18 2.3 23M2.82 1C2.87 6 2.76 9 2.75 12S2.87 18 2.82 23M3.33 1C3.42 6 3.21 9 3.19 12S3.42 18 3.33 23M3.86 1C3.99 6 3.68 9 3.65 12S3.99 18 3.86 23M4.52 1C4.69 6 4.27 9 4.23 12S4.69 18 4.52 23M5.09 1C5.31 6 4.78 9 4.74 12S5.31 18 5.09 23M5.45 1C5.63 6 5.21 9 5.17 12S5.63 18 5.45 23M6.01 1C6.14 6 5.83 9 5.8 12S6.14 18 6.01 23M6.57 1C6.66 6 6.45 9 6.43 12S6.66 18 6.57 23M7.21 1C7.25 6 7.14 9 7.14 12S7.25 18 7.21 23M7.58 1C7.58 6 7.58 9 7.58 12S7.58 18 7.58 23'
const armGrain =
  'M8 8.9Q10.5 8.89 14 8.9M8 9.62Q10.5 9.78 14 9.67M8 10.34Q10.5 10.56 14 10.41M8 11.06Q10.5 10.92 14 11.02M8 11.78Q10.5 11.62 14 11.73M8 12.5Q10.5 12.37 14 12.46M8 13.22Q10.5 13.24 14 13.23M8 13.94Q10.5 13.99 14 13.96M8 14.66Q10.5 14.53 14 14.62'

/** Logo: two timbers in a hooked scarf joint. Decorative; its owner has the name. */
export function Logo() {
  return (
    <svg viewBox="0 0 24 24" width="30" height="30" aria-hidden="true" focusable="false">
      <path className="mark-first" d={part} />
      <path className="mark-second" d={part} transform="rotate(180 12 12)" />
    </svg>
  )
}

/** Logo pulled apart, for missing pages and empty lists. */
export function LogoApart() {
  return (
    <svg viewBox="0 0 36 25" width="132" height="92" aria-hidden="true" focusable="false">
      <path className="mark-first" d={part} transform="translate(-1 .5)" />
      <path className="mark-second" d={part} transform="rotate(180 12 12) translate(-13 -.5)" />
    </svg>
  )
}

/** Large joint with its grain, beside the headline of the home page. */
export function LogoWithGrain() {
  return (
    <svg className="joint" viewBox="2 1.2 20 20" preserveAspectRatio="xMaxYMin meet" aria-hidden="true" focusable="false">
      <defs>
        <clipPath id="joint-part">
          <path d={heroPart} />
        </clipPath>
        <clipPath id="joint-upright">
          <path d="M2 2H8V22H2Z" />
        </clipPath>
        <clipPath id="joint-arm">
          <path d="M8 8H14V16H8Z" />
        </clipPath>
        <g id="joint-grain" clipPath="url(#joint-part)" fill="none" strokeWidth=".055">
          <path d={uprightGrain} clipPath="url(#joint-upright)" />
          <path d={armGrain} clipPath="url(#joint-arm)" />
          <path d="M8 8.5V15.5" strokeWidth=".07" />
        </g>
      </defs>
      <path className="mark-first" d={heroPart} />
      <use href="#joint-grain" stroke="var(--on-primary)" opacity=".26" />
      <g transform="rotate(180 12 12)">
        <path className="mark-second" d={heroPart} />
        <use href="#joint-grain" stroke="var(--on-accent)" opacity=".22" />
      </g>
    </svg>
  )
}
