-- The initial vocabulary.

-- Everyday words of trades: parts of compounds, and what misspellings are corrected to before any company writes them.
create temporary table trade_words on commit drop as
select category, word, spelled
from jsonb_each('{
    "Reinigung": ["Putzfrau", "Putzhilfe", "Putzmann", "Reinigungskraft", "Raumpflege", "Raumpflegerin", "Haushaltshilfe", "putzen",
    "saubermachen", "Fensterputzer", "Fensterreinigung", "Fenster putzen", "Glasreinigung", "Gebäudereinigung", "Büroreinigung",
    "Praxisreinigung", "Treppenhausreinigung", "Hausreinigung", "Grundreinigung", "Endreinigung", "Bauendreinigung", "Teppichreinigung",
    "Polsterreinigung", "Unterhaltsreinigung", "Fassadenreinigung"],
    "Handwerk": ["Handwerker", "Maler", "Anstreicher", "Lackierer", "Malerarbeiten", "streichen", "tapezieren", "Tapezierer", "Verputzer",
    "Stuckateur", "Elektriker", "Elektroinstallateur", "Elektro", "Steckdose", "Wallbox", "Klempner", "Installateur", "Sanitär",
    "Wasserhahn", "Rohrbruch", "Tischler", "Schreiner", "Zimmermann", "Zimmerer", "Dachdecker", "Spengler", "Fliesenleger", "Fliesen",
    "Estrich", "Parkett", "Bodenleger", "Maurer", "Trockenbau", "Trockenbauer", "Schlosser", "Metallbau", "Glaser", "Rollladen",
    "Badsanierung", "Renovierung", "Sanierung", "Hausmeister", "Monteur", "Küchenaufbau", "Möbelaufbau"],
    "IT-Services": ["Computer", "Computerhilfe", "PC", "PC-Hilfe", "PC-Reparatur", "EDV", "IT", "Laptop", "Notebook", "WLAN", "W-LAN",
    "Internet", "Netzwerk", "Drucker", "Server", "Software", "Programmierer", "Webseite", "Website", "Homepage", "Webdesign",
    "Webentwicklung", "Onlineshop", "App", "Datenrettung", "Virus", "Cloud"],
    "Beratung": ["Berater", "Unternehmensberatung", "Unternehmensberater", "Coach", "Coaching", "Existenzgründung", "Gründerberatung",
    "Businessplan", "Fördermittel", "Energieberater", "Energieberatung", "Energieausweis", "Steuer", "Buchhaltung", "Versicherung",
    "Finanzberatung", "Datenschutz", "Personalberatung"],
    "Transport": ["Umzug", "Umzüge", "Umzugsfirma", "Umzugsunternehmen", "Umzugshelfer", "Möbeltransport", "Möbelpacker", "Spedition",
    "Kurier", "Kurierdienst", "Lieferdienst", "Bote", "Fahrer", "Transporter", "Entrümpelung", "Sperrmüll", "Haushaltsauflösung",
    "Klaviertransport", "Einlagerung"],
    "Catering": ["Caterer", "Partyservice", "Buffet", "Büfett", "Essen", "Koch", "Mietkoch", "grillen", "Fingerfood", "Hochzeit",
    "Brotzeit", "Häppchen", "Getränke", "Foodtruck", "Torte", "Kuchen"],
    "Sicherheit": ["Security", "Wachdienst", "Wachschutz", "Wachmann", "Objektschutz", "Personenschutz", "Bodyguard", "Türsteher",
    "Ordner", "Detektei", "Detektiv", "Alarmanlage", "Revierdienst", "Pförtner", "Brandwache"],
    "Wartung": ["Heizungswartung", "Heizung", "Therme", "Wärmepumpe", "Klimaanlage", "Klimagerät", "Kältetechnik", "Aufzug", "Fahrstuhl",
    "Lift", "Photovoltaik", "Solaranlage", "PV", "Schornsteinfeger", "Kaminkehrer", "Rauchmelder", "Inspektion", "Instandhaltung",
    "Kundendienst", "Reparatur", "reparieren"],
    "Marketing": ["Werbung", "Werbeagentur", "Agentur", "Social Media", "Instagram", "SEO", "Grafiker", "Grafikdesign", "Logo", "Flyer",
    "Texter", "Fotograf", "Fotografie", "Fotos", "Video", "Film", "PR", "Öffentlichkeitsarbeit", "Druck"],
    "Garten": ["Gärtner", "Gärtnerei", "Gartenbau", "Gartenpflege", "Landschaftsgärtner", "Galabau", "Rasen", "rasenmähen", "Rasen mähen",
    "Hecke", "Heckenschnitt", "Hecke schneiden", "Baum", "Baumfällung", "Baum fällen", "Baumpflege", "Laub", "Unkraut", "Winterdienst",
    "schneeräumen", "Terrasse", "pflastern", "Zaun", "Teich"],
    "Sonstiges": ["Nachhilfe", "Nachhilfelehrer", "Hund", "Hundesitter", "gassi", "Tierbetreuung", "Katzensitter", "Babysitter",
    "Kinderbetreuung", "Seniorenbetreuung", "Alltagsbegleitung", "Friseur", "Kosmetik", "Massage", "Dolmetscher", "Übersetzer", "DJ",
    "Musik", "Clown", "Änderungsschneider"]
}'::jsonb) as named (category, words), jsonb_array_elements_text(words) as phrase, search_spellings(phrase)
-- Of 'fenster putzen' neither word alone means the trade.
where (select count(*) from search_words(phrase)) = 1 and search_stem(word) is not null;

-- The same in another region, or another word for it. Not transitive: 'Spengler' may be a Klempner or a Dachdecker, which are different
-- trades.
create temporary table synonym_words on commit drop as
select meaning, word, spelled
from jsonb_array_elements('[
  ["Tischler", "Schreiner"],
  ["Klempner", "Spengler", "Flaschner", "Installateur"],
  ["Fleischer", "Metzger"],
  ["Schornsteinfeger", "Kaminkehrer", "Rauchfangkehrer"],
  ["Maler", "Anstreicher", "Weißbinder"],
  ["Fahrstuhl", "Aufzug", "Lift"],
  ["Samstag", "Sonnabend"],
  ["Reinigungskraft", "Putzfrau", "Putzhilfe", "Raumpflegerin"],
  ["Hausmeister", "Hauswart", "Facility"],
  ["Elektriker", "Elektroinstallateur", "Elektroniker"],
  ["Dachdecker", "Spengler"],
  ["Umzug", "Übersiedlung"],
  ["Catering", "Partyservice"],
  ["Wachdienst", "Security", "Wachschutz"],
  ["Website", "Webseite", "Homepage", "Internetseite"],
  ["Büfett", "Buffet"],
  ["PC", "Computer", "Rechner"]
]'::jsonb) with ordinality as listed (words, meaning), jsonb_array_elements_text(words) as written, search_spellings(written);

insert into search_synonyms (stem, meant)
select distinct search_stem(one.word), search_stem(other.word)
from synonym_words as one
join synonym_words as other using (meaning)
where search_stem(one.word) <> search_stem(other.word);

-- The parts of compounds: the words above, and words that precede them.
insert into search_terms (kind, text, is_part)
select distinct 'stem', stem, true
from (
  select search_stem(word) as stem from trade_words
  union all
  select stem from search_synonyms
  union all
  select search_stem(word)
  from search_words('Reinigung Handwerk Service Beratung Transport Catering Sicherheit Wartung Marketing Garten
  arbeit anlage anhänger auto bad bagger balkon bau baustelle bau beratung betreuung betrieb beseitigung bewachung blech boden brand büro dach daten decke design dienst
  druck einbau einbruch einrichtung einkauf energie entfernung entsorgung fassade fahrt feier fenster fest finanz firma fleck foto garage gas gebäude gehweg geländer
  geschäft gestaltung gewerbe glas grab graffiti grill grund grundstück hagel halle haus haushalt hecke heiz hof holz hund industrie innen installation kamin kanal
  katze keller kellerraum kessel kinder klavier klima kran kranken küche kühl kunst kurs lager laden lack land landschaft last laub licht lieferung lohn luft
  maschine maß matratze mauer meister messe messung metall möbel montage motor müll natur netz notdienst notruf objekt ofen park parkplatz personal personen pflanze pflaster
  pflege platte polster praxis privat produkt prüfung rad rasen raum recht reise reparatur rinne rohr roller sand sanierung schaden schlüssel schnee
  schnitt schrank schulung schutz schweiß see senioren sicherheit silikon solar spiel sport sprache stahl stein steuer strom studio system tapete technik
  telefon tier tisch tor tür transport treppe trocken umwelt unterhalt unternehmen unterricht urlaub veranstaltung verkauf verlegung vermietung verpackung verwaltung
  wach wagen wand wärme wäsche wasser web werk werkstatt werkzeug winter wohnung zähler zaun zimmer') as word
) as known
where length(stem) >= 3;

-- A misspelling of such a word is corrected even if no company writes the word yet: 'Elektirker' where all write 'Elektroinstallation'.
insert into search_terms (kind, text, spelled, is_known)
select 'word', word, min(spelled), true
from (
  select word, spelled from trade_words
  union all
  select word, spelled from synonym_words
) as known
group by word;
select search_split(array(select id from search_terms where is_known));

-- Short names of towns. Added last, so that they are no parts of compounds.
insert into search_synonyms (stem, meant)
values ('ffm', 'frankfurt'), ('muc', 'munchen'), ('hh', 'hamburg'), ('lpz', 'leipzig'), ('dd', 'dresden');

-- Before `analyze` the planner assumes that an empty table is larger.
analyze search_companies, search_terms;
