/** What lies on the editors' desk in the demo blog. Days count from today, negative ones are past. */

type Task = [title: string, priority: 'low' | 'med' | 'high', due?: number, article?: string]

/** Cards of the board by column, from top to bottom; `article` is the beginning of a title. */
export const TASKS: Record<'idea' | 'draft' | 'editing' | 'ready' | 'scheduled' | 'published', Task[]> = {
  idea: [
    ['Warum Handhelds aus Kindertagen wieder gebaut werden', 'low'],
    ['Sammelklagen gegen Trainingsdaten: nachfragen, wer zuletzt entschieden hat', 'med', 15, 'Sammelklagen'],
    ['Interview: Wer pflegt eigentlich die Bibliotheken, auf denen alles steht?', 'med'],
    ['Ein Tag ohne Suchmaschine – wer meldet sich freiwillig?', 'low'],
    ['Grundstücksverkehrsgenehmigungszuständigkeitsübertragungsverordnung: gibt es die wirklich noch?', 'low', 40],
  ],
  draft: [
    ['Rundfunkfrequenzzuweisungsverordnung verständlich machen', 'med', 5, 'Rundfunkfrequenz'],
    ['Newsletter: fünf Texte auswählen', 'high', 4, 'Newsletter'],
    ['Testgeräte zurückschicken (Karton steht im Flur)', 'low', 11],
    ['Leserfrage beantworten: Wie sichere ich meine Fotos?', 'low', 13],
  ],
  editing: [
    ['Bildrechte klären: Pressefotos der Spielemesse', 'high', -3],
    ['Lektorat Textadventures', 'med', 0, 'Die Rückkehr der Zeile'],
    ['Faktencheck Messreihe: Zähler noch einmal ablesen', 'med', 8, 'Strom sparen'],
    ['Zitate von Frau Nüßlein freigeben lassen', 'high', -1, 'Ein Algorithmus'],
  ],
  ready: [
    ['Prüfsummen: letzte Lesung', 'med', 1, 'Was Prüfsummen'],
    ['Offenlegung der Messmethoden', 'low', 15, 'Wie wir testen'],
    ['Alternativtexte für die Bildstrecke', 'med', 2],
  ],
  scheduled: [
    ['Lokale Sprachmodelle: Bild in die Vorschau', 'high', 4, 'Warum lokale'],
    ['Podcast Folge 12: Stimmen aus dem Rechner', 'low', 8, 'Synthetische Stimmen'],
    ['Korrekturseite verlinken', 'med', 6, 'Korrekturen'],
  ],
  published: [
    ['„Nachtzug“: Leserbriefe sammeln', 'low', -2, '„Nachtzug“'],
    ['Ladebildschirme: Dank an das Archiv', 'low', undefined, 'Das Ende der Lade'],
    ['Dunkelmodus: Nachtrag zum Kontrast', 'med', undefined, 'Dunkelmodus'],
  ],
}

/** Entries of the calendar: day from today, hour (UTC), type, title. */
export const EVENTS: [
  day: number,
  hour: string,
  type: 'deadline' | 'publish' | 'milestone' | 'research',
  title: string,
][] = [
  [-18, '09:00', 'milestone', 'Redaktionskonferenz'],
  [-11, '13:00', 'research', 'Besuch im Stadtarchiv'],
  [-6, '10:00', 'deadline', 'Abgabe Bildstrecke Hallenbad'],
  [-3, '16:00', 'publish', 'Podcast Folge 11'],
  [-1, '08:30', 'research', 'Telefonat Datenschutzbehörde'],
  [0, '13:00', 'research', 'Gespräch mit dem Studio aus Leipzig'],
  [0, '15:00', 'deadline', 'Lektorat Textadventures'],
  [1, '17:00', 'deadline', 'Letzte Lesung Prüfsummen'],
  [2, '09:00', 'milestone', 'Umzug des Testservers'],
  [4, '12:00', 'deadline', 'Korrektur Newsletter'],
  [5, '07:00', 'publish', 'Newsletter geht hinaus'],
  [7, '18:30', 'research', 'Lesung im Technikmuseum'],
  [8, '16:00', 'publish', 'Podcast Folge 12: Stimmen aus dem Rechner'],
  [11, '10:00', 'milestone', 'Hundertster Leserbrief – Kuchen'],
  [14, '09:00', 'milestone', 'Quartalsplanung'],
  [14, '11:00', 'deadline', 'Freigabe Rezension'],
  [14, '14:00', 'research', 'Messreihe Akkulaufzeit, zweiter Durchgang'],
  [14, '16:00', 'publish', 'Gastbeitrag bei der Kreisbibliothek'],
  [21, '09:30', 'milestone', 'Zehn Jahre Zwischenspeicher'],
]

/** Subscribed feeds; the last one could not be read. */
export const FEEDS = [
  { url: 'https://technikjournal.example/feed.xml', title: 'Technikjournal', fetchedDays: 0 },
  { url: 'https://spielewelt.example/rss', title: 'Spielewelt', fetchedDays: 0 },
  { url: 'https://rechtsbrief.example/atom.xml', title: 'Der Rechtsbrief', fetchedDays: -1 },
  {
    url: 'https://werkbank.example/index.xml',
    title: null,
    error: 'Die Adresse antwortet mit 503 (Dienst nicht verfügbar).',
  },
] as const

type InboxText = { days: number; title: string; url?: string; note?: string; type?: 'note'; feed?: number; done?: true }

/** The inbox, newest first: links from feeds and by hand, ideas, notes. */
export const INBOX: InboxText[] = [
  {
    days: 0,
    title: 'Offenes Sprachmodell mit 24 Milliarden Parametern läuft auf dem Notebook',
    url: 'https://technikjournal.example/2026/offenes-modell-notebook',
    feed: 0,
  },
  { days: 0, title: 'Warum wir im Dunkeln besser schreiben – Licht, Schlaf, Bildschirmtemperatur' },
  {
    days: 0,
    title: 'The quiet return of the text parser',
    url: 'https://parserpost.example/quiet-return',
    note: 'Für den Nachtrag zu den Textadventures.',
  },
  {
    days: -1,
    title: 'Rückruf Pressestelle Bundesnetzagentur: Frequenznutzungsplan ab April',
    type: 'note',
    note: 'Frau Seidel, vormittags. Fragt nach unserem Fragenkatalog.',
  },
  {
    days: -1,
    title: 'Was kleine Redaktionen beim Barrierefreiheitsstärkungsgesetz übersehen',
    url: 'https://rechtsbrief.example/bfsg-kleine-redaktionen',
    feed: 2,
    done: true,
  },
  { days: -2, title: 'Serie „Werkzeuge“: jeden Monat ein Programm, das älter ist als die Autorin' },
  {
    days: -2,
    title: 'Reparierbare Notebooks: Ersatzteilpreise im Vergleich',
    url: 'https://werkbank.example/ersatzteilpreise',
    feed: 3,
  },
  {
    days: -3,
    title: 'Indie-Förderung in Sachsen: neue Richtlinie ab Mai',
    url: 'https://spielewelt.example/foerderung-sachsen',
    feed: 1,
  },
  { days: -3, title: 'Leserfrage: Wie sichere ich meine Beiträge, wenn der Server umzieht?', done: true },
  {
    days: -5,
    title: 'Zitat für den Jahresrückblick: „Technik geht nicht kaputt. Die wird vergessen.“',
    type: 'note',
    done: true,
  },
  {
    days: -6,
    title: 'Ein Museum sammelt Passwörter von Spielständen',
    url: 'https://spielewelt.example/passwortmuseum',
    feed: 1,
  },
  { days: -8, title: 'Wie klingt ein Rechenzentrum? Tonaufnahme anfragen' },
  {
    days: -9,
    title: 'Abwärme-Atlas der Stadtwerke',
    url: 'https://abwaerme-atlas.example/karte',
    note: 'Gute Karte, Lizenz klären!',
  },
  { days: -12, title: 'Nutzungsbedingungen von sieben Kommentarsystemen vergleichen', done: true },
  { days: -15, title: 'Telefonnummern fürs Impressum prüfen', type: 'note', done: true },
]

type ResearchText = {
  title: string
  url?: string
  note?: string
  article?: string
  links?: [title: string, url: string][]
  file?: { filename: string; mime_type: string; text: string }
}

/** Collected material with its links and files. */
export const RESEARCH: ResearchText[] = [
  {
    title: 'Abwärme im Hallenbad: Gesprächsnotizen Bad Sülze',
    note: 'Detlef Köhn, Klempner und Rechnerwart. **Zitat** mit der Vertretung unbedingt verwenden.\n\n- 12 Schränke, 6 m neben der Rutsche\n- Becken +2 Grad, Gas −300 Haushalte (Stadtwerk rechnet nach)\n- Rückfrage: Wer zahlt im Sommer?',
    article: 'Abwärme',
    links: [
      ['Wärmenetz der Stadtwerke', 'https://stadtwerke-suelze.example/waermenetz'],
      ['Förderbescheid (öffentlich)', 'https://foerderdatenbank.example/suelze-2024'],
    ],
    file: {
      filename: 'Messwerte Nichtschwimmerbecken.csv',
      mime_type: 'text/csv',
      text: 'Datum;Wasser;Zulauf\n2026-01-12;27,4;31,0\n2026-01-13;27,6;31,2\n2026-01-14;27,9;31,1\n',
    },
  },
  {
    title: 'Vorratslisten von Sprachmodellen',
    url: 'https://wortstuecke.example/vorrat',
    note: 'Enthält „Headshot“, aber nicht „Frühstück“.',
    article: 'Die Wette',
    links: [['Zählskript', 'https://wortstuecke.example/zaehlen']],
  },
  {
    title: 'Frequenznutzungsplan, Fassung vom Februar',
    url: 'https://frequenzen.example/plan.pdf',
    article: 'Rundfunkfrequenz',
  },
  {
    title: 'Interview Hanna Brückner (Kartografin)',
    note: 'Wetterkarte zuerst! Der Kaffeefleck ist inzwischen eine Insel. Freigabe der Zitate liegt vor.',
    article: 'Karten zeichnen',
  },
  {
    title: 'Pechschutz in Spielen: Vortrag',
    url: 'https://spieldesign-tagung.example/pechschutz',
    note: 'Ab Minute 18 die Zahlen.',
    article: '„Würfeln',
    links: [
      ['Folien', 'https://spieldesign-tagung.example/pechschutz/folien'],
      ['Diskussion', 'https://forum-spiele.example/t/4711'],
    ],
  },
  {
    title: 'Urteile zu Anbieterkennung, Sammlung',
    note: 'Az. noch prüfen lassen, zwei davon sind aufgehoben.',
    article: 'Das Impressum',
  },
  {
    title: 'Stromzähler: Eichprotokoll',
    note: 'Liegt im Ordner „Winter“. Zähler stand im Januar zwei Tage still.',
    article: 'Strom sparen',
    file: {
      filename: 'zaehler.txt',
      mime_type: 'text/plain',
      text: 'Zähler 4711, geeicht, Ablesung jeweils 8 Uhr\nNovember 186 W\nMärz 74 W\n',
    },
  },
  {
    title: 'Leserbriefe zur nachgebauten Stimme',
    note: 'Vierzehn Zuschriften, elf freundlich. Namen schwärzen.',
    article: 'Synthetische',
  },
  { title: 'Studie: Wie alt werden Notebooks?', url: 'https://lebensdauer-institut.example/notebooks' },
  { title: 'Bildnachweise Spielemesse', note: 'Drei Fotos ohne Freigabe!' },
]

/** The link database by category: title, address, description. */
export const LINKS: Record<string, [title: string, url: string, description: string][]> = {
  'KI Tools': [
    ['Wortzähler', 'https://wortstuecke.example/', 'Zählt Wortstücke im Browser, ohne etwas zu senden.'],
    ['Mitschrift', 'https://mitschrift.example/', 'Verschriftlicht Tonaufnahmen auf dem eigenen Rechner.'],
    ['Quellenlupe', 'https://quellenlupe.example/', 'Sucht zu Literaturangaben den echten Eintrag im Katalog.'],
  ],
  'Blog Tools': [
    [
      'Kontrastwaage',
      'https://kontrastwaage.example/',
      'Prüft Farbpaare und sagt, ab welcher Schriftgröße sie tragen.',
    ],
    ['Fußnotenpresse', 'https://fussnotenpresse.example/', 'Ordnet Fußnoten neu, wenn Absätze umziehen.'],
    ['Linkrost', 'https://linkrost.example/', 'Meldet einmal im Monat, welche Links nicht mehr antworten.'],
    ['Bildwaage', 'https://bildwaage.example/', 'Vergleicht Bildformate bei gleicher Ansicht.'],
  ],
  Webseite: [
    [
      'Kreisbibliothek Nord',
      'https://kreisbibliothek-nord.example/',
      'Katalog und Fernleihe; Ansprechpartnerin Frau Döring.',
    ],
    ['Stadtarchiv Görlitz', 'https://archiv-goerlitz.example/', 'Bilder vor 1950 frei verwendbar, mit Nachweis.'],
  ],
  'Gaming News': [
    ['Spielewelt', 'https://spielewelt.example/', 'Nachrichten, meist vormittags.'],
    ['Schachtelpost', 'https://schachtelpost.example/', 'Brettspiele, ein Brief in der Woche.'],
    ['Indie-Kalender', 'https://indie-kalender.example/', 'Erscheinungstermine kleiner Studios.'],
  ],
  Youtube: [
    ['Lötkolben & Lakritz', 'https://video.example/c/loetkolben', 'Reparaturvideos ohne Musik.'],
    ['Regelwerk in fünf Minuten', 'https://video.example/c/regelwerk', 'Erklärt Brettspiele, zuverlässig.'],
  ],
  Allgemein: [
    ['Feiertagskalender', 'https://feiertage.example/', 'Alle Länder, auch die beweglichen.'],
    ['Wörterbuch der Amtssprache', 'https://amtsdeutsch.example/', 'Für Wörter ab dreißig Buchstaben.'],
    ['Bahn-Störungsmelder', 'https://stoerung.example/', 'Vor Terminen außerhalb ansehen.'],
  ],
}

/** The prompt database by category: title, text, description. */
export const PROMPTS: Record<string, [title: string, content: string, description: string][]> = {
  ChatGPT: [
    [
      'Überschriften ohne Doppelpunkt',
      'Schlage acht Überschriften für den folgenden Text vor. Kein Doppelpunkt, keine Frage, höchstens 60 Zeichen. Begründe die beste in einem Satz.\n\nText:\n',
      'Für müde Nachmittage',
    ],
    [
      'Fachbegriffe erklären',
      'Erkläre die folgenden Begriffe je in zwei Sätzen für Menschen, die noch nie davon gehört haben. Keine Beispiele aus dem Straßenverkehr.\n\n',
      'Glossar',
    ],
    [
      'Tabelle aus Fließtext',
      'Mache aus den Zahlen im folgenden Text eine Markdown-Tabelle. Erfinde nichts; fehlt ein Wert, schreibe einen Gedankenstrich.\n\n',
      'Nachher immer gegenrechnen!',
    ],
  ],
  Claude: [
    [
      'Schwächster Satz',
      'Lies den folgenden Artikel. Nenne den schwächsten Satz und erkläre, was ihm fehlt. Schlage keinen neuen vor.\n\n',
      'Steht in „Ein Arbeitstag mit Gehilfen“',
    ],
    [
      'Gegenposition',
      'Formuliere die drei stärksten Einwände gegen den folgenden Text, so fair, dass die Autorin sie unterschreiben könnte.\n\n',
      'Vor dem Gegenlesen',
    ],
    [
      'Eigennamen prüfen',
      'Liste alle Eigennamen des folgenden Textes mit allen vorkommenden Schreibweisen auf. Markiere Abweichungen.\n\n',
      'Findet Öztürk und Oeztuerk',
    ],
    [
      'Alternativtexte',
      'Beschreibe das Bild in höchstens 120 Zeichen für Menschen, die es nicht sehen. Keine Deutung, kein „Bild von“.',
      'Für die Mediathek',
    ],
  ],
}
