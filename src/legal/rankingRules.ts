/** How the search finds and orders (§ 5b Abs. 2 UWG, Art. 5 Regulation (EU) 2019/1150): both terms say the same. Whoever changes the search changes this. */
export const rankingWords = {
  matching:
    'Gefunden werden Anbieter, deren Name, Beschreibung oder Kategorie die Suchwörter enthält und deren Standort den eingegebenen Ort.',
  order:
    'Die Reihenfolge richtet sich nach diesen Hauptkriterien, in dieser Gewichtung: ob der Anbieter verifiziert ist; der Durchschnitt seiner Bewertungen, wobei wenige Bewertungen weniger zählen als viele; zuletzt der Name.',
} as const
