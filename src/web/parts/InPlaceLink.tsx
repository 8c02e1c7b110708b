import { Link, type LinkProps } from 'react-router'

/** A link that changes a part of the page: the reader stays where he is, and a click before hydration waits for it (EarlyClick). */
export const InPlaceLink = (link: LinkProps) => <Link preventScrollReset data-in-place="" {...link} />
