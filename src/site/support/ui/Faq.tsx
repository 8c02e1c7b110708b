import { Link } from 'react-router'
import { ChevronDown } from '#src/platform/web/icons/Icons.tsx'
import type { FaqPart, Question } from '../faq.ts'

/** Questions as `details` elements, which open without JavaScript. */
export const Faq = ({ parts }: { parts: readonly FaqPart[] }) => (
  <div className="stack faq">
    {parts.map(({ title, questions }) => (
      <section key={title} aria-label={title}>
        <h2>{title}</h2>
        {questions.map((one) => (
          <Answered key={one.question} {...one} />
        ))}
      </section>
    ))}
  </div>
)

const Answered = ({ question, answer, link }: Question) => (
  <details>
    <summary>
      {question}
      <ChevronDown aria-hidden="true" />
    </summary>
    <div className="stack snug">
      {answer.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {link ? (
        <p>
          <Link to={link.to}>{link.label}</Link>
        </p>
      ) : null}
    </div>
  </details>
)
