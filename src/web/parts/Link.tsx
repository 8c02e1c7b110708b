import type { ComponentProps } from 'react'
import { type LinkProps, Link as RouterLink } from 'react-router'

type Props = Pick<LinkProps, 'to' | 'state' | 'preventScrollReset'> & Omit<ComponentProps<'a'>, 'href'>

/**
 * A link to a page of ours: the router's, as it writes it. On the server a path needs none of the router's work, which finds out what a click
 * will do: that was a tenth of what a page costs.
 */
export function Link(link: Props) {
  if (!import.meta.env.SSR || typeof link.to !== 'string' || !link.to.startsWith('/')) return <RouterLink discover="none" {...link} />
  const { to, state, preventScrollReset, ...rest } = link
  return <a {...rest} href={to} />
}

/** A link that changes a part of the page: the reader stays where he is, and a click before hydration waits for it (EarlyClick). */
export const InPlaceLink = (link: Props) => <Link preventScrollReset data-in-place="" {...link} />
