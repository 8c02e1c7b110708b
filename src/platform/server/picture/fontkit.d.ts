/** The part of fontkit, which has no types of its own, that pictures use. */
declare module 'fontkit' {
  export type Glyph = { path: { toSVG(): string } }
  export type Run = { glyphs: Glyph[]; positions: { xAdvance: number }[]; advanceWidth: number }
  export type Font = { unitsPerEm: number; hasGlyphForCodePoint(codePoint: number): boolean; layout(text: string): Run }
  export function create(content: Buffer): Font
}
