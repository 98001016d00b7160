import { EXTENSION_FILES, EXTENSION_ICONS } from '../../../rules/collecting.ts'

export const ZIP_NAME = 'inbox-chrome-extension.zip'

/**
 * The extension as a zip (INT-4): manifest and README are generated, everything else is fetched. A file that fails is
 * logged and omitted; throws if all fail.
 */
export async function packExtension(fetchFile: (file: string) => Promise<Uint8Array>, backendUrl: string) {
  const { strToU8, zip } = await import('fflate')
  const files: Record<string, Uint8Array> = {}
  await Promise.all(
    [...EXTENSION_FILES, ...EXTENSION_ICONS].map(async (file) => {
      try {
        files[file] = await fetchFile(file)
      } catch (error) {
        console.error(`Die Datei ${file} fehlt in der Erweiterung.`, error)
      }
    }),
  )
  const fetched = Object.keys(files)
  if (fetched.length === 0) throw new Error('none of the extension’s files could be fetched')
  const whole = {
    'manifest.json': strToU8(`${JSON.stringify(manifest(fetched), null, 2)}\n`),
    'README.md': strToU8(readme(backendUrl)),
    ...files,
  }
  return new Promise<Uint8Array>((resolve, reject) => {
    zip(whole, (error, data) => (error ? reject(error) : resolve(data)))
  })
}

/** INT-5. Chrome does not support svg icons and rejects a manifest that names missing files (RUL-10). */
function manifest(files: string[]) {
  const icons = Object.fromEntries(
    EXTENSION_ICONS.filter((icon) => files.includes(icon)).map((icon) => [/\d+/.exec(icon)?.[0] ?? '', icon]),
  )
  return {
    manifest_version: 3,
    name: 'Zur Inbox',
    version: '1.0.0',
    description: 'Legt die Seite, auf der Sie gerade sind, in die Inbox Ihrer Redaktion.',
    permissions: ['activeTab', 'storage'],
    icons,
    action: { default_title: 'Zur Inbox', default_popup: 'popup.html', default_icon: icons },
    options_page: 'options.html',
  }
}

function readme(backendUrl: string): string {
  return `# Zur Inbox

Legt die Seite, auf der Sie gerade sind, in die Inbox Ihrer Redaktion.

## Einrichten

1. Diese Datei entpacken und den Ordner behalten.
2. In Chrome chrome://extensions öffnen und den Entwicklermodus einschalten.
3. „Entpackte Erweiterung laden“ wählen und den Ordner angeben.
4. In den Einstellungen der Erweiterung die Backend-URL eintragen: ${backendUrl}
   Der öffentliche Schlüssel steht in der Redaktion unter Integrationen, Chrome-Erweiterung.

## Benutzen

Auf das Symbol klicken, anmelden, Titel und Notiz ergänzen, „Speichern“ wählen.
Statt der Anmeldung nimmt die Erweiterung auch ein Inbox-Token aus der Redaktion.
`
}
