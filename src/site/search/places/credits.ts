/** Sources of the data of the search for places, as their licences require. */
export const dataCredits = [
  {
    name: 'Orte und Ortsteile: GeoNames',
    text: 'Die Lage der Orte, ihre Namen und Einwohnerzahlen stammen von GeoNames und stehen unter der Lizenz Creative Commons Namensnennung 4.0 International (CC BY 4.0). Wir haben daraus die deutschen Orte ausgewählt, gleichnamige unterscheidbar benannt.',
    links: [
      { label: 'GeoNames', href: 'https://www.geonames.org/' },
      { label: 'Lizenz CC BY 4.0', href: 'https://creativecommons.org/licenses/by/4.0/deed.de' },
    ],
  },
  {
    name: 'Postleitzahlen: OpenStreetMap',
    text: '© OpenStreetMap-Mitwirkende. Welche Orte zu welcher Postleitzahl gehören, stammt aus OpenStreetMap, aufbereitet von suche-postleitzahl.org, und steht unter der Open Database License (ODbL) 1.0. Die Datenbank wird unverändert und für sich verwendet.',
    links: [
      { label: 'OpenStreetMap: Urheberrecht und Lizenz', href: 'https://www.openstreetmap.org/copyright' },
      { label: 'suche-postleitzahl.org', href: 'https://www.suche-postleitzahl.org/' },
      { label: 'Lizenz ODbL 1.0', href: 'https://opendatacommons.org/licenses/odbl/1-0/' },
    ],
  },
  {
    name: 'Karte: Natural Earth',
    text: 'Grenzen, Küsten, Flüsse und Seen der Karte stammen von Natural Earth und sind gemeinfrei. Wir haben sie vereinfacht und selbst gezeichnet.',
    links: [{ label: 'Natural Earth', href: 'https://www.naturalearthdata.com/' }],
  },
] as const
