import { Moon, Sun } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { SegmentedFilter } from '../../../ui/segmented-filter.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Spinner } from '../../../ui/skeleton.tsx'

const WIDTHS = { telefon: 360, bildschirm: 1280 }
const VIEW_HEIGHT = 640
/** Below this width the preview also offers the phone size. */
const NARROW = 768

type Device = keyof typeof WIDTHS

/**
 * The landing page with the current choices: markup and styles of the site itself, in a frame without scripts and
 * working links.
 */
export function AppearancePreview({ html, css, failed }: { html: string | undefined; css: string; failed: boolean }) {
  const [device, setDevice] = useState<Device>(() => (innerWidth < NARROW ? 'telefon' : 'bildschirm'))
  const [theme, setTheme] = useState<'dark' | 'light'>('dark')
  const { box, room } = useRoom()
  const frame = useRef<HTMLIFrameElement>(null)
  const width = WIDTHS[device]
  const scale = Math.min(1, room / width)

  const dress = () => {
    const inside = frame.current?.contentDocument
    const view = frame.current?.contentWindow as (Window & typeof globalThis) | null | undefined
    if (!inside?.body || !view) return
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(css)
    inside.adoptedStyleSheets = [sheet]
    inside.documentElement.dataset.theme = theme
    inside.body.inert = true
  }
  const latest = useRef(dress)
  useEffect(() => {
    latest.current = dress
    dress()
  })

  return (
    <section
      aria-label="Vorschau"
      className="@container flex w-full min-w-0 flex-1 flex-col overflow-hidden rounded-card border border-line bg-surface xl:sticky xl:top-[calc(var(--header)+1.25rem)]"
    >
      <header className="flex flex-wrap items-center justify-between gap-1.5 border-b border-line py-2 pr-1.5 pl-3">
        <h2 className="flex-1 font-semibold @max-[18rem]:sr-only">Vorschau</h2>
        <SegmentedFilter
          label="Breite"
          value={device}
          onChange={setDevice}
          segments={[
            { value: 'telefon', label: 'Telefon' },
            { value: 'bildschirm', label: 'Bildschirm' },
          ]}
        />
        <IconButton
          edge
          label={theme === 'dark' ? 'Helle Ansicht zeigen' : 'Dunkle Ansicht zeigen'}
          onClick={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
        >
          {theme === 'dark' ? <Moon aria-hidden /> : <Sun aria-hidden />}
        </IconButton>
      </header>
      <div ref={box} className="relative grid justify-center overflow-hidden" style={{ height: VIEW_HEIGHT }}>
        {html === undefined && (
          <p className="grid place-items-center p-6 text-fg-2">
            {failed ? 'Die Vorschau ließ sich gerade nicht zeichnen.' : <Spinner />}
          </p>
        )}
        {html !== undefined && room > 0 && (
          <div style={{ width: width * scale, height: VIEW_HEIGHT }}>
            <iframe
              ref={frame}
              title="Startseite mit diesen Einstellungen"
              sandbox="allow-same-origin"
              srcDoc={html}
              onLoad={() => latest.current()}
              className="origin-top-left"
              style={{ width, height: VIEW_HEIGHT / scale, transform: `scale(${scale})` }}
            />
          </div>
        )}
      </div>
    </section>
  )
}

/** The size of a box in pixels. */
function useRoom() {
  const box = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(0)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const watch = new ResizeObserver(() => setRoom(element.clientWidth))
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return { box, room }
}
