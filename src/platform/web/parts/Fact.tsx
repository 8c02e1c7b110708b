import type { ReactNode } from 'react'

/** One line of a list of facts; `className` is for its description. */
export const Fact = ({ label, className, children }: { label: string; className?: string; children: ReactNode }) => (
  <div>
    <dt>{label}</dt>
    <dd className={className}>{children}</dd>
  </div>
)

/** Fact in a person's own words, with their line breaks. */
export const TextFact = ({ label, children }: { label: string; children: ReactNode }) => (
  <Fact label={label}>
    <span className="words">{children}</span>
  </Fact>
)

/** Address to write to, as the second line of a fact. */
export const MailLine = ({ address }: { address: string }) => (
  <span className="second">
    <a href={`mailto:${address}`}>{address}</a>
  </span>
)

/** Line of a sum with its amount. */
export const SumLine = ({ label, amount, isTotal }: { label: string; amount: string; isTotal?: true }) => (
  <div className={isTotal ? 'total' : undefined}>
    <dt>{label}</dt>
    <dd className="number">{amount}</dd>
  </div>
)
