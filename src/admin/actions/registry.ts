import { NOUNS } from '../../nouns/nouns.ts'
import { NOUN_ACTIONS, SCREEN_NOUNS, type NounActionId, type ScreenNoun } from '../../nouns/registries.ts'

/**
 * Every screen and action of the admin (ADR 48): its words, what else it is found by, its keys, and where it is to be had.
 * Palette, shortcut help, buttons and menus take words and keys from here. What an action does stands with its screen,
 * which offers it while it can be done (`offers.ts`); those with `to` lead somewhere.
 */
export type Action = {
  words: string
  /** Where it is to be had: a heading of the shortcut help. */
  on: Where
  /** Further words it is found by. */
  found?: string
  /** As `keys.ts` spells them; more than one where the same is done in several ways. */
  keys?: readonly string[]
  to?: Target
  /** Only owners may. */
  owners?: true
  /** For one article alone, the selected or open one. */
  one?: true
  /** Opens a list to choose from: `Status …`. */
  step?: true
  /** Its keys move within a list or a field: the shortcut help alone names it. */
  keysOnly?: true
  /** Its keys are heard by what they act on, a text or a grid, and not by the window. */
  heardThere?: true
}

export type Target = { to: string; params?: Record<string, string>; search?: Record<string, string> }

/** Headings of the shortcut help. */
export const PLACES = {
  everywhere: 'Überall',
  screens: 'Gehe zu',
  settings: 'Einstellungen',
  dashboard: 'Dashboard',
  articles: 'Artikelliste',
  lists: 'Listen',
  find: 'Suchen',
  editor: 'Beim Schreiben',
  text: 'Im Text',
  calendar: 'Kalender',
  board: 'Redaktionsplan',
  inbox: 'Inbox',
  media: 'Medien',
  comments: 'Kommentare',
  activity: 'Aktivität',
} as const
export type Where = keyof typeof PLACES

const go = (words: string, to: string, key: string | null, found = '') =>
  ({ words, on: 'screens', found, to: { to }, ...(key && { keys: [`g ${key}`] }) }) as const satisfies Action

/** The screens of nouns: `go.links`. */
const SCREENS = Object.fromEntries(
  SCREEN_NOUNS.map((noun) => {
    const { words, path, key, found } = NOUNS[noun].screen
    return [`go.${noun}`, go(words, path, key, found)]
  }),
) as Record<`go.${ScreenNoun}`, Action>

/** Actions on the records of nouns, from their cards: those that open a screen from anywhere, or all others. */
function ofNouns(opens: boolean): Record<NounActionId, Action> {
  const cards = Object.entries(NOUN_ACTIONS).filter(([, card]) => (card.opens === true) === opens)
  return Object.fromEntries(
    cards.map(([id, { words, on, found, screen }]) => [
      id,
      { words, on: on as Where, found, ...(opens && screen && { to: { to: screen } }) },
    ]),
  ) as Record<NounActionId, Action>
}

const section = (words: string, bereich: string, found: string, owners?: true) =>
  ({
    words,
    on: 'settings',
    found: `Einstellungen ${found}`,
    to: { to: '/admin/settings', search: { bereich } },
    ...(owners && { owners }),
  }) as const satisfies Action

/** What a section of the settings does. */
const inSection = (words: string, bereich: string, found: string, owners?: true) =>
  ({
    words,
    on: 'everywhere',
    found: `Einstellungen ${found}`,
    to: { to: '/admin/settings', search: { bereich } },
    ...(owners && { owners }),
  }) as const satisfies Action

const ofAccount = (words: string, found: string) =>
  ({ words, on: 'everywhere', found: `Eigenes Konto ${found}`, to: { to: '/admin/account' } }) as const satisfies Action

export const ACTIONS = {
  'palette.open': { words: 'Suchen und Befehle', on: 'everywhere', keys: ['Mod+k'], keysOnly: true },
  'article.new': {
    words: 'Neuer Artikel',
    on: 'everywhere',
    found: 'schreiben anlegen Entwurf Beitrag',
    keys: ['n'],
    to: { to: '/admin/articles/$id', params: { id: 'new' } },
  },
  'inbox.open': {
    words: 'In die Inbox',
    on: 'everywhere',
    found: 'Idee Link erfassen merken sammeln',
    keys: ['i'],
    to: { to: '/admin/inbox' },
  },
  'page.new': {
    words: 'Neue Seite',
    on: 'everywhere',
    found: 'anlegen Impressum',
    to: { to: '/admin/pages/$id', params: { id: 'new' } },
  },
  ...ofNouns(true),
  'articles.template': {
    words: 'Aus Vorlage',
    on: 'articles',
    found: 'Artikel Kritik Nachricht Interview neu',
    to: { to: '/admin/articles' },
  },
  'articles.views': {
    words: 'Ansichten',
    on: 'articles',
    found: 'Filter gespeicherte Suche Artikel',
    to: { to: '/admin/articles' },
  },
  'articles.replace': {
    words: 'Suchen und ersetzen',
    on: 'articles',
    found: 'in allen Artikeln Text ändern',
    to: { to: '/admin/articles' },
  },
  'calendar.subscribe': {
    words: 'Kalender abonnieren',
    on: 'calendar',
    found: 'Adresse ICS iCal Telefon',
    to: { to: '/admin/calendar' },
  },
  'calendar.planning': {
    words: 'Arbeitstage und Pausen',
    on: 'calendar',
    found: 'Feiertage Land Ferien Urlaub',
    to: { to: '/admin/calendar' },
  },
  'calendar.print': { words: 'Monat drucken', on: 'calendar', found: 'PDF Papier' },
  'calendar.former': {
    words: 'Im Kalender zurück',
    on: 'calendar',
    found: 'voriger Monat vorige Woche vier Wochen blättern',
  },
  'calendar.next': {
    words: 'Im Kalender weiter',
    on: 'calendar',
    found: 'nächster Monat nächste Woche vier Wochen blättern',
  },
  'calendar.today': { words: 'Im Kalender zu heute', on: 'calendar', found: 'blättern' },
  'calendar.export': { words: 'ICS-Export', on: 'calendar', found: 'Kalender herunterladen Datei iCal' },
  'calendar.plan': { words: 'Entwurf einplanen', on: 'calendar', found: 'Artikel Tag' },
  'calendar.move-by': { words: 'Auswahl verschieben um …', on: 'calendar', found: 'Termine Tage Wochen' },
  'calendar.push': { words: 'Folgende der Auswahl verschieben', on: 'calendar', found: 'spätere Termine' },
  'calendar.park': { words: 'Auswahl ohne Termin', on: 'calendar', found: 'nicht mehr einplanen' },
  'calendar.unmark': { words: 'Auswahl im Kalender aufheben', on: 'calendar' },
  'sidebar.toggle': {
    words: 'Navigation umschalten',
    on: 'everywhere',
    found: 'Seitenleiste einklappen ausklappen',
    keys: ['Mod+b'],
  },
  'shortcuts.open': { words: 'Alle Tasten', on: 'everywhere', found: 'Tastenkürzel Übersicht Hilfe', keys: ['?'] },
  'help.open': { words: 'Hilfe zu dieser Ansicht', on: 'everywhere', found: 'Handbuch Anleitung', keys: ['F1'] },
  'theme.light': { words: 'Design: Hell', on: 'everywhere', found: 'Theme Farben Licht' },
  'theme.dark': { words: 'Design: Dunkel', on: 'everywhere', found: 'Theme Farben Nacht' },
  'theme.system': { words: 'Design: Wie das System', on: 'everywhere', found: 'Theme Farben automatisch' },
  'extension.load': {
    words: 'Extension herunterladen',
    on: 'everywhere',
    found: 'Chrome Erweiterung Integrationen',
    to: { to: '/admin/integrations', search: { tab: 'chrome' } },
  },
  'system.check': {
    words: 'Erneut prüfen',
    on: 'everywhere',
    found: 'Systemprüfung Diagnose',
    to: { to: '/admin/system-check' },
  },
  'author.new': inSection('Neue Autorin, neuer Autor', 'autoren', 'Person Menschen Byline anlegen'),
  'category.new': inSection('Neue Kategorie', 'kategorien', 'Rubrik Ressort anlegen'),
  'tag.new': inSection('Neues Schlagwort', 'schlagwoerter', 'Tag anlegen'),
  'redirect.new': inSection('Neue Weiterleitung', 'weiterleitungen', 'alte Adresse anlegen'),
  'export.save': inSection('Exportieren', 'export', 'Zip herunterladen Markdown', true),
  'import.choose': inSection('Datei zum Import auswählen', 'import', 'WordPress Ghost Umzug', true),
  'backup.make': inSection('Jetzt sichern', 'sicherung', 'Backup erste Sicherung anlegen', true),
  'backup.schedule': inSection('Zeitplan der Sicherung ändern', 'sicherung', 'Backup täglich', true),
  'account.name': ofAccount('Namen angeben oder ändern', 'Anzeigename'),
  'account.email': ofAccount('E-Mail ändern', 'Adresse'),
  'account.password': ofAccount('Passwort ändern', 'festlegen Kennwort'),
  'account.app': ofAccount('Authenticator-App einrichten', 'zweiter Faktor TOTP'),
  'account.passkey': { words: 'Passkey hinzufügen', on: 'everywhere', found: 'zweiter Faktor WebAuthn' },
  'account.sign-in-passkey': {
    words: 'Passkey zum Anmelden einrichten',
    on: 'everywhere',
    found: 'ohne Passwort WebAuthn',
  },
  'account.phone': { words: 'Telefonnummer hinzufügen', on: 'everywhere', found: 'zweiter Faktor SMS' },
  'account.sessions': { words: 'Alle anderen abmelden', on: 'everywhere', found: 'Geräte Sitzungen' },
  'account.data': ofAccount('Eigene Daten herunterladen', 'Auskunft mitnehmen'),
  'account.notices': {
    words: 'Mitteilungen einstellen',
    on: 'everywhere',
    found: 'Eigenes Konto Glocke E-Mail Sammelmail Benachrichtigungen',
    to: { to: '/admin/account/notices' },
  },
  'account.remove': ofAccount('Konto löschen', 'austreten'),
  'waiting.send': { words: 'Jetzt senden', on: 'everywhere', found: 'Wartet auf Verbindung offline' },
  'site.open': { words: 'Zur Website', on: 'everywhere', found: 'Blog ansehen öffentlich' },
  'session.end': { words: 'Abmelden', on: 'everywhere', found: 'Ausloggen Sitzung beenden' },

  'go.dashboard': go('Dashboard', '/admin', 'd', 'Übersicht Start'),
  ...SCREENS,
  'go.integrations': go('Integrationen', '/admin/integrations', null, 'RSS Feeds Bookmarklet Chrome Erweiterung'),
  // Behind the screen, so that `rss` and Enter lead there and fetch nothing.
  'feeds.fetch': {
    words: 'Alle abrufen',
    on: 'everywhere',
    found: 'RSS Feeds aktualisieren holen importieren',
    to: { to: '/admin/integrations', search: { tab: 'rss' } },
  },
  'go.settings': go('Einstellungen', '/admin/settings', 'e', 'Optionen'),
  'go.system-check': go('System-Check', '/admin/system-check', 's', 'Systemprüfung Diagnose'),
  'go.waiting': go('Wartet auf Verbindung', '/admin/waiting', null, 'offline Netz senden Ausgang'),
  'go.notices': go('Mitteilungen', '/admin/notices', null, 'Glocke Benachrichtigungen neu'),
  'go.comments': go('Kommentare', '/admin/comments', null, 'Moderation Leser wartend gemeldet'),
  'go.newsletter': go('Newsletter', '/admin/newsletter', null, 'Abonnements Ausgaben Mail Verteiler'),
  'go.activity': go('Aktivität', '/admin/activity', 'v', 'Verlauf wer was wann geändert Chronik'),
  'go.activity-day': go(
    'Blog an einem Tag',
    '/admin/activity/day',
    null,
    'früher wie es war Stand Zeitreise wiederherstellen',
  ),
  'go.account': go('Eigenes Konto', '/admin/account', null, 'Passwort Profil Name Sitzungen Passkey'),

  'settings.website': section('Allgemein', 'website', 'Website Titel Beschreibung Zeitzone Sichtbarkeit Adresse'),
  'settings.appearance': section('Aussehen', 'aussehen', 'Logo Farbe Akzent Schrift'),
  'settings.reading': section('Lesen & Finden', 'lesen', 'Startseite dunkel hell Formeln Google Mastodon security.txt'),
  'settings.pages': section('Seiten', 'seiten', 'Impressum Datenschutz Navigation Fuß'),
  'settings.comments': section('Kommentare', 'kommentare', 'Leser Moderation Spam Wörter einschalten'),
  'settings.newsletter': section('Newsletter', 'newsletter', 'Mail Abonnieren Anschrift Tempo'),
  'settings.authors': section('Autorinnen und Autoren', 'autoren', 'Profil Autorenseite Byline Bild'),
  'settings.categories': section('Kategorien', 'kategorien', 'Rubriken Ressorts'),
  'settings.tags': section('Schlagwörter', 'schlagwoerter', 'Tags'),
  'settings.redirects': section('Weiterleitungen', 'weiterleitungen', 'alte Adressen Redirects 410'),
  'settings.export': section('Export', 'export', 'Zip herunterladen Markdown', true),
  'settings.accounts': section('Konten', 'konten', 'Leute Rollen Einladungen Freigabe', true),
  'settings.import': section('Import', 'import', 'WordPress Ghost Umzug', true),
  'settings.backups': section('Sicherung', 'sicherung', 'Backup wiederherstellen', true),
  'settings.audit': section('Protokoll', 'protokoll', 'Ereignisse wer was wann', true),
  'settings.trash': section('Papierkorb', 'papierkorb', 'Gelöschtes wiederherstellen'),

  'dashboard.calendar': { words: 'Kalender anzeigen', on: 'dashboard', keys: ['k'] },

  'dashboard.picture': { words: 'Titelbild des Dashboards', on: 'dashboard', found: 'Kopf hochladen' },
  'dashboard.steps': { words: 'Erste Schritte', on: 'dashboard', found: 'zeigen ausblenden Einstieg' },

  'list.move': { words: 'Nächster, voriger', on: 'lists', keys: ['j', 'k'], keysOnly: true },
  'list.open': { words: 'Öffnen', on: 'lists', keys: ['Enter'], keysOnly: true },
  'list.find': { words: 'Durchsuchen', on: 'find', found: 'Liste filtern suchen', keys: ['/'] },

  'activity.clear': { words: 'Filter aufheben', on: 'activity', found: 'Alles zeigen' },
  'activity.undo': { words: 'Zeile rückgängig machen', on: 'activity', found: 'zurücknehmen', keys: ['z'] },

  'articles.mark': { words: 'Auswählen', on: 'articles', keys: ['x'], keysOnly: true },
  'articles.mark-to': { words: 'Bis hier auswählen', on: 'articles', keys: ['Shift+x'], keysOnly: true },
  'articles.unmark': { words: 'Auswahl aufheben', on: 'articles', keys: ['Escape'] },
  'articles.status': {
    words: 'Status …',
    on: 'articles',
    found: 'veröffentlichen zurückziehen Entwurf planen',
    keys: ['s'],
    step: true,
  },
  'articles.category': {
    words: 'Verschieben nach …',
    on: 'articles',
    found: 'Kategorie Rubrik ändern',
    keys: ['c'],
    step: true,
  },
  'articles.tags': {
    words: 'Schlagwort setzen …',
    on: 'articles',
    found: 'Tag Tags hinzufügen',
    keys: ['t'],
    step: true,
  },
  'articles.remove': {
    words: 'Löschen …',
    on: 'articles',
    found: 'Papierkorb entfernen',
    keys: ['Backspace'],
    step: true,
  },

  'articles.date': { words: 'Datum setzen …', on: 'articles', found: 'Termin planen Auswahl' },
  'articles.view': { words: 'Ansehen', on: 'articles', found: 'Website Vorschau öffnen', one: true },
  'articles.duplicate': { words: 'Duplizieren', on: 'articles', found: 'Kopie kopieren', one: true },

  'editor.publish': { words: 'Veröffentlichen oder aktualisieren', on: 'editor', found: 'jetzt live stellen' },
  'editor.cover': { words: 'Titelbild auswählen', on: 'editor', found: 'Bild Cover' },
  'editor.save': { words: 'Speichern', on: 'editor', found: 'sichern', keys: ['Mod+s'] },
  'editor.preview': { words: 'Vorschau', on: 'editor', found: 'ansehen Ansicht' },
  'editor.panel': {
    words: 'Angaben',
    on: 'editor',
    found: 'Eigenschaften Auszug Kategorie Termin Seitenleiste',
    keys: ['Mod+.'],
  },
  'editor.remark': {
    words: 'Anmerkung schreiben',
    on: 'editor',
    found: 'Kommentar Notiz Stelle',
    keys: ['Mod+Alt+m'],
  },
  'editor.writers': { words: 'Wer schrieb das?', on: 'editor', found: 'Urheber Autor Stelle Auswahl wann' },
  'editor.remarks': { words: 'Anmerkungen', on: 'editor', found: 'Kommentare Notizen Stellen' },
  'remark.next': { words: 'Nächste Anmerkung', on: 'editor', found: 'Kommentar Notiz', keys: ['F9'] },
  'remark.previous': { words: 'Vorige Anmerkung', on: 'editor', found: 'Kommentar Notiz', keys: ['Shift+F9'] },
  'editor.suggest': {
    words: 'Vorschlagen',
    on: 'editor',
    found: 'Änderung vorschlagen Korrektur Lektorat Modus bearbeiten',
    keys: ['Mod+Alt+v'],
  },
  'editor.suggestions': { words: 'Vorschläge', on: 'editor', found: 'Änderungen Lektorat Liste annehmen ablehnen' },
  'suggestion.next': { words: 'Nächster Vorschlag', on: 'editor', found: 'Änderung', keys: ['F8'] },
  'suggestion.previous': { words: 'Voriger Vorschlag', on: 'editor', found: 'Änderung', keys: ['Shift+F8'] },
  'suggestion.accept': { words: 'Vorschlag annehmen', on: 'editor', found: 'übernehmen', keys: ['Mod+F8'] },
  'suggestion.refuse': { words: 'Vorschlag ablehnen', on: 'editor', found: 'verwerfen', keys: ['Mod+Shift+F8'] },
  'suggestion.accept-all': { words: 'Alle Vorschläge annehmen', on: 'editor', found: 'übernehmen' },
  'suggestion.refuse-all': { words: 'Alle Vorschläge ablehnen', on: 'editor', found: 'verwerfen' },
  'editor.focus': { words: 'Konzentriert schreiben', on: 'editor', found: 'Fokus Vollbild', keys: ['Mod+Shift+f'] },
  'editor.outline': { words: 'Gliederung', on: 'editor', found: 'Überschriften springen' },
  'editor.revisions': { words: 'Fassungen', on: 'editor', found: 'Versionen früher Verlauf vergleichen' },
  'compare.next': { words: 'Nächste Stelle', on: 'editor', found: 'Fassungen Unterschied', keys: ['F7'] },
  'compare.previous': { words: 'Vorige Stelle', on: 'editor', found: 'Fassungen Unterschied', keys: ['Shift+F7'] },
  'editor.activity': { words: 'Aktivität', on: 'editor', found: 'Verlauf wer was wann geändert' },
  'editor.split': { words: 'Neben der Vorschau', on: 'editor', found: 'geteilt nebeneinander ohne daneben' },
  'editor.schedule': { words: 'Planen …', on: 'editor', found: 'Termin später veröffentlichen terminieren' },
  'editor.review': {
    words: 'Zur Abnahme geben …',
    on: 'editor',
    found: 'Freigabe Vier-Augen prüfen lassen Review',
  },
  'editor.newsletter': { words: 'Als Newsletter senden …', on: 'editor', found: 'Mail Ausgabe Abonnements' },
  'editor.withdraw': { words: 'Zurückziehen', on: 'editor', found: 'offline Entwurf von der Website nehmen' },
  'editor.republish': { words: 'Neu veröffentlichen', on: 'editor', found: 'Datum jetzt' },
  'editor.discard': { words: 'Verwerfen', on: 'editor', found: 'Änderungen zurück veröffentlichter Stand' },
  'editor.view': { words: 'Auf der Website ansehen', on: 'editor', found: 'Artikel Seite öffnen Leser' },
  'editor.proof': {
    words: 'Text prüfen',
    on: 'editor',
    found: 'Typographie Anführungszeichen Lesbarkeit Rechtschreibung',
  },
  'editor.pin': { words: 'Anheften oder lösen', on: 'editor', found: 'Startseite oben anpinnen' },
  'editor.preview-link': { words: 'Vorschaulink …', on: 'editor', found: 'Vorschau-Link geheimer Link teilen' },
  'editor.template': { words: 'Als Vorlage speichern', on: 'editor', found: 'Muster' },
  'editor.check': { words: 'Prüfung', on: 'editor', found: 'Hinweise vor dem Veröffentlichen' },

  'text.bold': { words: 'Fett', on: 'text', keys: ['Mod+b'], heardThere: true },
  'text.italic': { words: 'Kursiv', on: 'text', keys: ['Mod+i'], heardThere: true },
  'text.link': { words: 'Link, eigene Artikel', on: 'text', keys: ['Mod+k', '[['], heardThere: true },
  'text.code': { words: 'Code', on: 'text', keys: ['Mod+e'], heardThere: true },
  'text.heading': { words: 'Überschrift', on: 'text', keys: ['Mod+Shift+h'], heardThere: true },
  'text.list': { words: 'Liste', on: 'text', keys: ['Mod+Shift+8'], heardThere: true },
  'text.tasks': { words: 'Aufgabenliste', on: 'text', keys: ['Mod+Shift+9'], heardThere: true },
  'text.quote': { words: 'Zitat', on: 'text', keys: ['Mod+Shift+.'], heardThere: true },
  'text.commands': { words: 'Befehle', on: 'text', keys: ['Mod+/', '/'], heardThere: true },
  'text.find': { words: 'Suchen und ersetzen', on: 'text', keys: ['Mod+f'], heardThere: true },
  'text.paste-plain': { words: 'Ohne Formatierung einfügen', on: 'text', keys: ['Mod+Shift+v'], keysOnly: true },
  'text.image': { words: 'Bild einfügen', on: 'text' },
  'text.enter': { words: 'Zum Text', on: 'text', keys: ['Tab Enter'], keysOnly: true },
  'text.leave': { words: 'Aus dem Text heraus', on: 'text', keys: ['Escape Tab'], keysOnly: true },
  'text.undo': { words: 'Rückgängig', on: 'text', keys: ['Mod+z'], heardThere: true },

  'board.mark': { words: 'Karte auswählen', on: 'board', keys: ['x'], keysOnly: true },
  'board.mark-to': { words: 'Bis zu dieser Karte auswählen', on: 'board', keys: ['Shift+x'], keysOnly: true },
  'board.unmark': { words: 'Auswahl der Karten aufheben', on: 'board', keys: ['Escape'] },
  'board.move': { words: 'Karten verschieben …', on: 'board', found: 'Spalte Status Auswahl' },
  'board.assign': { words: 'Karten zuteilen …', on: 'board', found: 'Person zuständig Auswahl' },
  'board.priority': { words: 'Priorität der Karten …', on: 'board', found: 'dringend Auswahl' },
  'board.due': { words: 'Fälligkeit der Karten …', on: 'board', found: 'Datum Tag fällig Auswahl' },
  'board.remove': { words: 'Karten löschen …', on: 'board', found: 'Papierkorb entfernen Auswahl' },
  'board.rows': { words: 'Zeilen nach Person', on: 'board', found: 'Swimlanes gruppieren zuständig Leute' },
  'board.limits': {
    words: 'Grenzen der Spalten …',
    on: 'board',
    found: 'Limit WIP höchstens setzen ändern',
    to: { to: '/admin/editorial-plan' },
  },
  'task.template': {
    words: 'Aufgabe aus Vorlage …',
    on: 'board',
    found: 'Karte Redaktionsplan anlegen',
    to: { to: '/admin/editorial-plan' },
  },
  'task.article': { words: 'Artikel daraus', on: 'board', found: 'Aufgabe Karte Entwurf anlegen' },
  'task.keep': { words: 'Aufgabe als Vorlage speichern', on: 'board', found: 'Karte Muster' },
  'task.remove': { words: 'Aufgabe löschen', on: 'board', found: 'Karte Papierkorb entfernen' },

  'inbox.toggle': {
    words: 'Erledigt oder offen',
    on: 'inbox',
    found: 'erledigen wieder öffnen als markieren',
    keys: ['e'],
  },
  'inbox.rename': { words: 'Titel des Eintrags bearbeiten', on: 'inbox', found: 'umbenennen ändern' },
  'inbox.remove': { words: 'Eintrag löschen', on: 'inbox', keys: ['Delete'] },
  'inbox.article': { words: 'Als Artikel anlegen', on: 'inbox', keys: ['a'] },
  'inbox.task': { words: 'Als Aufgabe anlegen', on: 'inbox', keys: ['t'] },
  'inbox.research': { words: 'Als Recherche-Element anlegen', on: 'inbox', keys: ['r'] },
  'inbox.link': {
    words: 'In die Link-Datenbank aufnehmen',
    on: 'inbox',
    found: 'Eintrag in der',
    keys: ['l'],
  },

  'comments.show': { words: 'Kommentar zeigen', on: 'comments', found: 'freigeben veröffentlichen', keys: ['e'] },
  'comments.hide': { words: 'Kommentar ausblenden', on: 'comments', found: 'verbergen', keys: ['h'] },
  'comments.answer': { words: 'Kommentar beantworten …', on: 'comments', found: 'antworten', keys: ['a'] },
  'comments.remove': {
    words: 'Kommentar entfernen …',
    on: 'comments',
    found: 'löschen Spam Werbung Grund',
    keys: ['Delete'],
  },
  'comments.mark': { words: 'Kommentar auswählen', on: 'comments', keys: ['x'], keysOnly: true },
  'comments.mark-to': { words: 'Bis zu diesem Kommentar auswählen', on: 'comments', keys: ['Shift+x'], keysOnly: true },
  'comments.unmark': { words: 'Auswahl der Kommentare aufheben', on: 'comments' },

  'media.all': { words: 'Alle auswählen', on: 'media', keys: ['Mod+a'], heardThere: true },
  'media.remove': { words: 'Bilder löschen', on: 'media', found: 'Papierkorb entfernen Auswahl' },
  'media.unmark': { words: 'Auswahl der Bilder aufheben', on: 'media' },
  'picture.copy': { words: 'URL kopieren', on: 'media', found: 'Bild Adresse Zwischenablage' },
  'picture.replace': { words: 'Bild ersetzen', on: 'media', found: 'Datei austauschen' },
  'picture.remove': {
    words: 'Bild löschen',
    on: 'media',
    found: 'Papierkorb entfernen',
    keys: ['Delete'],
    heardThere: true,
  },
  'media.walk': {
    words: 'Von Bild zu Bild',
    on: 'media',
    keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
    keysOnly: true,
  },
  'media.mark': { words: 'Bild auswählen', on: 'media', keys: ['x'], keysOnly: true },
  'media.mark-to': { words: 'Bis zu diesem Bild auswählen', on: 'media', keys: ['Shift+x'], keysOnly: true },

  ...ofNouns(false),

  'calendar.walk': {
    words: 'Von Tag zu Tag',
    on: 'calendar',
    keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
    keysOnly: true,
  },
  'calendar.walk-months': {
    words: 'Monat davor, danach',
    on: 'calendar',
    keys: ['PageUp', 'PageDown'],
    keysOnly: true,
  },
  'board.carry': { words: 'Karte aufnehmen, ablegen', on: 'board', keys: ['Space'], keysOnly: true },
  'board.walk': { words: 'Nächste, vorige Karte', on: 'board', keys: ['j', 'k'], keysOnly: true },
  'board.carry-on': {
    words: 'Von Karte zu Karte, aufgenommen versetzen',
    on: 'board',
    keys: ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'],
    keysOnly: true,
  },
  'entry.edit': { words: 'Ereignis bearbeiten', on: 'calendar', found: 'Termin ändern' },
  'entry.move': { words: 'Verschieben …', on: 'calendar', found: 'Termin setzen anderer Tag' },
  'entry.select': { words: 'Im Kalender auswählen', on: 'calendar', found: 'mehrere' },
  'entry.push': { words: 'Folgende verschieben', on: 'calendar', found: 'spätere Termine' },
  'entry.leave-out': { words: 'Diesen Termin auslassen', on: 'calendar', found: 'Serie Ausnahme' },
  'entry.park': { words: 'Nicht mehr einplanen', on: 'calendar', found: 'ohne Termin legen' },
  'entry.remove': { words: 'Ereignis löschen', on: 'calendar', found: 'Termin Papierkorb entfernen' },
} as const satisfies Record<string, Action>

export type ActionId = keyof typeof ACTIONS

export const action = (id: ActionId): Action => ACTIONS[id]
export const ACTION_IDS = Object.keys(ACTIONS) as ActionId[]
