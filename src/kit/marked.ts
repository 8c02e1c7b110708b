/** A script, style or link of a page that carried the page's mark: its tag without that, and what stands in it. */
export type Marked = { tag: string; text: string }
