/** Areas of a company's dashboard by the end of their address, with the words of the rail. */
export const dashboardAreas = {
  '': 'Übersicht',
  kalender: 'Kalender',
  buchungen: 'Buchungen',
  anfragen: 'Anfragen',
  nachrichten: 'Nachrichten',
  leistungen: 'Leistungen',
  zeiten: 'Zeiten',
  bewertungen: 'Bewertungen',
  firmendaten: 'Firmendaten',
  geschaeftsangaben: 'Geschäftsangaben',
  bilder: 'Bilder',
  auszahlung: 'Auszahlung',
  steuer: 'Steuer',
  belege: 'Belege',
} as const
export type DashboardArea = keyof typeof dashboardAreas

export const areaPath = (area: DashboardArea) => (area === '' ? '/dashboard' : `/dashboard/${area}`)
