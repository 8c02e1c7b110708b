import { plainOf } from './stem.ts'

const listed = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean).map(plainOf))

/** Praise that people ask for in a provider, in any inflected form. */
const praise = [
  ...listed(`
  seriös zuverlässig günstig preiswert billig bezahlbar fair ordentlich vernünftig gescheit gscheit professionell erfahren kompetent
  freundlich nett lieb liebevoll geduldig pünktlich flexibel unkompliziert sympathisch vertrauenswürdig diskret qualifiziert geeignet
  passend
`),
]

/** Words without meaning for the intent; never counted, neither in queries nor in phrases. */
export const functionWords: ReadonlySet<string> = new Set([
  ...listed(`
  aber ab abends akut alle allein allem allen aller alles als also am an ander andere anderen anderes ans auch auf aus außerdem bald bei
  beim bereits besonders bestimmt bin bis bisschen bist bitte brauch brauche brauchen braucht bräuchte bräuchten benötige benötigen benötigt
  da dabei dafür daheim damit danach daran darauf darf dass das dazu dein deine dem den denn der des dessen deren deshalb die dies diese
  diesem diesen dieser dieses doch dort dran drauf dringend drin du dürfen dürfte eben eher eigentlich ein eine einem einen einer eines
  einfach einmal endlich er es etwa etwas euch eure eventuell fast finde finden für ganz gar geben gebt gefunden gegen genau gern gerne
  gesucht gibt gibts glaube gleich grad grade gerade gut gute guten guter gutes hab habe haben hallo halt hat hatte hätte hätten her heute
  hier hilfe hilft hin ich ihm ihn ihr ihre ihren im immer in innerhalb ins irgendein irgendwas irgendwer irgendwie irgendwo ist ja jede
  jedem jeden jeder jedes jemand jemanden jemandem jetzt kam kann kannst kannste kein keine keinen keiner keinem kennt komme kommen kommt
  könnt könnte könnten können kurzfristig lasse lassen lässt leider lieber mach mache machen macht machst man mal manchmal mehr mein meine
  meinem meinen meiner meines mich mir mit mittlerweile möchte möchten morgen muss müssen müsste musst müssten nach nachher nächste nächsten
  nächster nahe nähe natürlich nein nen neuerdings noch nun nur ob oben oder oft ohne paar plötzlich preis preise privat rum sagen samstag
  schnell schnellstmöglich schon sehr sei seid sein seine seinen seiner seit selber selbst sich sie sind so sofort sogar soll sollen sollte
  sollten sonntag sonst sowas sowie stark such suche suchen sucht tag tage tagen the total tun tut über überall um umgebung umkreis und uns
  unser unsere unserem unseren unserer unten unter viel viele vielen vielleicht vom von vor war warum was wär wäre weg weil weiß welche
  welcher wenn wer werde werden wie wieder will wir wird wirklich wo wohin wollen wollte wollten woche wochen wochenende worden wurde würde
  würden wurden zu zuhause zuhaus zum zur zurück zwar zwei drei vier fünf zwischen beste besten bester empfehlung empfehlen empfehlt kenn
  kennst termin angebot kosten kostet kostenlos was'n ne nem ner n'n nix net nich nimmer i a mei isch hob hamma ham mia ma ebbes wos wat dat
  ick ik dit janz jut ooch een eene moin servus grüezi gell bzw usw ca cirka circa stunde uhr montag dienstag mittwoch donnerstag wen d s n
  z fürs ums aufs übers durchs unters hinters jmd jemandn irgendjemand eins sechs sieben acht neun zehn zwölf zwanzig dreißig vierzig
  fünfzig hundert januar februar märz april mai juni juli august september oktober november dezember anfang mitte ende ähm äh öhm sozusagen
  quasi drum freitag vormittag nachmittag abend früh spät übermorgen gestern schonmal nochmal tipp tipps guckt schaut hey danke welchen
  problem probleme ort helfen jemandes überhaupt ständig dauernd dauert richtig möglichst möglich bekomme bekommen krieg kriege kriegen
  kriegt passiert geworden wann weshalb wieso wieviel wieviele nächstes letzte letzten letztes letzter seitdem obwohl während bevor nachdem
  sobald trotz trotzdem dagegen davon darüber drüber runter hoffentlich anscheinend scheinbar offenbar irgendwann sagt sagte meint glaub
  denke denk weiss wisst ihrer unserm meinm deinen deiner eurer unterm überm hinterm vorm neben hinter direkt bzgl wegen vorbei vorbeikommen
  rausfinden eigene eigenen eigener meinetwegen fachmann fachfrau profi experte erfahrung anbieter is de std lust ewig ewigkeiten ok okay
  fix flott zeitnah demnächst baldmöglichst egal wem irgendwen irgendjemanden alexa siri sacht et konn ned nit nöd bissl bisserl bissle hom san
  wia fia füa vo uf dr di mi mol suach suache sueche bruuch bräucht bruche öpper öppis sott lah loh chönnt würd gäbe meim zam dienstleister
  betrieb firma unternehmen engagieren beauftragen buchen bestellen wer's wenns obs geht's mirs hätt wollt tät machens bittschön ganze
  ganzen lasen lassn lasst zweimal dreimal viermal mehrmals pro stockwerk etage erdgeschoss obergeschoss hochparterre parterre nöd nid niemand
  niemanden niemandem hoi tach zahlt bezahlt
`),
  ...praise.flatMap((word) => ['', 'e', 'en', 'er', 'es', 'em'].map((ending) => word + ending)),
])

/** True for a word to ignore: 'hallo', 'ich weiß nicht'. A single short word may be the start of a meaningful one: 'um'. */
export const saysNothing = (word: string, among: number) =>
  (functionWords.has(word) && (among > 1 || word.length >= shortestSaid)) || word === 'nicht' || word === 'los'
const shortestSaid = 4

/** Words with little meaning: they count only together with another word. */
export const softWords = listed(`
  dienst service notdienst arbeit arbeiten meister kraft hilfe helfer alt alte alten alter altes neu neue neuen neuer neues klein kleine kleinen kleiner groß
  große großen großer nicht kein frau mann haus wohnung zuhause zimmer raum sache sachen ding dinger zeug leute kind kinder kaputt defekt techniker technik
  mechaniker spezialist fachbetrieb handwerker büro agentur studio leistung richtig schlecht schlimm kalt warm heiß nass trocken komisch laut leise hoch tief
  voll leer dick dünn schwer leicht rot schwarz weiß grün blau mobil mobiler mobile online
  steht stehen liegt liegen hängt sitzt seite seiten platz bringen neuem
  omas opas mamas papas gebraucht sauber gemacht fertig hand frisch tausch system teil teile stück
  täglich liter kilo gramm quadratmeter qm cm mm zentimeter gehabt gewesen gegangen ging gingen verlassen verlasse verlässt kennen wissen wusste sieht gesehen siehst denken gedacht denkt glauben
  glaubt meinen antwort antworten gesagt erzählt erzählen versteht verstanden anbieten anbietet bietet angeboten auskennt auskenne auskennen
  vorhanden stattfindet stattfinden aussieht aussehen fühlt fühle fühlen wünscht überlegen überlege überlegt hoffen hoffe versuchen versuche
  versucht gelingt gelungen monat monate monaten jahr jahre jahren jährig jährige jährigen jähriger jähriges euro ungefähr nämlich welches
  welchem wessen bekommen bekommt gebracht geben gegeben gab gelegt gelegen gestanden gesessen gekommen beginnen beginnt begonnen fängt
  übernehmen übernehme übernimmt
  beendet verwenden verwendet gebrauchen brauchst entscheiden entschieden entstanden entsteht entstehen offenbar wahrscheinlich vermutlich
  sicherlich eindeutig ziemlich äußerst extrem furchtbar schrecklich fürchterlich ärgerlich nervig nervt nerven verzweifelt hilflos ratlos
  überfordert genervt traurig froh glücklich zufrieden unzufrieden dankbar freuen freue freut gefreut hübsch hässlich wunderbar toll tolle
  tollen toller perfekt perfekte perfekten perfekter einzige einzigen einziger verschiedene verschiedenen diverse diversen einige einigen
  einiges manche manchen beide beiden beides genug zuviel zuwenig doppelt komplette kompletten teilweise gesamte gesamten gesamt insgesamt
  einzeln einzelne einzelnen extra ebenfalls außer falls außerhalb bisher bislang damals neulich kürzlich vorhin vorgestern vergangenen
  letztens inzwischen sofortige nächst folgende folgenden jeweils wöchentlich monatlich jährlich gelegentlich selten häufig öfter öfters
  meistens erst ersten erster erstes zweite zweiten fünfte fünften sechste siebte achte neunte zehnte angeblich tatsächlich ehrlich wahr
  wirkliche echte echten jedoch allerdings hingegen sondern weder entweder sowohl sofern soweit solange bevor dennoch somit folglich
  deswegen darum hierfür hierzu hiermit dahin dorthin wohin woher worauf womit wofür worum wogegen völlig kaum beinahe nahezu mindestens
  höchstens maximal minimal etliche bekannte bekannter bekannten kollegin herr herrn typ kerl jungs mädels kumpel hausfrau anliegen
  möglichkeit möglichkeiten ahnung rat ratschlag infos info informationen rückmeldung nachricht kontakt kontaktdaten zusage versprochen
  stock verabredet vereinbart absprache gewünscht gewünschte erforderlich notwendig nötig wichtig wichtige wichtigen unbedingt eilig eilt
  dringende dringenden dringender spätestens frühestens baldigst zusammen
`)
