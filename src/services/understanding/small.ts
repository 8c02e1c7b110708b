import { plainOf } from './stem.ts'

const listed = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter(Boolean).map(plainOf))

/** Words that say nothing of what is needed: they never count, whether the query has them or a phrase. */
export const functionWords = listed(`
  aber ab abends akut alle allein allem allen aller alles als also am an ander andere anderen anderes ans auch auf aus außerdem bald bei beim bereits
  besonders bestimmt bin bis bisschen bist bitte brauch brauche brauchen braucht bräuchte bräuchten benötige benötigen benötigt da dabei dafür daheim
  damit danach daran darauf darf dass das dazu dein deine dem den denn der des dessen deren deshalb die dies diese diesem diesen dieser dieses doch
  dort dran drauf dringend drin du dürfen dürfte eben eher eigentlich ein eine einem einen einer eines einfach einmal endlich er es etwa etwas euch
  eure eventuell fast finde finden für ganz gar geben gebt gefunden gegen genau gern gerne gesucht gibt gibts glaube gleich grad grade gerade günstig
  günstige günstigen günstiger gut gute guten guter gutes hab habe haben hallo halt hat hatte hätte hätten her heute hier hilfe hilft hin ich ihm ihn
  ihr ihre ihren im immer in innerhalb ins irgendein irgendwas irgendwer irgendwie irgendwo ist ja jede jedem jeden jeder jedes jemand jemanden jemandem
  jetzt kam kann kannst kannste kein keine keinen keiner keinem kennt komme kommen kommt könnt könnte könnten können kurzfristig lasse lassen lässt
  leider lieber mach mache machen macht machst man mal manchmal mehr mein meine meinem meinen meiner meines mich mir mit mittlerweile möchte möchten
  morgen muss müssen müsste musst müssten nach nachher nächste nächsten nächster nahe nähe natürlich nein nen neuerdings noch nun nur ob oben oder oft ohne
  paar plötzlich preis preise privat rum sagen samstag schnell schnellstmöglich schon sehr sei seid sein seine seinen seiner seit selber selbst
  sich sie sind so sofort sogar soll sollen sollte sollten sonntag sonst sowas sowie stark such suche suchen sucht tag tage tagen the total tun tut über überall um
  umgebung umkreis und uns unser unsere unserem unseren unserer unten unter viel viele vielen vielleicht vom von vor war warum was wär wäre weg weil weiß welche
  welcher wenn wer werde werden wie wieder will wir wird wirklich wo wohin wollen wollte wollten woche wochen wochenende worden wurde würde würden wurden zu
  zuhause zuhaus zum zur zurück zwar zwei drei vier fünf zwischen seriös seriöse zuverlässig zuverlässige zuverlässiger beste besten bester empfehlung
  empfehlen empfehlt kenn kennst termin angebot kosten kostet kostenlos was'n ne nem ner n'n nix net nich nimmer i a mei des isch hob hamma ham mia ma
  ebbes wos wat dat ick ik dit janz jut ooch een eene moin servus grüezi gell bzw usw ca cirka circa stunde uhr montag dienstag mittwoch donnerstag
  wen d s n z fürs ums aufs übers durchs unters hinters jmd jemandn irgendjemand eins sechs sieben acht neun zehn zwölf zwanzig dreißig vierzig fünfzig hundert
  januar februar märz april mai juni juli august september oktober november dezember anfang mitte ende ähm äh öhm sozusagen quasi drum dran
  freitag vormittag nachmittag abend früh spät übermorgen gestern schonmal nochmal tipp tipps guckt schaut hey danke welchen problem probleme ort
  helfen jemandes jemanden überhaupt ständig dauernd dauert richtig möglichst möglich bekomme bekommen krieg kriege kriegen kriegt passiert geworden
  wann wie weshalb wieso wieviel wieviele nächstes letzte letzten letztes letzter seitdem obwohl während bevor nachdem sobald trotz trotzdem dagegen davon darüber
  drüber runter hoffentlich anscheinend scheinbar offenbar irgendwann jedes sagt sagte meint glaub denke denk weiss wisst ihrer unserm meinm deinen deiner eurer
  unterm überm hinterm vorm neben hinter direkt bzgl wegen
  vorbei vorbeikommen rausfinden eigene eigenen eigener meinetwegen professionell professionelle fachmann fachfrau profi experte erfahrung anbieter
  dienstleister betrieb firma unternehmen engagieren beauftragen buchen bestellen wer's wenns obs geht's mirs hätt könnt wollt tät machens bittschön ganze ganzen
`)

/** Words that say a little: with another word they tell, alone they do not. */
export const softWords = listed(`
  dienst service notdienst arbeit arbeiten meister kraft hilfe helfer alt alte alten alter altes neu neue neuen neuer neues klein kleine kleinen kleiner groß
  große großen großer nicht kein frau mann haus wohnung zuhause zimmer raum sache sachen ding dinger zeug leute kind kinder kaputt defekt techniker technik
  mechaniker spezialist fachbetrieb handwerker büro agentur studio leistung richtig schlecht schlimm kalt warm heiß nass trocken komisch laut leise hoch tief
  voll leer dick dünn schwer leicht rot schwarz weiß grün blau mobil mobiler mobile online
  steht stehen liegt liegen hängt sitzt seite platz bringen neuem
  omas opas mamas papas gebraucht sauber gemacht fertig hand frisch tausch system teil teile stück
`)

/** Family names that read like inflected words: of those alone nothing is understood. */
export const familyNames = listed(`
  müller meier maier mayer meyer weber becker wagner fischer schmidt schmitt hoffmann hofmann schäfer bauer richter klein wolf schröder neumann schwarz
  braun krüger hartmann lange krause lehmann köhler könig huber kaiser fuchs peters scholz möller weiß jung hahn vogel keller berger frank roth beck lorenz
  baumann schulze winter sommer krämer vogt stein jäger otto groß sauer böhm franke
`)
