import { fineLogo } from '#src/foundation/files/pictureRules.ts'

/** A company's logo, or its initial. Decorative: the name is always shown next to it. */
export function CompanyLogo({ company, size }: { company: { companyName: string; logoUrl: string | null }; size: number }) {
  if (company.logoUrl)
    return (
      <img
        className="logo"
        src={company.logoUrl}
        srcSet={`${fineLogo(company.logoUrl)} 2x`}
        width={size}
        height={size}
        alt=""
        loading="lazy"
        decoding="async"
      />
    )
  return (
    <span className="logo monogram" aria-hidden="true">
      {company.companyName.slice(0, 1).toUpperCase()}
    </span>
  )
}
