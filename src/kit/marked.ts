/** Script, style or link of a page that carried the page's nonce: its tag without the nonce, and its content. */
export type Marked = { tag: string; text: string }
