import { useQuery } from '@tanstack/react-query'
import { Archive, CircleAlert, CircleCheck, Download, EllipsisVertical, FolderSearch } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useOffers } from '../../../actions/offers.ts'
import type { Backup, BackupState } from '../../../../contract/backups.ts'
import { useApi } from '../../../data/api-context.tsx'
import { backupsQuery, useBackupChanges } from '../../../data/backups.ts'
import { useSiteZone } from '../../../data/settings.ts'
import { cx } from '../../../lib/class-names.ts'
import { formatInZone } from '../../../lib/dates.ts'
import { relativeTime } from '../../../lib/relative-time.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { IconButton, iconButtonClass } from '../../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { BrokenState, ScreenState } from '../../../ui/screen-state.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { toastRefusal } from '../../../ui/toast.tsx'
import { BackupContents } from './backup-contents.tsx'
import { fullMoment, growth, inBytes, keptUntil, SCHEDULE_WORDS, whenMade } from './backup-words.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'
import { counted } from '../../../../rules/counted.ts'

const COLUMNS = 'grid-cols-[minmax(0,1fr)_44px] md:grid-cols-[minmax(0,1fr)_96px_minmax(0,200px)_72px]'

/** Creates a backup; shown in the title row, and in the empty state. */
export function MakeBackupButton(props: { words?: string; look?: 'primary' | 'outline' }) {
  const { words = 'Jetzt sichern', look = 'primary' } = props
  const state = useQuery(backupsQuery(useApi()))
  const { make } = useBackupChanges()
  const busy = make.isPending || state.data?.running
  const begin = () => make.mutate(undefined, { onError: (error) => toastRefusal(error, 'Fehler beim Sichern') })
  useOffers({ 'backup.make': busy ? null : begin })
  return (
    <Button look={look} icon={<Archive aria-hidden />} busy={busy} onClick={begin}>
      {words}
    </Button>
  )
}

/** The backups, their state, and the content of one of them (RUL-55). */
export function BackupsSection() {
  const zone = useSiteZone()
  const list = useQuery(backupsQuery(useApi()))
  const [opened, setOpened] = useState<string | null>(null)
  if (list.isPending) return <SkeletonRows columns="grid grid-cols-[1fr_96px_200px_72px] gap-4" cells={4} />
  if (!list.data) return <BrokenState query={list} />
  const state = list.data
  const shown = state.items.find(({ name }) => name === opened)
  return (
    <div className="flex flex-col gap-4 lg:flex-row lg:items-start">
      <div className="min-w-0 flex-[5_1_0]">
        <StateCard state={state} />
        <output className="sr-only">{state.running ? 'Es wird gesichert.' : ''}</output>
        {state.items.length === 0 ? (
          <ScreenState
            icon={Archive}
            title="Noch keine Sicherung"
            sentence="Eine Sicherung hält den ganzen Blog fest: Texte, Bilder, Konten und Einstellungen."
            action={<MakeBackupButton words="Erste Sicherung anlegen" look="outline" />}
          />
        ) : (
          <>
            <div
              aria-hidden
              className={cx('hidden gap-x-4 border-b border-line pb-2 text-xs text-fg-2 md:grid', COLUMNS)}
            >
              <span>Sicherung</span>
              <span>Größe</span>
              <span>Bleibt</span>
            </div>
            <ul aria-label="Sicherungen" className="-mx-4 border-t border-line md:mx-0 md:border-t-0">
              {state.items.map((backup) => (
                <BackupRow
                  key={backup.name}
                  backup={backup}
                  words={fullMoment(backup.at, zone)}
                  isOpened={backup.name === opened}
                  onOpen={() => setOpened(backup.name)}
                />
              ))}
            </ul>
          </>
        )}
      </div>
      {shown && (
        <BackupContents key={shown.name} backup={shown} className="flex-[3_1_0]" onClose={() => setOpened(null)} />
      )}
    </div>
  )
}

function StateCard({ state }: { state: BackupState }) {
  const zone = useSiteZone()
  const now = useNow()
  const [planning, setPlanning] = useState(false)
  const [newest] = state.items
  const { rehearsal, failure, lacks } = state
  useOffers({ 'backup.schedule': () => setPlanning(true) })
  return (
    <Card className="mb-4">
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-2 gap-y-1 px-5 py-4 md:grid-cols-[11.5rem_minmax(0,1fr)]">
        <Fact name="Zuletzt">
          {newest && <Mark well={lacks === null} />}
          {newest ? whenMade(newest.at, now, zone) : 'noch nie'}
          {newest && <Aside>{relativeTime(newest.at, now, zone)}</Aside>}
        </Fact>
        {lacks !== null && (
          <Fact name="Unvollständig">
            <span className="min-w-0">
              <span className="wrap-anywhere">{lacks}</span> Alles andere ist gesichert.
            </span>
          </Fact>
        )}
        {failure && (
          <Fact name="Fehlgeschlagen">
            <Mark />
            <span className="min-w-0">
              {whenMade(failure.at, now, zone)}: <span className="wrap-anywhere">{failure.message}</span>
            </span>
          </Fact>
        )}
        {newest && (
          <Fact name="Größe">
            {inBytes(newest.size)}
            <Aside>{growth(state.items)}</Aside>
          </Fact>
        )}
        <Fact name="Geprobt">
          {rehearsal ? (
            <>
              <Mark well={rehearsal.ok} />
              {formatInZone(rehearsal.at, 'EEEEEE, d. MMMM', zone)}
              {rehearsal.ok ? (
                <Aside>
                  {rehearsal.articles.toLocaleString('de')} Artikel, {counted(rehearsal.pictures, 'Bild', 'Bilder')},
                  alle Prüfsummen gleich
                </Aside>
              ) : (
                <span className="min-w-0 text-s wrap-anywhere">{rehearsal.message}</span>
              )}
            </>
          ) : (
            'noch nicht, das geschieht einmal in der Woche'
          )}
        </Fact>
        <Fact name="Verschlüsselt">
          {state.encrypted ? 'ja, mit Passphrase' : 'nein, die Dateien enthalten Geheimnisse'}
        </Fact>
        <Fact name="Zeitplan">
          <span className="min-w-0 flex-1">
            {SCHEDULE_WORDS[state.schedule]}
            {state.schedule !== 'off' && `, ${state.time}`}
          </span>
          <Button look="quiet" className="-my-2 -mr-3" onClick={() => setPlanning(true)}>
            Ändern
          </Button>
        </Fact>
        <Fact name="Ablage">
          <span className="min-w-0 wrap-anywhere">{state.place}</span>
        </Fact>
      </dl>
      {planning && <ScheduleDialog state={state} onClose={() => setPlanning(false)} />}
    </Card>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="py-0.5 text-fg-2">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 py-0.5 tabular-nums">{children}</dd>
    </>
  )
}

const Aside = ({ children }: { children: ReactNode }) => (
  <span className="text-s text-fg-2 max-md:hidden">{children}</span>
)

function Mark({ well = false }: { well?: boolean }) {
  return well ? (
    <CircleCheck aria-hidden className="flex-none text-published" />
  ) : (
    <CircleAlert aria-hidden className="flex-none text-danger" />
  )
}

type RowProps = { backup: Backup; words: string; isOpened: boolean; onOpen: () => void }

function BackupRow({ backup, words, isOpened, onOpen }: RowProps) {
  const { link } = useBackupChanges()
  const load = () =>
    link.mutate(backup.name, {
      onSuccess: ({ url }) => window.location.assign(url),
      onError: (error) => toastRefusal(error, 'Fehler beim Herunterladen'),
    })
  return (
    <li
      className={cx(
        'grid min-h-16 items-center gap-x-4 border-b border-line px-4 hover:bg-hover md:min-h-11 md:px-0',
        COLUMNS,
        isOpened && 'bg-hover',
      )}
    >
      <span className="min-w-0">
        <span className="font-medium tabular-nums">{words}</span>
        <span className="block text-xs text-fg-2 md:hidden">
          {inBytes(backup.size)} · {keptUntil(backup)}
        </span>
      </span>
      <span className="text-s text-fg-2 tabular-nums max-md:hidden">{inBytes(backup.size)}</span>
      <span className="text-s text-fg-2 max-md:hidden">{keptUntil(backup)}</span>
      <span className="flex justify-end max-md:hidden">
        <IconButton label={`In die Sicherung vom ${words} hineinsehen`} pressed={isOpened} onClick={onOpen}>
          <FolderSearch aria-hidden />
        </IconButton>
        <IconButton label={`Sicherung vom ${words} herunterladen`} disabled={link.isPending} onClick={load}>
          <Download aria-hidden />
        </IconButton>
      </span>
      <span className="md:hidden">
        <Menu
          align="end"
          trigger={
            <button type="button" aria-label={`Aktionen für ${words}`} className={iconButtonClass()}>
              <EllipsisVertical aria-hidden />
            </button>
          }
        >
          <MenuItem icon={<FolderSearch aria-hidden />} onSelect={onOpen}>
            Hineinsehen
          </MenuItem>
          <MenuItem icon={<Download aria-hidden />} onSelect={load}>
            Herunterladen
          </MenuItem>
        </Menu>
      </span>
    </li>
  )
}
