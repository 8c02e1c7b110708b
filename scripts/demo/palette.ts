import type { Category } from '#src/supply/companies/rules.ts'

/** The colours of a picture, from light to night; yellow is the single foreign one. */
export type Palette = Record<'light' | 'ground' | 'middle' | 'core' | 'deep' | 'night' | 'yellow' | 'white', string>

/** Draws shapes on 400 × 300 units. All chance comes from `random`, in a fixed order. */
export type Scene = (random: () => number, palette: Palette) => string[]

/** Six shades for each category, light first: the design's hex table. */
const shades: Record<Category, readonly [string, string, string, string, string, string]> = {
  Reinigung: ['#e1f4fb', '#b4e2f2', '#5ebad9', '#0c87a7', '#004557', '#02232d'],
  Handwerk: ['#f9eee0', '#eed5b4', '#d2a364', '#9f7028', '#533709', '#2b1c06'],
  'IT-Services': ['#e9f1fd', '#c7dbf7', '#8caee1', '#597baf', '#293e5c', '#142030'],
  Beratung: ['#faede9', '#f0d2c8', '#d39e8d', '#a06b5a', '#54342a', '#2c1a15'],
  Transport: ['#fcede2', '#f5d1b9', '#dc9c6e', '#a96837', '#593214', '#2e1a0a'],
  Catering: ['#ffebe7', '#facdc5', '#e49587', '#b06154', '#5c2e26', '#301713'],
  Sicherheit: ['#eaf1f7', '#ccdbea', '#93b0ca', '#607e98', '#2e3f4f', '#172029'],
  Wartung: ['#e0f5f5', '#b2e4e4', '#54c0c1', '#008d8f', '#004849', '#002526'],
  Marketing: ['#feeaed', '#f9ccd2', '#e292a0', '#ae5e6e', '#5c2c36', '#30161b'],
  Garten: ['#e9f4e6', '#c9e2c1', '#8ebb7e', '#5a894a', '#2a4620', '#152410'],
  Sonstiges: ['#f2f1e4', '#dddbbe', '#b4af78', '#827d43', '#423e1c', '#22200e'],
}

/** A category's palette, its hue turned by some degrees. */
export function paletteOf(category: Category, degrees = 0): Palette {
  const [light, ground, middle, core, deep, night] = shades[category]
  const turned = (hex: string) => turnHue(hex, degrees)
  return {
    light: turned(light),
    ground: turned(ground),
    middle: turned(middle),
    core: turned(core),
    deep: turned(deep),
    night: turned(night),
    yellow: '#facf33',
    white: '#fdfdf8',
  }
}

/** Turns a colour in OKLab, where lightness and strength stay as the eye sees them (matrices by Björn Ottosson, public domain). */
function turnHue(hex: string, degrees: number) {
  if (degrees === 0) return hex
  const [lightness, a, b] = labOf(hex)
  const turn = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return hexOf([lightness, a * cos - b * sin, a * sin + b * cos])
}

type Triple = [number, number, number]

function labOf(hex: string): Triple {
  const channel = (at: number) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [red, green, blue] = [channel(1), channel(3), channel(5)]
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short,
    0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short,
  ]
}

function hexOf([lightness, a, b]: Triple) {
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const channels = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ]
  return `#${channels.map((channel) => byteOf(channel).toString(16).padStart(2, '0')).join('')}`
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

function byteOf(channel: number) {
  const clamped = Math.min(1, Math.max(0, channel))
  return Math.round(255 * (clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * clamped ** (1 / 2.4) - 0.055))
}
