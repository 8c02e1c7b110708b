/**
 * Criteria of the search's ranking (§ 5b Abs. 2 UWG, Art. 5 Regulation (EU) 2019/1150), used in both terms. A change of the search must
 * change this text; a test in the slice search compares the criteria.
 */
export const rankingTexts = {
  matching:
    'Gefunden werden Anbieter, deren Name, Leistungen, Kategorie oder Beschreibung zu den Suchwörtern passen, auch als Teil eines Wortes, in anderer Schreibweise oder mit einem gleichbedeutenden Wort, und deren Standort im gewählten Umkreis um den eingegebenen Ort liegt. Nennt ein Anbieter, wie weit er fährt, muss er den Ort erreichen.',
  order:
    'Die Reihenfolge richtet sich nach diesen Hauptkriterien, in dieser Gewichtung: wie genau das Angebot zu den Suchwörtern passt; ob der Anbieter verifiziert ist; der Durchschnitt seiner Bewertungen, wobei wenige Bewertungen weniger zählen als viele; bei eingegebenem Ort die Entfernung; wie vollständig das Profil ist; zuletzt der Name. Wie viel jedes Kriterium zählt, steht auf der Seite [Wie werden die Ergebnisse sortiert?](/sortierung).',
} as const
