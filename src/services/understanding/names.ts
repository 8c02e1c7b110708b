import { plainOf } from './stem.ts'

const listed = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean).map(plainOf))

/** Family names that read like inflected words: of those alone nothing is understood. */
export const familyNames = listed(`
  müller meier maier mayer meyer weber becker wagner fischer schmidt schmitt hoffmann hofmann schäfer bauer richter klein wolf schröder neumann schwarz
  braun krüger hartmann lange krause lehmann köhler könig huber kaiser fuchs peters scholz möller weiß jung hahn vogel keller berger frank roth beck lorenz
  baumann schulze winter sommer krämer vogt stein jäger otto groß sauer böhm franke mustermann
`)

/** Those that are trades, too: names only behind a first name. */
const tradeNames = listed(
  'schneider koch schreiner tischler zimmermann gärtner bäcker maurer schlosser glaser metzger maler förster töpfer wirt',
)

/** First names that are no other word. */
const firstNames = listed(`
  achim adrian ahmed alex alexander alexandra ali alina andrea andreas anette angela angelika anja anke anna anne annette annika antje anton armin arne
  astrid ayşe barbara beate ben benjamin bernd bernhard bettina birgit björn brigitte britta carina carla carola carolin caroline carsten charlotte
  christa christian christiane christina christine christof christoph claudia clemens cornelia dagmar daniel daniela david denise dennis detlef diana
  dieter dirk doris dorothea edith elena elias elisabeth elke ella emil emily emma erich erika erwin eva fabian fatma felix finn florian franziska
  frauke friedrich gabi gabriele georg gerd gerhard gerda gertrud gisela gudrun guido günter günther gustav hannah hannelore hannes hans harald hartmut
  hedwig heike heiko heiner heinrich heinz helene helga helmut henning henrik herbert hermann hilde hildegard holger horst hubert hugo ilse ines inge
  ingo ingrid irene irmgard isabel isabell ivan jakob jana janina jens jessica joachim jochen johann johanna johannes jonas josef joseph julia julian
  juliane jürgen jutta karin karina karl karla karsten katharina kathrin katja katrin kerstin kevin klara klaus konrad konstantin kristina kurt lara
  larissa laura lea lena leon leonie lina linda lisa lothar louis luca lucas luisa lukas lutz magdalena maike maja manfred manuel manuela marc marcel
  marco marcus maria marianne marie marina mario marion marius markus marlene martin martina mathias matthias max maximilian mehmet melanie merle
  michael michaela michelle miriam mohammed monika moritz mustafa nadine nadja natalie nicole nico niklas nils nina noah norbert olaf oliver olga otto
  pascal patricia patrick paul paula petra philipp pia rainer ralf raphael rebecca regina reinhard renate rene richard rita robert robin roland rolf
  roman ronald rüdiger rudolf ruth sabine sabrina samuel sandra sara sarah sascha sebastian siegfried sigrid silke silvia simon simone sina sofia sonja
  sophia sophie stefan stefanie steffen stephan stephanie susanne svea sven svenja sybille tanja tatjana theo theodor theresa thomas thorsten tim timo
  tina tobias tom torsten udo ulf ulla ulrich ulrike ursula uschi uwe vanessa vera verena veronika viktor viktoria vincent volker walter waltraud
  werner wilhelm wolfgang yannick yvonne zoe
`)
const titles = listed('herr herrn frau fräulein familie')

/** Whether it is a person's name, and what else is said of that person: 'Thomas Schreiner' is no joiner. */
export function isPerson([first = '', family = '', ...more]: readonly string[]): boolean {
  const isName = familyNames.has(family) || tradeNames.has(family)
  if (titles.has(first)) return isName && more.length === 0
  return firstNames.has(first) && family !== '' && (more.length === 0 || isName)
}
