import { plainOf } from './stem.ts'

/** Large towns, recognized even without 'in' before them: 'Umzug Leipzig Dresden'. They name a location and carry no intent. */
export const largeTowns: ReadonlySet<string> = new Set(
  `aachen augsburg basel berlin bern bielefeld bochum bonn bottrop braunschweig bremen bremerhaven chemnitz cottbus darmstadt dortmund dresden
  duisburg düsseldorf erfurt erlangen essen flensburg frankfurt freiburg fürth gelsenkirchen göttingen graz hagen halle hamburg hamm hannover
  heidelberg heilbronn hildesheim ingolstadt innsbruck jena karlsruhe kassel kiel koblenz köln konstanz krefeld leipzig leverkusen linz lübeck
  ludwigsburg ludwigshafen luzern magdeburg mainz mannheim mönchengladbach mülheim münchen münster neuss nürnberg oberhausen offenbach oldenburg
  osnabrück paderborn passau pforzheim potsdam recklinghausen regensburg remscheid reutlingen rosenheim rostock saarbrücken salzburg schwerin
  siegen solingen stuttgart trier tübingen ulm wien wiesbaden wolfsburg wuppertal würzburg zürich zwickau`
    .split(/\s+/)
    .map(plainOf),
)
