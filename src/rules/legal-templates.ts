import type { LegalSlug } from './pages.ts'

/** Two spaces end a line in markdown without a mark that writers would have to know. */
const BREAK = '  '

/**
 * What the legal pages begin with. Every blank stands in brackets; sections that do not apply are to be deleted. The wording
 * follows what the product itself does with readers (RUL-38, RUL-49, RUL-50). It is no legal advice, and the admin says so beside
 * it.
 */
export const LEGAL_TEMPLATES: Record<LegalSlug, { title: string; content_markdown: string }> = {
  impressum: {
    title: 'Impressum',
    content_markdown: `## Angaben gemäß §\u00a05 DDG

[Vorname Nachname oder Firma]${BREAK}
[Straße und Hausnummer]${BREAK}
[Postleitzahl und Ort]

## Kontakt

E-Mail: [E-Mail-Adresse]${BREAK}
Telefon: [Telefonnummer oder zweiter schneller Weg]

## Redaktionell verantwortlich

Nach §\u00a018 Abs.\u00a02 MStV: [Vorname Nachname], Anschrift wie oben.

## Umsatzsteuer-Identifikationsnummer

Nach §\u00a027 a UStG: [DE … oder diesen Abschnitt löschen]

## Streitbeilegung

Wir nehmen nicht an Verfahren vor einer Verbraucherschlichtungsstelle teil und sind dazu nicht verpflichtet (§\u00a036 VSBG).
`,
  },
  datenschutz: {
    title: 'Datenschutz',
    content_markdown: `## Verantwortlich

[Vorname Nachname oder Firma], [Straße und Hausnummer], [Postleitzahl und Ort]${BREAK}
E-Mail: [E-Mail-Adresse]

## Was beim Lesen geschieht

Diese Website setzt keine Cookies, bindet nichts von fremden Servern ein und legt kein Profil von Ihnen an. Damit eine Seite bei Ihnen ankommt, verarbeitet der Server Ihre IP-Adresse für die Dauer der Anfrage (Art.\u00a06 Abs.\u00a01 Buchst.\u00a0f DSGVO). Die Website läuft bei [Name und Anschrift des Hosters]. Dessen Protokolle werden nach [Anzahl] Tagen gelöscht.

Wählen Sie ein helles oder dunkles Design, merkt sich Ihr Browser nur diese Wahl.

## Leserzahlen

Wir zählen, wie oft ein Artikel an einem Tag geöffnet wird und von welcher Website der Aufruf kam. Gezählt werden nur Summen. IP-Adressen und Angaben zu Ihrem Gerät werden dafür nicht gespeichert, auch nicht kurzzeitig.

## Kommentare

Schreiben Sie einen Kommentar, speichern wir Name und Text, bis Sie oder wir ihn löschen, und für höchstens 24 Stunden eine Prüfsumme Ihrer Netzadresse gegen Missbrauch (Art.\u00a06 Abs.\u00a01 Buchst.\u00a0f DSGVO). Über die Adresse, die Sie nach dem Abschicken sehen, löschen Sie ihn jederzeit selbst. Entfernte Kommentare löschen wir nach 30 Tagen. Melden Sie einen Kommentar mit Ihrer E-Mail-Adresse, löschen wir diese mit der Entscheidung.

## Videos und andere eingebettete Inhalte

Von Videos, Karten und Ähnlichem zeigen wir zunächst nur einen Platzhalter. Erst wenn Sie ihn anklicken, wird der Inhalt vom genannten Anbieter geladen, der dabei Ihre IP-Adresse erfährt.

## Wenn Sie uns schreiben

Ihre Nachricht und Ihre Adresse verwenden wir nur, um Ihnen zu antworten, und löschen sie, sobald sie nicht mehr gebraucht werden und keine gesetzliche Frist besteht.

## Ihre Rechte

Sie können Auskunft, Berichtigung, Löschung, Einschränkung der Verarbeitung und die Übertragung Ihrer Daten verlangen und der Verarbeitung widersprechen (Art.\u00a015 bis 21 DSGVO). Beschweren können Sie sich bei einer Datenschutzbehörde, für uns zuständig ist: [Landesbeauftragte oder Landesbeauftragter für den Datenschutz].
`,
  },
}

/** What the privacy page says once there is a newsletter; the editors take it over with one press. */
export const NEWSLETTER_PRIVACY = `## Newsletter

Wenn Sie unseren Newsletter bestellen, speichern wir Ihre E-Mail-Adresse und wie oft Sie Post möchten. Sie bekommen zuerst eine Mail mit einem Link; erst wenn Sie dort zustimmen, schicken wir Ihnen Ausgaben (Art.\u00a06 Abs.\u00a01 Buchst.\u00a0a DSGVO). Weil wir Ihre Einwilligung nachweisen müssen, halten wir fest, wann und auf welcher Seite Sie bestellt und bestätigt haben und mit welchen Worten, und für 30 Tage von welcher IP-Adresse (Art.\u00a07 Abs.\u00a01 DSGVO). Ob Sie eine Ausgabe öffnen oder etwas anklicken, messen wir nicht.

Sie können Ihre Einwilligung jederzeit widerrufen, mit dem Link in jeder Ausgabe. Eine Adresse, die nicht bestätigt wird, löschen wir nach 30 Tagen. Nach einer Abmeldung bewahren wir nur den Nachweis drei Jahre lang auf; auf Wunsch löschen wir auch ihn sofort.
`
